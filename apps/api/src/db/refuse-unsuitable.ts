import { inUtf8 } from './missing-database.ts'

const OLDEST = 15

interface Server {
  name: string
  encoding: string
  version: number
}

/**
 * Throws an Error for the owner where a new shop cannot live in a database: on a PostgreSQL that is too old, or with texts in another
 * encoding than UTF-8, as where a server was made without a language. `ask` runs a query in it.
 */
export async function refuseUnsuitable(ask: (query: string) => Promise<Server[]>): Promise<void> {
  const [server] = await ask(
    `select current_database() as name, current_setting('server_encoding') as encoding,
       current_setting('server_version_num')::int / 10000 as version`,
  )
  if (!server) return
  const { name, encoding, version } = server
  if (version < OLDEST)
    throw new Error(`PostgreSQL ${OLDEST} or later is needed, and DATABASE_URL leads to ${version}.`)
  if (encoding === 'UTF8') return
  throw new Error(
    `The database "${name}" keeps its texts in ${encoding}, and not every name could be written in it. Nothing was changed. Create it again: dropdb ${name}, then createdb ${inUtf8(name)}, with the owner that it had.`,
  )
}

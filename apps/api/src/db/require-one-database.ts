import { randomInt } from 'node:crypto'
import { newClient } from '@marashi/postgres/connection'
import type pg from 'pg'

const TIMEOUT_MS = 5_000

/**
 * Where both addresses lead to one database, whatever each of them calls it. Orders go to `directUrl`, the administration
 * reads `databaseUrl`. Throws an Error for the owner where they differ, or where one does not answer.
 */
export async function requireOneDatabase(databaseUrl: string, directUrl: string): Promise<void> {
  if (databaseUrl === directUrl) return
  if (await isOneDatabase(databaseUrl, directUrl)) return
  throw new Error(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: orders would be stored where the back office does not look. Set both to the same database, or leave DATABASE_DIRECT_URL empty where no pooler stands in between.',
  )
}

/**
 * A lock that is held at one address shows at the other. Names do not tell, because a pooler may have one of its own for a
 * database; the server's identifier does not either, because copies of a server share it and some providers hide it.
 */
async function isOneDatabase(databaseUrl: string, directUrl: string): Promise<boolean> {
  const key = [randomInt(2 ** 31), randomInt(2 ** 31)]
  return await connected({ variable: 'DATABASE_DIRECT_URL', url: directUrl }, (direct) =>
    connected({ variable: 'DATABASE_URL', url: databaseUrl }, async (client) => {
      // It ends with its transaction: behind a pooler, the lock of a session would outlive this connection.
      await direct.query('begin')
      await direct.query('select pg_advisory_xact_lock($1, $2)', key)
      const { rowCount } = await client.query(
        `select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())`,
        key,
      )
      await direct.query('rollback')
      return rowCount === 1
    }),
  )
}

async function connected<Result>(
  { variable, url }: { variable: string; url: string },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = newClient(url, { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
  try {
    await client.connect().catch((cause: Error) => {
      throw new Error(`${variable} does not answer: ${cause.message}`, { cause })
    })
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

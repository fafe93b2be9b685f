import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { openDatabase } from '../db/open-database.ts'

/** `pnpm --filter @marashi/api migration <name>` writes what the entities have and the last snapshot has not. */
const [name] = process.argv.slice(2)
const dir = fileURLToPath(new URL('../../../../.data/scratch', import.meta.url))
const server = await startEmbeddedPostgres({ dir, durable: false })
const orm = await openDatabase(server.url('postgres'))
const { fileName, diff } = await orm.migrator.create(undefined, false, false, name)
console.log(diff.up.length === 0 ? 'The entities hold nothing new.' : `Written: migrations/${fileName}`)
await orm.close()
await server.stop()

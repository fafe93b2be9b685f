import path from 'node:path'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { ensureDatabase } from '@marashi/postgres/ensure-database'
import type { Environment } from '../env.ts'

/**
 * Runs a command's work on the shop's database: that of DATABASE_URL, or the one that comes with the shop, which is shared
 * with a shop that runs and started where none does.
 */
export async function withOwnDatabase<Result>(
  env: Pick<Environment, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const ownersUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  if (ownersUrl) return await work(ownersUrl)
  const server = await startEmbeddedPostgres({ dir: path.resolve(env.DATA_DIR, 'postgres'), durable: true })
  try {
    await ensureDatabase(server.url('postgres'), 'marashi')
    return await work(server.url('marashi'))
  } finally {
    await server.stop()
  }
}

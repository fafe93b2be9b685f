import { constants } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { ensureDatabase } from '@marashi/postgres/ensure-database'
import { requireOneDatabase } from '../db/require-one-database.ts'
import type { Environment } from '../env.ts'

/** The terminal sends Ctrl-C to npm and to this process, and npm passes its own on. */
const SAME_SIGNAL_MS = 1_000

/**
 * Runs a command's work on the shop's database, past a pooler where there is one. Throws an Error for the owner where
 * DATABASE_DIRECT_URL leads to another database than the one that the shop reads.
 */
export const withOwnDatabase = <Result>(
  env: Pick<Environment, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> =>
  withReadDatabase(env, async (databaseUrl) => {
    const directUrl = env.DATABASE_DIRECT_URL ?? databaseUrl
    await requireOneDatabase(databaseUrl, directUrl)
    return await work(directUrl)
  })

/**
 * The same on what the shop reads, whatever DATABASE_DIRECT_URL says: the database of DATABASE_URL, or the one that comes
 * with the shop, which is shared with a shop that runs and started where none does. A signal ends the process, and a
 * database that it started before; a second one the process alone, at once.
 */
export async function withReadDatabase<Result>(
  env: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>,
  work: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  if (env.DATABASE_URL) return await work(env.DATABASE_URL)
  const starting = startEmbeddedPostgres({ dir: path.resolve(env.DATA_DIR, 'postgres'), durable: true })
  const stop = async () => (await starting.catch(() => undefined))?.stop()
  let isEnding = false
  endWith(async () => {
    isEnding = true
    await stop()
  })
  try {
    const server = await starting
    await ensureDatabase(server.url('postgres'), 'marashi')
    return await work(server.url('marashi'))
  } finally {
    await stop()
    // That the work lost its database is no failure of it, and not what the process ends with.
    if (isEnding) await new Promise(() => undefined)
  }
}

/**
 * Has `stop` done before a signal ends this process: the database has a process group of its own, and would run on. It may
 * wait for minutes until another process has started or stopped the same one.
 */
function endWith(stop: () => Promise<unknown>): void {
  let firstAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, async () => {
      const end = () => process.exit(128 + constants.signals[signal]) // as a shell tells of it
      if (firstAt !== undefined) {
        if (performance.now() - firstAt > SAME_SIGNAL_MS) end()
        return
      }
      firstAt = performance.now()
      console.error(
        'Ending, once the database is stopped. Press Ctrl-C again to end at once; the database may run on then.',
      )
      await stop()
      end()
    })
}

import path from 'node:path'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { ensureDatabase } from '@marashi/postgres/ensure-database'
import { readEnvironment } from './env.ts'
import { HANDLER_TIMEOUT_MS } from './http/time-limits.ts'
import { openLog } from './start/open-log.ts'
import { startShop } from './start-shop.ts'

// What has begun may finish: the longest handler, then the job that runs, then PostgreSQL.
const EXIT_DEADLINE_MS = HANDLER_TIMEOUT_MS + 12_000

// Each started part adds how to end it; they run in reverse order, so the database stops last.
const ends: (() => Promise<unknown>)[] = []
let ending: Promise<void> | undefined
let drainMs = 0
// Before the settings are read, nobody knows whether a person reads along.
let logFatal = (message: string) => console.error(message)
let logUncaught = (error: unknown) => console.error(error)
let logNotEnded = (error: unknown) => console.error(error)
let logFlushed = async () => {}

/** Runs every registered end once, last started first; a second signal changes nothing. */
function end(exitCode: number): Promise<void> {
  ending ??= (async () => {
    setTimeout(() => process.exit(1), drainMs + EXIT_DEADLINE_MS).unref()
    for (const stop of ends.toReversed()) await stop().catch(logNotEnded)
    await logFlushed()
    process.exit(exitCode)
  })()
  return ending
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
// `npm start` holds the other end of a channel: when it is killed, the shop ends too and frees its port.
process.once('disconnect', () => void end(0))
// Nobody knows what such an error has left half done. Node alone would print it beside the log, and leave PostgreSQL running.
process.on('uncaughtException', (error) => {
  logUncaught(error)
  void end(1)
})

try {
  const env = readEnvironment()
  drainMs = env.DRAIN_SECONDS * 1_000
  const shopLog = openLog(env, { isTerminal: process.stdout.isTTY })
  const { log } = shopLog
  logFatal = (message) => log.fatal(message)
  logUncaught = (err) => log.fatal({ err }, 'an error that nothing caught ends the shop')
  logNotEnded = (err) => log.error({ err }, 'a part of the shop did not end')
  logFlushed = shopLog.flushed
  let databaseUrl = env.DATABASE_URL
  if (!databaseUrl) {
    const starting = startEmbeddedPostgres({ dir: path.resolve(env.DATA_DIR, 'postgres'), durable: true })
    // It has a process group of its own: a signal that comes while it starts would end the shop alone.
    ends.push(async () => (await starting.catch(() => undefined))?.stop())
    const server = await starting
    // Once the shop is asked to end, nothing more is started: this waits until the process ends.
    await ending
    server.watch({
      onStatus: (status) => log.warn({ status }, 'the embedded PostgreSQL died or runs again'),
      onLost: () => {
        log.fatal(
          'the embedded PostgreSQL does not stay up: the shop ends, so that whoever started it can start it again',
        )
        void end(1)
      },
    })
    await ensureDatabase(server.url('postgres'), 'marashi')
    databaseUrl = server.url('marashi')
  }
  await startShop({ env, databaseUrl, shopLog, onStarted: (stop) => ends.push(stop) })
} catch (error) {
  // What is still starting when the shop is asked to end fails because the parts before it have ended.
  if (!ending) logFatal(error instanceof Error ? error.message : String(error))
  await end(1)
}

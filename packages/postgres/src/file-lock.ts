import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Held {
  release(): void
}

/**
 * Waits until nobody else holds `file`, then holds it alone.
 *
 * SQLite's locks are the operating system's own: they end with the process that holds them, however it ends. A file
 * with a process id in it would outlive a killed holder, and the id may by then be somebody else's.
 *
 * Throws when the file stays held for `patienceMs`, 60 seconds by default.
 */
export async function holdAlone(file: string, patienceMs = 60_000): Promise<Held> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const held = tryHoldAlone(file)
    if (held) return held
    if (performance.now() > deadline)
      throw new Error(`${file} has been held by another process for ${patienceMs / 1000} s.`)
    await sleep(20)
  }
}

/** Holds `file` alone if nobody holds it now; undefined otherwise. */
export function tryHoldAlone(file: string): Held | undefined {
  return tryBegin(file, 'begin exclusive')
}

/** Holds `file` together with whoever else does so; throws while one process holds it alone. */
export function holdTogether(file: string): Held {
  const held = tryBegin(file, 'begin; select count(*) from sqlite_schema')
  if (!held) throw new Error(`${file} is held by another process.`)
  return held
}

function tryBegin(file: string, statement: string): Held | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(statement)
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

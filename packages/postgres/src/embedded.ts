import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { findBinaries } from './binaries.ts'
import { type Place, prepareDataFolder } from './data-folder.ts'
import { holdAlone, holdTogether, tryHoldAlone } from './file-lock.ts'
import { launchPostmaster } from './launch.ts'
import {
  findPostmasterToStop,
  findRunningPostmaster,
  type Postmaster,
  readPidFile,
  START_PATIENCE_MS,
  settleLeftPidFile,
  stopPostmaster,
} from './postmaster.ts'
import { rememberHome } from './remember-home.ts'
import { reachableHome, serverUser } from './server-user.ts'
import { type Watch, watchPostmaster } from './watch.ts'

export interface EmbeddedPostgres {
  /** True when the server was already running: another process uses it, or one that was killed left it behind. */
  adopted: boolean
  /** Connection address of a database on this server, password included. It outlives a restart. */
  url(database: string): string
  /**
   * Starts the server again whenever it dies, at the same address, until `stop`. Without this call nothing watches it.
   * Several processes may watch one server: one of them starts it.
   */
  watch(watch: Watch): void
  /** Ends this process's use of the server; the last process that uses it shuts the server down and waits for that. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that npm installed, on a free port of 127.0.0.1, and makes its data folder the first time.
 *
 * Several processes may start the same folder: one of them launches the server, the others share it. `durable: false`
 * trades safety against power cuts for speed and vacuums nothing; it is meant for tests alone. As root the server runs as `nobody`, because
 * PostgreSQL refuses to be root; where `nobody` cannot reach `dir`, the data lies in /var/lib/marashi-postgres-<hash>.
 *
 * Throws an Error whose message says what to do, and holds the server's own log, when the server cannot be started.
 */
export async function startEmbeddedPostgres(options: { dir: string; durable: boolean }): Promise<EmbeddedPostgres> {
  const user = serverUser()
  const dir = path.resolve(options.dir)
  const home = reachableHome(dir, user)
  rememberHome(dir, home, user)
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const startLock = path.join(home, 'starting.lock')
  const usersLock = path.join(home, 'users.lock')

  const starting = await holdAlone(startLock)
  try {
    const place = await prepareDataFolder({ home, user, binaries: findBinaries(user), durable: options.durable })
    const { server, adopted } = await findOrLaunch(place)
    const use = holdTogether(usersLock)
    let current = server
    let stopWatching: (() => void) | undefined
    let stopping: Promise<void> | undefined
    return {
      adopted,
      url: (database) => place.url(server.port, database),
      watch: (watch) => {
        stopWatching ??= watchPostmaster(server, { ...watch, restart })
      },
      stop: () => {
        stopping ??= leave()
        return stopping
      },
    }

    async function restart(): Promise<Postmaster> {
      const lock = await holdAlone(startLock)
      try {
        if (stopping) return current
        current = (await findOrLaunch(place, server.port)).server
      } finally {
        lock.release()
      }
      if (current.port !== server.port) throw new Error(`Its port ${server.port} now belongs to another program.`)
      return current
    }

    async function leave(): Promise<void> {
      stopWatching?.()
      // Whoever starts it holds this meanwhile, this process as well that starts it anew: left alone, that server would run on.
      const lock = await holdAlone(startLock, START_PATIENCE_MS)
      try {
        use.release()
        const last = tryHoldAlone(usersLock)
        if (!last) return
        try {
          // Another user may have started it again since, and left before.
          await stopPostmaster(place, (await findPostmasterToStop(place)) ?? current)
        } finally {
          last.release()
        }
      } finally {
        lock.release()
      }
    }
  } finally {
    starting.release()
  }
}

/** The server that runs already, or a new one: where others still use one that died, at the address they know. */
async function findOrLaunch(place: Place, knownPort?: number): Promise<{ server: Postmaster; adopted: boolean }> {
  const running = await findRunningPostmaster(place)
  if (running) return { server: running, adopted: true }
  const lastPort = knownPort ?? readPidFile(place.data)?.port
  await settleLeftPidFile(place)
  return { server: await launchPostmaster(place, lastPort || undefined), adopted: false }
}

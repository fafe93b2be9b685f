import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { findBinaries } from './binaries.ts'
import { prepareDataFolder } from './data-folder.ts'
import { holdAlone, holdTogether, tryHoldAlone } from './file-lock.ts'
import { launchPostmaster } from './launch.ts'
import { findRunningPostmaster, settleLeftPidFile, stopPostmaster } from './postmaster.ts'
import { reachableHome, serverUser } from './server-user.ts'

export interface EmbeddedPostgres {
  /** True when the server was already running: another process uses it, or one that was killed left it behind. */
  adopted: boolean
  /** Connection address of a database on this server, password included. */
  url(database: string): string
  /** Ends this process's use of the server; the last process that uses it shuts the server down and waits for that. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that npm brought along, on a free port of 127.0.0.1, and makes its data folder the first time.
 *
 * Several processes may start the same folder: one of them launches the server, the others share it. `durable: false`
 * trades safety against power cuts for speed; it is meant for tests alone. As root the server runs as `nobody`, because
 * PostgreSQL refuses to be root; where `nobody` cannot reach `dir`, the data lies in /var/lib/marashi-postgres-<hash>.
 *
 * Throws an Error whose message says what to do, and holds the server's own log, when the server cannot be started.
 */
export async function startEmbeddedPostgres(options: { dir: string; durable: boolean }): Promise<EmbeddedPostgres> {
  const user = serverUser()
  const home = reachableHome(path.resolve(options.dir), user)
  mkdirSync(home, { recursive: true, mode: 0o755 })
  const startLock = path.join(home, 'starting.lock')
  const usersLock = path.join(home, 'users.lock')

  const starting = await holdAlone(startLock)
  try {
    const place = await prepareDataFolder({ home, user, binaries: findBinaries(user), durable: options.durable })
    const running = await findRunningPostmaster(place)
    if (!running) await settleLeftPidFile(place)
    const server = running ?? (await launchPostmaster(place))
    const use = holdTogether(usersLock)
    let stopping: Promise<void> | undefined
    return {
      adopted: running !== undefined,
      url: (database) => place.url(server.port, database),
      stop: () => {
        stopping ??= leave()
        return stopping
      },
    }

    async function leave(): Promise<void> {
      const turn = await holdAlone(startLock)
      try {
        use.release()
        const last = tryHoldAlone(usersLock)
        if (!last) return
        try {
          await stopPostmaster(place, server)
        } finally {
          last.release()
        }
      } finally {
        turn.release()
      }
    }
  } finally {
    starting.release()
  }
}

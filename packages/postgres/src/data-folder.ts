import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import { serverEnvironment } from './server-environment.ts'
import type { ServerUser } from './server-user.ts'

export interface Place {
  binaries: Binaries
  /** The folder PostgreSQL calls its data directory. */
  data: string
  durable: boolean
  home: string
  user: ServerUser | undefined
  url(port: number, database: string): string
}

const owner = 'marashi'

/**
 * Makes the data folder and its password in `home` unless they are there, and returns where its parts lie.
 * The folder appears under its name only when it is complete, so that an interrupted start leaves nothing to repair.
 *
 * Throws when initdb fails, with the output of initdb.
 */
export async function prepareDataFolder(options: {
  binaries: Binaries
  durable: boolean
  home: string
  user: ServerUser | undefined
}): Promise<Place> {
  const { home, user } = options
  const data = path.join(home, 'data')
  const passwordFile = path.join(home, 'password')
  if (!existsSync(data)) {
    const draft = path.join(home, 'data.draft')
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { mode: 0o700 })
    if (user) chownSync(draft, user.uid, user.gid)
    writePassword(passwordFile, user)
    await runInitdb({ ...options, draft, passwordFile })
    renameSync(draft, data)
  }
  const password = readPassword(passwordFile)
  const url = (port: number, database: string) =>
    `postgresql://${owner}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  return { ...options, data, url }
}

function writePassword(file: string, user: ServerUser | undefined): void {
  rmSync(file, { force: true })
  writeFileSync(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true })
  if (user) chownSync(file, user.uid, user.gid)
}

function readPassword(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(
      `The password of the embedded PostgreSQL cannot be read from ${file}. Start as the user who made that folder, or delete the folder to begin with an empty shop.`,
      { cause },
    )
  }
}

async function runInitdb(
  options: Pick<Place, 'binaries' | 'durable' | 'user'> & { draft: string; passwordFile: string },
): Promise<void> {
  const flags = [
    `--pgdata=${options.draft}`,
    `--username=${owner}`,
    `--pwfile=${options.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync']),
  ]
  try {
    await promisify(execFile)(options.binaries.initdb, flags, { ...options.user, cwd: '/', env: serverEnvironment })
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause)
    throw new Error(`The embedded PostgreSQL could not make its data folder ${options.draft}:\n${output}`, { cause })
  }
}

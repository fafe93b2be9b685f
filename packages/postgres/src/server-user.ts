import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

export interface ServerUser {
  uid: number
  gid: number
}

/** Who the server runs as: `nobody` when we are root, because PostgreSQL refuses to be root; otherwise undefined, us. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const ask = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: ask('-u'), gid: ask('-g') }
}

/**
 * Where the data of the server asked for in `dir` lies: there, or in a folder of /var/lib named after `dir` when the
 * server's user may not walk to it, as below /root. That second folder outlives a deleted `dir`.
 */
export function reachableHome(dir: string, user: ServerUser | undefined): string {
  if (!user || isOpenToAll(path.dirname(dir))) return dir
  const hash = createHash('sha256').update(dir).digest('hex').slice(0, 10)
  return `/var/lib/marashi-postgres-${hash}`
}

/** Whether any user may walk down to `target`, as far as it exists. */
export function isOpenToAll(target: string): boolean {
  const here = existsSync(target) ? realpathSync(target) : target
  if (existsSync(here) && statSync(here).isDirectory() && (statSync(here).mode & 0o001) === 0) return false
  const parent = path.dirname(here)
  return parent === here || isOpenToAll(parent)
}

import { chownSync, mkdirSync, statfsSync } from 'node:fs'
import os from 'node:os'
import { serverUser } from './server-user.ts'

const MEMORY = '/dev/shm'
const TMPFS = 0x01021994
const SPACE_BYTES = 2 * 2 ** 30
const FREE_BYTES = 6 * 2 ** 30

/**
 * Makes a folder that lies in memory and belongs to the server's user, and answers its path; undefined where the machine
 * has no such place, or less than 6 GiB of memory to spare.
 */
export function makeMemoryFolder(name: string): string | undefined {
  if (!hasSpace()) return
  const folder = `${MEMORY}/${name}`
  mkdirSync(folder, { mode: 0o700 })
  const user = serverUser()
  if (user) chownSync(folder, user.uid, user.gid)
  return folder
}

function hasSpace(): boolean {
  if ((process.availableMemory?.() ?? os.freemem()) < FREE_BYTES) return false
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    return type === TMPFS && bavail * bsize >= SPACE_BYTES
  } catch {
    return false
  }
}

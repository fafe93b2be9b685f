import { constants } from 'node:fs'
import { access, chmod, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ShopError } from '../../shop-error.ts'
import type { MediaStore } from './media-store.ts'

// The owner has to act first.
const DISK_RETRY_AFTER_SECONDS = 300

/** Keeps pictures in `<directory>/<pictureId>/`. A picture appears whole or not at all, also through a power cut. */
export function folderStore(directory: string): MediaStore {
  return {
    async put(pictureId, files) {
      try {
        await putWhole(directory, pictureId, files)
      } catch (problem) {
        throw diskProblem(problem) ?? problem
      }
    },
    remove: (pictureId) => rm(path.join(directory, pictureId), { recursive: true, force: true }),
    async read(pictureId, name) {
      try {
        const file = await open(path.join(directory, pictureId, name))
        return { body: file.createReadStream(), size: (await file.stat()).size }
      } catch (problem) {
        if (isMissing(problem)) return undefined
        throw problem
      }
    },
    async list() {
      const names = await readdir(directory).catch((problem: unknown) => {
        if (isMissing(problem)) return []
        throw problem
      })
      const ids: string[] = []
      for (const name of names)
        if (!name.startsWith('.') && (await isReadable(path.join(directory, name)))) ids.push(name)
      return ids
    },
    async tidy(since) {
      for (const name of await readdir(directory).catch(() => [])) {
        const unfinished = path.join(directory, name)
        if (!name.startsWith('.')) continue
        const age = await stat(unfinished).catch(() => undefined)
        if (age && age.mtime < since) await rm(unfinished, { recursive: true, force: true })
      }
    },
  }
}

async function putWhole(directory: string, pictureId: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  await mkdir(directory, { recursive: true })
  const unfinished = await mkdtemp(path.join(directory, `.${pictureId}-`))
  try {
    for (const [name, bytes] of files) await writeFile(path.join(unfinished, name), bytes, { flush: true })
    await chmod(unfinished, 0o755) // mkdtemp lets only its own user in; a web server may run as another
    await syncFolder(unfinished)
    await rename(unfinished, path.join(directory, pictureId))
    await syncFolder(directory)
  } catch (problem) {
    await rm(unfinished, { recursive: true, force: true })
    throw problem
  }
}

/**
 * Whether it is a folder of which the shop may read every file. One that came out of a backup may be another user's, and a
 * disk of its own has a lost+found.
 */
async function isReadable(folder: string): Promise<boolean> {
  try {
    for (const name of await readdir(folder)) await access(path.join(folder, name), constants.R_OK)
    return true
  } catch (problem) {
    if (unreadable.has((problem as NodeJS.ErrnoException).code ?? '')) return false
    throw problem
  }
}

/** What says that a file is not for the shop, and goes on saying so; with any other problem nobody knows. */
const unreadable = new Set(['EACCES', 'ELOOP', 'ENOENT', 'ENOTDIR', 'EPERM'])

/** Problems that the owner solves: the message, by the operating system's error code. */
const diskProblems = new Map([
  ['ENOSPC', 'The shop’s disk is full. Free some space on it, then upload the picture again.'],
  ['EDQUOT', 'The shop’s share of the disk is used up. Free some space on it, then upload the picture again.'],
  ['EROFS', 'The shop’s disk cannot be written to. Make it writable, then upload the picture again.'],
])

function diskProblem(problem: unknown): ShopError | undefined {
  const { code = '' } = problem as NodeJS.ErrnoException
  const message = diskProblems.get(code)
  return message === undefined
    ? undefined
    : new ShopError('SERVICE_UNAVAILABLE', message, {
        code: 'DISK_FULL',
        retryAfterSeconds: DISK_RETRY_AFTER_SECONDS,
        cause: problem as Error,
      })
}

/** Makes a folder's entries durable. Windows cannot. */
async function syncFolder(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isMissing = (problem: unknown) => problem instanceof Error && 'code' in problem && problem.code === 'ENOENT'

import type { Stats } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { type BackupTarget, readBackupName } from './backup-target.ts'
import { readBytes, writeBytes } from './folder-bytes.ts'
import { FolderTimeoutError, withFolderTimeout } from './folder-timeout.ts'

const UNFINISHED = '.unfinished'
/** The database may lie on the same disk: twice what /readyz asks for stays free. */
const KEPT_FREE_BYTES = 100_000_000
/** The longest that a backup which goes on writes nothing: it waits a minute and a half for the tables, and seconds for a picture. */
const SILENT_MS = 60 * 60 * 1000

/** The longest that a folder may take for its first word: that of a machine which is away may say nothing for ever. */
const TIMEOUT_MS = 60_000
/** The longest for bytes that it stores or sends: 16 MB over half a megabit a second, as for a part in S3. */
const BYTES_TIMEOUT_MS = 5 * 60_000

interface FolderOptions {
  /** Tells what is free there. */
  freeBytes?: (directory: string) => Promise<number>
  /** Tells what lies there. */
  readNames?: (directory: string) => Promise<string[]>
  openFile?: typeof open
  timeoutMs?: number
  bytesTimeoutMs?: number
}

/**
 * Keeps backups in a folder, readable for this user alone. One that would fill the disk is given up. Throws where the folder says
 * nothing for a minute, or stores or sends nothing for five: a shop that starts with an update, or a command, would wait for it
 * without a word, and the night would be no failed one. What it was silent about is asked nothing more, and its file left to the
 * next backup.
 */
export function folderTarget(
  directory: string,
  {
    freeBytes = freeBytesIn,
    readNames = namesIn,
    openFile = open,
    timeoutMs = TIMEOUT_MS,
    bytesTimeoutMs = BYTES_TIMEOUT_MS,
  }: FolderOptions = {},
): BackupTarget {
  const inTime = <Result>(asked: Promise<Result>) => withFolderTimeout(directory, asked, timeoutMs)
  const bytesInTime = <Result>(asked: Promise<Result>) => withFolderTimeout(directory, asked, bytesTimeoutMs)

  const look = async () => {
    if ((await inTime(freeBytes(directory))) >= KEPT_FREE_BYTES) return
    throw new Error(
      `The disk of ${directory} is full but for 100 MB, which the database may need. Make room there. What ends in ${UNFINISHED} is left of a backup that was ended: delete it where none is being made.`,
    )
  }
  return {
    place: directory,
    addressOf: (name) => path.join(directory, name),
    async write(name, source) {
      await inTime(mkdir(directory, { recursive: true, mode: 0o700 }))
      const unfinished = path.join(directory, name + UNFINISHED)
      const file = await inTime(openFile(unfinished, 'wx', 0o600))
      try {
        await inTime(file.stat().then((begun) => removeUnfinished(directory, name, begun)))
        await writeBytes(file, source, { inTime: bytesInTime, look })
        await inTime(rename(unfinished, path.join(directory, name)))
        await bytesInTime(syncFolder(directory))
        return { bytes: (await inTime(stat(path.join(directory, name)))).size }
      } catch (error) {
        source.destroy()
        const closed = file.close()
        // One that is silent closes nothing either.
        if (error instanceof FolderTimeoutError) closed.catch(() => undefined)
        else await inTime(closed.then(() => rm(unfinished, { force: true })))
        throw error
      }
    },
    async read(name) {
      const file = await inTime(openFile(path.join(directory, name))).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw cause
        throw new Error(`There is no ${name} in ${directory}.`, { cause })
      })
      return readBytes(file, bytesInTime)
    },
    async list() {
      const names = await inTime(readNames(directory)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return names.flatMap((name) => readBackupName(name) ?? [])
    },
    remove: (name) => inTime(rm(path.join(directory, name), { force: true })),
  }
}

const namesIn = (directory: string): Promise<string[]> => readdir(directory)

async function freeBytesIn(directory: string): Promise<number> {
  const { bavail, bsize, blocks } = await statfs(directory)
  return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY // some network folders count nothing
}

/** So that no power cut undoes a rename. Windows opens no folder, and some network folders do not sync one. */
async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory).catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

/**
 * Removes what a killed process left. Several backups may be written at once, so what still grows stays; its age is told by
 * the folder's own clock, in the file that was just begun. Of copies before an update only one is made at a time: what another
 * start left goes at once, so that starts which are killed again and again fill no disk.
 */
async function removeUnfinished(directory: string, begun: string, { mtimeMs }: Stats): Promise<void> {
  for (const name of await readdir(directory)) {
    const backup = name.endsWith(UNFINISHED) ? readBackupName(name.slice(0, -UNFINISHED.length)) : undefined
    if (!backup || backup.name === begun) continue
    const file = path.join(directory, name)
    const isCopy = backup.reason === 'before-update' && readBackupName(begun)?.reason === 'before-update'
    const lastGrown = await stat(file).catch(() => undefined)
    if (isCopy || (lastGrown && lastGrown.mtimeMs < mtimeMs - SILENT_MS)) await rm(file, { force: true })
  }
}

import type { Stats } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BackupTarget, readBackupName } from './backup-target.ts'

const UNFINISHED = '.unfinished'
/** The database may lie on the same disk: twice what /readyz asks for stays free. */
const KEPT_FREE_BYTES = 100_000_000
const LOOK_EVERY_BYTES = 16 * 1024 * 1024
/** The longest that a backup which goes on writes nothing: it waits a minute and a half for the tables, and seconds for a picture. */
const SILENT_MS = 60 * 60 * 1000

/** The longest that a folder may take for its first word: that of a machine which is away may say nothing for ever. */
const PATIENCE_MS = 60_000

interface FolderOptions {
  /** Tells what is free there. */
  freeBytes?: (directory: string) => Promise<number>
  /** Tells what lies there. */
  readNames?: (directory: string) => Promise<string[]>
  patienceMs?: number
}

/**
 * Keeps backups in a folder, readable for this user alone. One that would fill the disk is given up. Throws where the folder says
 * nothing for a minute: a shop that starts with an update, or a command, would wait for it without a word.
 */
export function folderTarget(
  directory: string,
  { freeBytes = freeBytesIn, readNames = namesIn, patienceMs = PATIENCE_MS }: FolderOptions = {},
): BackupTarget {
  const inTime = <Result>(asked: Promise<Result>) => answerOf(directory, asked, patienceMs)
  return {
    place: directory,
    addressOf: (name) => path.join(directory, name),
    async write(name, source) {
      await inTime(mkdir(directory, { recursive: true, mode: 0o700 }))
      const unfinished = path.join(directory, name + UNFINISHED)
      const file = await open(unfinished, 'wx', 0o600)
      try {
        await removeUnfinished(directory, name, await file.stat())
        await pipeline(source, untilTheDiskIsFull(directory, freeBytes), file.createWriteStream({ flush: true }))
        await rename(unfinished, path.join(directory, name))
        await syncFolder(directory)
      } catch (error) {
        source.destroy()
        await file.close()
        await rm(unfinished, { force: true })
        throw error
      }
      return { bytes: (await stat(path.join(directory, name))).size }
    },
    async read(name) {
      const file = await inTime(open(path.join(directory, name))).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw cause
        throw new Error(`There is no ${name} in ${directory}.`, { cause })
      })
      return file.createReadStream()
    },
    async list() {
      const names = await inTime(readNames(directory)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return names.flatMap((name) => readBackupName(name) ?? [])
    },
    remove: (name) => rm(path.join(directory, name), { force: true }),
  }
}

async function answerOf<Result>(directory: string, asked: Promise<Result>, patienceMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const giveUp = () =>
    late.reject(
      new Error(
        `${directory} has said nothing for ${patienceMs / 1_000} seconds. Is the machine or the disk away that it lies on?`,
      ),
    )
  const timer = setTimeout(giveUp, patienceMs)
  try {
    return await Promise.race([asked, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Passes bytes on, and throws once too little space is left. */
function untilTheDiskIsFull(directory: string, freeBytes: (directory: string) => Promise<number>) {
  return async function* (chunks: AsyncIterable<Uint8Array>) {
    let writtenSinceLook = LOOK_EVERY_BYTES
    for await (const chunk of chunks) {
      writtenSinceLook += chunk.length
      if (writtenSinceLook > LOOK_EVERY_BYTES) {
        writtenSinceLook = 0
        if ((await freeBytes(directory)) < KEPT_FREE_BYTES)
          throw new Error(
            `The disk of ${directory} is full but for 100 MB, which the database may need. Make room there. What ends in ${UNFINISHED} is left of a backup that was ended: delete it where none is being made.`,
          )
      }
      yield chunk
    }
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

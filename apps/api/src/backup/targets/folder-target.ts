import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BackupTarget, readBackupName } from './backup-target.ts'

const UNFINISHED = '.unfinished'

/** Keeps backups in a folder, readable for this user alone. */
export function folderTarget(directory: string): BackupTarget {
  return {
    place: directory,
    async write(name, source) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await removeUnfinished(directory)
      const unfinished = path.join(directory, name + UNFINISHED)
      try {
        const file = await open(unfinished, 'wx', 0o600)
        await pipeline(source, file.createWriteStream({ flush: true }))
        await rename(unfinished, path.join(directory, name))
      } catch (error) {
        source.destroy()
        await rm(unfinished, { force: true })
        throw error
      }
      return { bytes: (await stat(path.join(directory, name))).size }
    },
    async read(name) {
      const file = await open(path.join(directory, name)).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== 'ENOENT') throw cause
        throw new Error(`There is no ${name} in ${directory}.`, { cause })
      })
      return file.createReadStream()
    },
    async list() {
      const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return names.flatMap((name) => readBackupName(name) ?? [])
    },
    remove: (name) => rm(path.join(directory, name), { force: true }),
  }
}

/** What a killed process left. Only one backup is made at a time. */
async function removeUnfinished(directory: string): Promise<void> {
  for (const name of await readdir(directory))
    if (name.endsWith(UNFINISHED) && readBackupName(name.slice(0, -UNFINISHED.length)))
      await rm(path.join(directory, name), { force: true })
}

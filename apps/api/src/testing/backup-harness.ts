import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BackupSources, makeBackup } from '../backup/make-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { backupTargetOf } from '../backup/targets/backup-target-of.ts'
import { readEnvironment } from '../env.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { pictureFiles } from '../modules/media/picture-files.ts'
import type { TestApp } from './build-test-app.ts'
import { fillShop } from './fill-shop.ts'

export const testKey = 'oud, amber and a little rain'

/** A data folder of its own, with the settings of a shop that backs up into it. Dispose of it at the end. */
export async function backupSettings(more: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'marashi-backup-'))
  const env = readEnvironment({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: folder, BACKUP_KEY: testKey, ...more })
  return { folder, env, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
type Settings = Awaited<ReturnType<typeof backupSettings>>

export const sourcesOf = ({ env }: Pick<Settings, 'env'>, databaseUrl: string): BackupSources => ({
  env,
  databaseUrl,
  clock: () => new Date(),
})

/** Fills a shop with rows of every kind and pictures, and backs it up. */
export async function backUpFullShop(shop: TestApp, settings: Settings, pictures = 2) {
  await fillShop(shop)
  for (let count = 0; count < pictures; count++) {
    const files = new Map(pictureFiles.map((name) => [name, randomBytes(3_000)]))
    const id = randomUUID()
    // As uploading does: no file is without a row.
    await shop.query('insert into uploaded_pictures (id) values ($1)', [id])
    await mediaStoreOf(settings.env).put(id, files)
  }
  return await makeBackup(sourcesOf(settings, shop.databaseUrl), 'manual')
}

/** Restores a stored backup into a database, by the settings of the machine that it comes back on. */
export function restoreStored(
  from: Settings,
  name: string,
  onto: { settings: Settings; url: string; mayReplace?: boolean; key?: string; now?: Date },
) {
  return restoreBackup({
    env: onto.settings.env,
    databaseUrl: onto.url,
    key: onto.key ?? testKey,
    clock: () => onto.now ?? new Date(),
    open: () => backupTargetOf(from.env).read(name),
    mayReplace: async () => onto.mayReplace ?? false,
  })
}

/** Every file below a folder with its bytes. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const read = files
    .sort()
    .map(async (file) => [path.relative(folder, file), (await readFile(file)).toString('base64')])
  return Object.fromEntries(await Promise.all(read))
}

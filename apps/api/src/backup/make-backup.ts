import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { initialSettings } from '@marashi/domain/rules/settings/groups'
import type { Environment } from '../env.ts'
import type { MediaStore } from '../modules/media/media-store.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { pictureFiles } from '../modules/media/picture-files.ts'
import { shopVersion } from '../shop-version.ts'
import { type BackupHead, type BackupManifest, type BackupReason, entryNames } from './archive/manifest.ts'
import { proveBackup } from './archive/read-backup.ts'
import { type Entry, writeArchive } from './archive/write-archive.ts'
import { backupKey } from './backup-key.ts'
import { type DatabaseSnapshot, openSnapshot } from './database/read-database.ts'
import { writeSettings } from './settings-file.ts'
import { type BackupTarget, backupName } from './targets/backup-target.ts'
import { backupTargetOf } from './targets/backup-target-of.ts'

export interface BackupSources {
  env: Environment
  databaseUrl: string
  clock: () => Date
  /** Where it goes; as the environment says when left out. */
  target?: BackupTarget
}

export interface MadeBackup {
  name: string
  place: string
  reason: BackupReason
  startedAt: Date
  provenAt: Date
  bytes: number
  manifest: BackupManifest
}

/**
 * Makes a backup while the shop goes on, and reads the file back whole before it answers: a backup that is returned is
 * proven. One before an update holds no pictures, because migrations leave those alone and shoppers wait for the start.
 *
 * Throws where anything fails. A file that was written and could not be proven stays, and its name is in the Error.
 */
export async function makeBackup(sources: BackupSources, reason: BackupReason): Promise<MadeBackup> {
  const { env, databaseUrl, clock, target = backupTargetOf(env) } = sources
  const key = await backupKey(env)
  const startedAt = clock()
  const name = backupName(startedAt, reason)
  await using snapshot = await openSnapshot(databaseUrl)
  const writing: { manifest?: BackupManifest } = {}
  const head: BackupHead = {
    format: 'marashi-backup',
    formatVersion: 1,
    madeAt: startedAt.toISOString(),
    reason,
    shopName: env.SHOP_NAME ?? snapshot.shopName ?? initialSettings.shop.name,
    shopVersion,
    migrations: snapshot.migrations,
  }
  const media = reason === 'before-update' ? undefined : mediaStoreOf(env)
  const entries = entriesOf({ head, snapshot, media, settings: await writeSettings(env), writing })
  const archive = await writeArchive(entries, key)
  const { bytes } = await target.write(name, archive).finally(() => archive.destroy())
  const manifest = await proveBackup(await target.read(name), key).catch((cause: unknown) => {
    throw new UnprovenBackup(name, { cause })
  })
  if (!isDeepStrictEqual(manifest, writing.manifest)) throw new UnprovenBackup(name)
  return { name, place: target.place, reason, startedAt, provenAt: clock(), bytes, manifest }
}

/** A backup that was written, and could not be read back as it was written. */
export class UnprovenBackup extends Error {
  readonly backup: string

  constructor(backup: string, options?: ErrorOptions) {
    const { cause } = options ?? {}
    super(
      `The backup ${backup} was written and could not be read back. ${cause instanceof Error ? cause.message : ''}`,
      options,
    )
    this.backup = backup
  }
}

interface Contents {
  head: BackupHead
  snapshot: DatabaseSnapshot
  media: MediaStore | undefined
  settings: string
  writing: { manifest?: BackupManifest }
}

/** Pictures come before the tables, so that a restore holds no transaction open while it stores them. */
async function* entriesOf({ head, snapshot, media, settings, writing }: Contents): AsyncGenerator<Entry> {
  yield jsonEntry(entryNames.head, head)
  const pictures = media ? yield* pictureEntries(media) : null
  yield* snapshot.entries()
  yield { name: entryNames.settings, bytes: Buffer.from(settings) }
  writing.manifest = { ...head, tables: snapshot.tables, sequences: snapshot.sequences, pictures }
  yield jsonEntry(entryNames.manifest, writing.manifest)
}

async function* pictureEntries(media: MediaStore): AsyncGenerator<Entry, BackupManifest['pictures']> {
  const hash = createHash('sha256')
  let files = 0
  let total = 0
  for (const pictureId of (await media.list()).sort()) {
    for (const file of pictureFiles) {
      const found = await media.read(pictureId, file)
      if (!found) continue // deleted meanwhile, which is done only to pictures that nothing has shown for a day
      const parts: Uint8Array[] = []
      for await (const part of found.body as AsyncIterable<Uint8Array>) parts.push(part)
      const bytes = Buffer.concat(parts)
      hash.update(`${pictureId}/${file}\n`).update(bytes)
      files += 1
      total += bytes.length
      yield { name: `pictures/${pictureId}/${file}`, bytes }
    }
  }
  return { files, bytes: total, sha256: hash.digest('hex') }
}

const jsonEntry = (name: string, value: object): Entry => ({ name, bytes: Buffer.from(JSON.stringify(value, null, 2)) })

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { initialSettings } from '@marashi/domain/rules/settings/groups'
import { TABLES_TIMEOUT_MS } from '../db/migrate.ts'
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
  const { migrations, shopName } = await readHeadOf(databaseUrl, reason)
  // An archive that nobody reads on ends no generator: what is open is closed here.
  await using open = new AsyncDisposableStack()
  const writing: { manifest?: BackupManifest } = {}
  const head: BackupHead = {
    format: 'marashi-backup',
    formatVersion: 1,
    madeAt: startedAt.toISOString(),
    reason,
    shopName: env.SHOP_NAME ?? shopName ?? initialSettings.shop.name,
    shopVersion,
    migrations,
  }
  const media = reason === 'before-update' ? undefined : mediaStoreOf(env)
  const entries = entriesOf({ head, databaseUrl, clock, open, media, settings: await writeSettings(env), writing })
  const archive = await writeArchive(entries, key)
  const { bytes } = await target.write(name, archive).finally(() => archive.destroy())
  const prove = async () => await proveBackup(await target.read(name), key)
  // On a slow line it takes hours, in which the line may be cut once. What is damaged is so the second time too.
  const manifest = await prove()
    .catch(prove)
    .catch((cause: unknown) => {
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

/** An update copies the database before it, and waits for one who reads it as long as for its tables. */
async function readHeadOf(
  databaseUrl: string,
  reason: BackupReason,
): Promise<Pick<DatabaseSnapshot, 'migrations' | 'shopName'>> {
  await using snapshot = await openSnapshot(databaseUrl, reason === 'before-update' ? TABLES_TIMEOUT_MS : 0)
  return snapshot
}

interface Contents {
  head: BackupHead
  databaseUrl: string
  clock: () => Date
  open: AsyncDisposableStack
  media: MediaStore | undefined
  settings: string
  writing: { manifest?: BackupManifest }
}

/**
 * Pictures come before the tables, so that a restore holds no transaction open while it stores them; and the database is opened
 * only after them, because on a slow line they take hours, in which no row that is changed could be vacuumed. The few that came
 * meanwhile follow, so that every picture that the tables name is there.
 */
async function* entriesOf({
  head,
  databaseUrl,
  clock,
  open,
  media,
  settings,
  writing,
}: Contents): AsyncGenerator<Entry> {
  yield jsonEntry(entryNames.head, head)
  const pictures = media && picturesOf(media)
  if (pictures) yield* pictures.entries()
  const snapshot = await openWithin(open, databaseUrl)
  const databaseAt = clock().toISOString()
  if (!isDeepStrictEqual(snapshot.migrations, head.migrations)) {
    throw new Error('The database was updated while its pictures were backed up. Make the backup again.')
  }
  if (pictures) yield* pictures.rest()
  yield* snapshot.entries()
  // Neither the rest of the upload nor the proof needs the database.
  await open.disposeAsync()
  yield { name: entryNames.settings, bytes: Buffer.from(settings) }
  const { tables, sequences } = snapshot
  writing.manifest = { ...head, databaseAt, tables, sequences, pictures: pictures?.summary() ?? null }
  yield jsonEntry(entryNames.manifest, writing.manifest)
}

/** A snapshot that `open` closes, also where it is closed while this one is still being opened; throws where it is closed already. */
async function openWithin(open: AsyncDisposableStack, databaseUrl: string): Promise<DatabaseSnapshot> {
  if (open.disposed) throw new Error('The backup has ended before its tables were read.')
  const opening = openSnapshot(databaseUrl, TABLES_TIMEOUT_MS)
  open.defer(() =>
    opening.then(
      (snapshot) => snapshot[Symbol.asyncDispose](),
      () => undefined,
    ),
  )
  return await opening
}

/**
 * The pictures: first the whole ones, then the `rest`, those that came meanwhile and what is left of damaged ones; and what
 * all of them have to be. A restore stores a picture whole, so its files stay together.
 */
function picturesOf(media: MediaStore) {
  const hash = createHash('sha256')
  const known = new Set<string>()
  let files = 0
  let total = 0
  async function* entriesWhere(isDue: (found: Map<string, Buffer>) => boolean): AsyncGenerator<Entry> {
    for (const pictureId of (await media.list()).filter((id) => !known.has(id)).sort()) {
      const found = await filesOf(media, pictureId)
      if (!isDue(found)) continue
      known.add(pictureId)
      for (const [file, bytes] of found) {
        hash.update(`${pictureId}/${file}\n`).update(bytes)
        files += 1
        total += bytes.length
        yield { name: `pictures/${pictureId}/${file}`, bytes }
      }
    }
  }
  return {
    // An S3 store takes the files of an upload one after another, and lists the picture from the first one on.
    entries: () => entriesWhere((found) => found.size === pictureFiles.length),
    // An upload that still goes on is of no product that the tables have.
    rest: () => entriesWhere(() => true),
    summary: (): NonNullable<BackupManifest['pictures']> => ({ files, bytes: total, sha256: hash.digest('hex') }),
  }
}

/** Those that are there: one may be deleted meanwhile, which is done only to pictures that nothing has shown for a day. */
async function filesOf(media: MediaStore, pictureId: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const file of pictureFiles) {
    const found = await media.read(pictureId, file)
    if (found) files.set(file, Buffer.concat(await found.body.toArray()))
  }
  return files
}

const jsonEntry = (name: string, value: object): Entry => ({ name, bytes: Buffer.from(JSON.stringify(value, null, 2)) })

import { readdirSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { lockSchema } from '../db/migrate.ts'
import { migrationsFolder, openDatabase } from '../db/open-database.ts'
import type { Environment } from '../env.ts'
import type { MediaStore } from '../modules/media/media-store.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import type { BackupManifest } from './archive/manifest.ts'
import { type BackupPart, proveBackup, readBackup } from './archive/read-backup.ts'
import { UnreadableBackup } from './archive/unreadable-backup.ts'
import { dropEverything } from './database/drop-everything.ts'
import { loadDatabase } from './database/load-database.ts'
import { refuseRunningShop, rowsInUse } from './database/rows-in-use.ts'
import { saveSettings } from './settings-file.ts'

interface RestoreOptions {
  env: Environment
  databaseUrl: string
  key: string
  /** Opens the backup; called twice: it is read whole before anything is changed. */
  open: () => Promise<Readable>
  /** Asked where the shop is not empty, with its rows by table. Nothing is changed unless it answers true. */
  mayReplace: (rows: Map<string, number>, manifest: BackupManifest) => Promise<boolean>
}

/**
 * Brings a shop back from a backup: pictures, then the whole database in one transaction, with the schema that it had.
 * Returns the manifest and the file with the settings; undefined where the owner would not replace what is there.
 *
 * Throws UnreadableBackup, before anything is changed, for a file that is not as it was made or is newer than this shop.
 * Throws where a shop runs on the database, or where the rows do not come back as they were; the database is as before then.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored | undefined> {
  const { env, databaseUrl, key, open, mayReplace } = options
  const manifest = await proveBackup(await open(), key)
  refuseUnknownMigrations(manifest)
  let client: pg.PoolClient | undefined
  // One connection: what the migrator and the copies do belongs into one transaction.
  const orm = await openDatabase(databaseUrl, {
    poolSize: 1,
    isPreparing: false,
    onConnect: (connected) => {
      client = connected
    },
  })
  try {
    await orm.migrator.getExecuted() // makes the list of migrations where there is none, before the transaction begins
    // The pool closes a connection that waits for pictures, and opens another.
    const current = () => {
      if (!client) throw new Error('The database gave no connection.')
      return client
    }
    await refuseRunningShop(current())
    const rows = await rowsInUse(current())
    if (rows.size > 0 && !(await mayReplace(rows, manifest))) return undefined
    const settings = await load({
      orm,
      current,
      manifest,
      media: mediaStoreOf(env),
      parts: readBackup(await open(), key),
    })
    return { manifest, settingsFile: settings ? await saveSettings(env, settings) : undefined }
  } finally {
    await orm.close()
  }
}

interface Restored {
  manifest: BackupManifest
  settingsFile: string | undefined
}

function refuseUnknownMigrations({ migrations }: BackupManifest): void {
  const known = new Set(readdirSync(migrationsFolder).map((file) => file.replace(/\.ts$/, '')))
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new UnreadableBackup(
    `This backup was made by another version of the shop, which had ${unknown.join(', ')}. Restore it with that version.`,
  )
}

interface Load {
  orm: MikroORM
  /** The one connection that the ORM has now. */
  current: () => pg.PoolClient
  manifest: BackupManifest
  media: MediaStore
  parts: AsyncGenerator<BackupPart>
}

async function load({ orm, current, manifest, media, parts }: Load): Promise<string | undefined> {
  const afterPictures = await restorePictures(media, parts)
  let settings: string | undefined
  const rest = (async function* () {
    for (let part = afterPictures; part; part = (await parts.next()).value) {
      // A copy from before an update goes back to the machine that made it.
      if (part.kind === 'settings' && manifest.pictures) settings = part.text
      yield part
    }
  })()
  await orm.em.getConnection().transactional(async (transaction) => {
    const client = current()
    for (const statement of lockSchema) await client.query(statement)
    await dropEverything(client)
    await orm.migrator.up({ migrations: manifest.migrations, transaction })
    await loadDatabase(client, rest)
    // Without it the first queries are planned as for empty tables.
    await client.query('analyze')
  })
  return settings
}

/** Stores the pictures, each whole, and returns the first part after them. */
async function restorePictures(media: MediaStore, parts: AsyncGenerator<BackupPart>): Promise<BackupPart | undefined> {
  let current: { id: string; files: Map<string, Buffer> } | undefined
  const store = async () => {
    if (!current) return
    await media.remove(current.id)
    await media.put(current.id, current.files)
  }
  for (;;) {
    const { value: part, done } = await parts.next()
    if (done) return undefined
    if (part.kind === 'head') continue
    if (part.kind !== 'picture') {
      await store()
      return part
    }
    if (current?.id !== part.pictureId) {
      await store()
      current = { id: part.pictureId, files: new Map() }
    }
    current.files.set(part.file, Buffer.from(part.bytes))
  }
}

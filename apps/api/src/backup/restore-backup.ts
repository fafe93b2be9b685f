import type { Readable } from 'node:stream'
import type { MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { lockSchema } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { madeMigrations, unknownAmong } from '../db/unknown-migrations.ts'
import type { Environment } from '../env.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { MISSING_PICTURES_REMEDY, missingPictures } from '../modules/media/missing-pictures.ts'
import type { BackupManifest } from './archive/manifest.ts'
import { type BackupPart, proveBackup, readBackup } from './archive/read-backup.ts'
import { UnreadableBackup } from './archive/unreadable-backup.ts'
import { dropEverything } from './database/drop-everything.ts'
import { loadDatabase } from './database/load-database.ts'
import { refuseRunningShop } from './database/refuse-running-shop.ts'
import { rowsInUse } from './database/rows-in-use.ts'
import { adoptPictures } from './restored/adopt-pictures.ts'
import { type ClosedAccess, closeAccess } from './restored/close-access.ts'
import { type ErasedAgain, eraseAgain } from './restored/erase-again.ts'
import { readReplacedShop } from './restored/replaced-shop.ts'
import { restorePictures } from './restored/restore-pictures.ts'
import { saveSettings } from './settings-file.ts'
import { isOfFuture } from './stored-backups.ts'

/** No shopper waits behind it. An autovacuum that holds a table is ended by PostgreSQL after a second. */
const WAIT_WHILE_CLOSED = '10s'

interface RestoreOptions {
  env: Environment
  databaseUrl: string
  key: string
  clock: () => Date
  /** Opens the backup; called twice: it is read whole before anything is changed. */
  open: () => Promise<Readable>
  /** Asked where the shop is not empty. Nothing is changed unless it answers true. */
  mayReplace: (replacement: Replacement) => Promise<boolean>
}

interface Replacement {
  /** What the shop holds, by table. */
  rows: Map<string, number>
  /** The migrations that its database has. */
  migrationsNow: string[]
  manifest: BackupManifest
}

/**
 * Brings a shop back from a backup: pictures, then the whole database in one transaction, with the schema that it had. Who
 * was shut out or erased since stays so, as far as the replaced database knows, and no number is given twice. Returns what
 * came back and what did not; undefined where the owner would not replace what is there.
 *
 * Throws UnreadableBackup, before anything is changed, for a file that is not as it was made or is newer than this shop.
 * Throws where the backup was made later than `clock` says: how many numbers were given since could not be told. Throws
 * where a shop runs on the database, or where the rows do not come back as they were; the database is as before then.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored | undefined> {
  const { env, databaseUrl, key, clock, open, mayReplace } = options
  const manifest = await proveBackup(await open(), key)
  refuseUnknownMigrations(manifest)
  refuseFuture(manifest, clock())
  let client: pg.PoolClient | undefined
  // One connection: what the migrator and the copies do belongs into one transaction.
  const orm = await openDatabase(databaseUrl, {
    poolSize: 1,
    onPool: (pool) => {
      pool.on('connect', (connected) => {
        client = connected
      })
    },
  })
  try {
    // Makes the list of migrations where there is none, before the transaction begins.
    const migrationsNow = await madeMigrations(orm)
    // The pool closes a connection that waits for pictures, and opens another.
    const current = () => {
      if (!client) throw new Error('The database gave no connection.')
      return client
    }
    await refuseRunningShop(current(), env, clock())
    const rows = await rowsInUse(current())
    if (rows.size > 0 && !(await mayReplace({ rows, migrationsNow, manifest }))) return undefined
    const changes = await load({ orm, env, current, manifest, parts: readBackup(await open(), key), clock })
    const adoptedPictures = await picturesSince(orm, env)
    return { manifest, ...changes, adoptedPictures, pictures: await picturesLeftOut(orm, env) }
  } finally {
    await orm.close()
  }
}

export interface Restored extends Changes {
  manifest: BackupManifest
  /** How many were uploaded since the backup, and are deleted after a day where no product shows them; undefined where nobody knows. */
  adoptedPictures: number | undefined
  /** What the owner is told of pictures that the shop shows again and nobody has any more; undefined where all are there. */
  pictures: string | undefined
}

/** The schema of an old backup has no rows of pictures, and a store may be away: the shop is restored all the same. */
const picturesSince = (orm: MikroORM, env: Environment): Promise<number | undefined> =>
  Promise.try(() => adoptPictures(orm.em.fork(), mediaStoreOf(env))).catch(() => undefined)

/** A picture that was taken off a product since is deleted after a day, and a copy from before an update holds none. */
async function picturesLeftOut(orm: MikroORM, env: Environment): Promise<string | undefined> {
  try {
    const media = mediaStoreOf(env)
    const missing = await missingPictures(orm.em.fork(), media, env)
    return missing && `${missing} ${MISSING_PICTURES_REMEDY}`
  } catch {
    // The schema of an old backup, or a store that is away: the shop is restored all the same.
    return 'Whether every picture that products show is there could not be told. npm run doctor tells it.'
  }
}

/** What is not as in the backup, and where its settings are. */
interface Changes {
  closed: ClosedAccess
  erased: ErasedAgain
  settingsFile: string | undefined
}

function refuseUnknownMigrations({ migrations }: BackupManifest): void {
  const unknown = unknownAmong(migrations)
  if (unknown.length === 0) return
  throw new UnreadableBackup(
    `This backup was made by another version of the shop, which had ${unknown.join(', ')}. Restore it with that version.`,
  )
}

function refuseFuture({ madeAt }: BackupManifest, now: Date): void {
  if (!isOfFuture(new Date(madeAt), now)) return
  throw new Error(
    `This backup was made at ${madeAt}, and the clock of the database says ${now.toISOString()}: one of the two is wrong. Nothing was changed. Set the clock of the database's machine to that time or later first.`,
  )
}

interface Load {
  orm: MikroORM
  /** The one connection that the ORM has now. */
  current: () => pg.PoolClient
  env: Environment
  manifest: BackupManifest
  parts: AsyncGenerator<BackupPart>
  clock: () => Date
}

async function load({ orm, current, env, manifest, parts, clock }: Load): Promise<Changes> {
  const now = clock()
  const afterPictures = await restorePictures(mediaStoreOf(env), parts)
  let settings: string | undefined
  const rest = (async function* () {
    for (let part = afterPictures; part; part = (await parts.next()).value) {
      // A copy from before an update goes back to the machine that made it.
      if (part.kind === 'settings' && manifest.pictures) settings = part.text
      yield part
    }
  })()
  return await orm.em.getConnection().transactional(async (transaction) => {
    const client = current()
    await lockSchema((statement) => client.query(statement))
    // It may have been started while the owner was asked or pictures were stored; one that starts now waits for the lock.
    await refuseRunningShop(client, env, clock())
    await client.query(`set local lock_timeout = '${WAIT_WHILE_CLOSED}'`)
    const shop = await readReplacedShop(client)
    await dropEverything(client)
    await orm.migrator.up({ migrations: manifest.migrations, transaction })
    await loadDatabase(client, rest, { shop, now })
    const closed = await closeAccess(client, shop, now)
    const em = orm.em.fork()
    em.setTransactionContext(transaction)
    const erased = await eraseAgain(client, em, shop, now)
    // Without it the first queries are planned as for empty tables.
    await client.query('analyze')
    // Before the end of the transaction: a full disk must not leave a restored shop that is called not restored.
    const settingsFile = settings ? await saveSettings(env, settings) : undefined
    return { closed, erased, settingsFile }
  })
}

import { z } from 'zod'

/** Why a backup was made; it stands in the file's name. */
export const backupReasons = ['nightly', 'manual', 'before-update', 'before-restore'] as const
export type BackupReason = (typeof backupReasons)[number]

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.int().min(0)

/** The first entry of a backup: enough to refuse one that this shop cannot read. */
export const backupHead = z.object({
  format: z.literal('marashi-backup'),
  formatVersion: z.literal(1),
  madeAt: z.iso.datetime(),
  reason: z.enum(backupReasons),
  shopName: z.string(),
  shopVersion: z.string(),
  /** The migrations that have made the schema of its tables, oldest first. */
  migrations: z.array(z.string()).min(1),
})
export type BackupHead = z.infer<typeof backupHead>

const tableManifest = z.object({
  name: z.string(),
  /** Generated columns are left out: the database fills them again. */
  columns: z.array(z.string()).min(1),
  rows: count,
  /** A sum over the rows, whatever their order; PostgreSQL adds it up, before the backup and after a restore. */
  sum: z.string(),
  bytes: count,
  sha256,
})
export type TableManifest = z.infer<typeof tableManifest>

/** The last entry of a backup: what everything before it has to be. A file that was cut short has none. */
export const backupManifest = backupHead.extend({
  /** The instant of its rows, after its pictures were stored; archives of a version before have none. */
  databaseAt: z.iso.datetime().optional(),
  tables: z.array(tableManifest),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().regex(/^\d+$/), isCalled: z.boolean() })),
  /** Null where a backup holds the database alone. The sum is over names and bytes, in their order. */
  pictures: z.object({ files: count, bytes: count, sha256 }).nullable(),
})
export type BackupManifest = z.infer<typeof backupManifest>

/** Names of the entries. Tables and pictures have folders of their own. */
export const entryNames = { head: 'backup.json', manifest: 'manifest.json', settings: 'settings.env' } as const

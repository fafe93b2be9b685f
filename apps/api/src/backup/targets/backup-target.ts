import type { Readable } from 'node:stream'
import { type BackupReason, backupReasons } from '../archive/manifest.ts'

/** Where backups are kept. A backup appears there whole or not at all. */
export interface BackupTarget {
  /** The place in words that an owner finds it by: a folder, or s3://bucket/prefix. */
  place: string
  /** Where one of them lies, in the form of the place: what an owner copies and hands to `npm run restore`. */
  addressOf(name: string): string
  write(name: string, bytes: Readable): Promise<{ bytes: number }>
  /** Throws an Error that names the place where there is no such backup. */
  read(name: string): Promise<Readable>
  list(): Promise<StoredBackup[]>
  remove(name: string): Promise<void>
}

export interface StoredBackup {
  name: string
  madeAt: Date
  reason: BackupReason
}

const form = new RegExp(
  `^marashi-(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z-(${backupReasons.join('|')})\\.tar\\.zst\\.age$`,
)

/** "marashi-20261122T000000Z-nightly.tar.zst.age" */
export const backupName = (madeAt: Date, reason: BackupReason): string =>
  `marashi-${madeAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-${reason}.tar.zst.age`

/** Reads a backup's name; undefined for any other file. */
export function readBackupName(name: string): StoredBackup | undefined {
  const [, year, month, day, hour, minute, second, reason] = form.exec(name) ?? []
  if (!reason) return undefined
  const madeAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return { name, madeAt, reason: reason as BackupReason }
}

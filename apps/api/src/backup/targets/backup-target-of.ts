import path from 'node:path'
import type { Environment } from '../../env.ts'
import type { BackupTarget } from './backup-target.ts'
import { folderTarget } from './folder-target.ts'
import { s3Target } from './s3-target.ts'

/** Whether the shop makes backups by itself. */
export const makesBackups = ({ BACKUP_TO }: Pick<Environment, 'BACKUP_TO'>): boolean => BACKUP_TO !== 'off'

/**
 * The place that BACKUP_TO names; `backups` in the data folder where it names none. Throws an Error that names the missing
 * variables of a store.
 */
export function backupTargetOf(env: Environment): BackupTarget {
  const place = env.BACKUP_TO && makesBackups(env) ? env.BACKUP_TO : path.join(env.DATA_DIR, 'backups')
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? []
  if (!bucket) return folderTarget(path.resolve(place))
  const endpoint = env.BACKUP_S3_ENDPOINT ?? env.S3_ENDPOINT
  const accessKeyId = env.BACKUP_S3_ACCESS_KEY ?? env.S3_ACCESS_KEY
  const secretAccessKey = env.BACKUP_S3_SECRET_KEY ?? env.S3_SECRET_KEY
  if (!endpoint || !accessKeyId || !secretAccessKey) {
    const missing = Object.entries({ ENDPOINT: endpoint, ACCESS_KEY: accessKeyId, SECRET_KEY: secretAccessKey })
    const names = missing.flatMap(([name, value]) => (value ? [] : [`BACKUP_S3_${name}`]))
    throw new Error(`Backups cannot go to ${place} without ${names.join(', ')}: .env.example explains them.`)
  }
  const region = env.BACKUP_S3_REGION ?? env.S3_REGION
  return s3Target({ endpoint, bucket, prefix: prefix.replace(/\/+$/, ''), region, accessKeyId, secretAccessKey })
}

import type { MikroORM } from '@mikro-orm/postgresql'
import { lostBackup } from '../backup/lost-backup.ts'
import { backupTargetOf, makesBackups } from '../backup/targets/backup-target-of.ts'
import type { Environment } from '../env.ts'
import { backupStatus } from '../modules/admin/backups/backup-status.ts'
import { backupFinding } from '../modules/admin/health/checks/backup.ts'
import { broken, doubtful, type Finding, fine, reasonOf } from '../modules/admin/health/finding.ts'
import type { MediaStore } from '../modules/media/media-store.ts'
import { namesStoreRemedy } from '../outgoing/store-refusal.ts'
import { checkSettings } from '../settings/check-settings.ts'
import { examineAddress } from './examine-address.ts'
import { examineDatabase } from './examine-database.ts'
import { examineDetails } from './examine-details.ts'
import { examineGateways } from './examine-gateways.ts'
import { examineDisk, examineMail, examinePictures } from './examine-machine.ts'
import { unknownPart } from './unknown-part.ts'

interface ShopToExamine {
  env: Environment
  orm: MikroORM
  /** Where `orm` leads. */
  databaseUrl: string
  /** Where the database is listened to, and orders go. */
  directUrl: string
  media: MediaStore
  clock: () => Date
}

/** Everything that can be wrong with a set-up, in the order in which it should be fixed. */
export async function examineShop({
  env,
  orm,
  databaseUrl,
  directUrl,
  media,
  clock,
}: ShopToExamine): Promise<Finding[]> {
  const { unsafe, doubtful: unsure } = checkSettings(env)
  const settings = [
    ...unsafe.map((line) => broken('Settings', line)),
    ...unsure.map((line) => doubtful('Settings', line)),
  ]
  const parts = await Promise.all([
    examineDatabase(orm, { databaseUrl, directUrl }, clock()),
    examineDisk(env),
    examinePictures({ env, orm, media }),
    examineMail(env),
    examineGateways(env),
    examineAddress(env, clock),
    examineDetails({ env, orm }),
    examineBackups({ env, orm, clock }),
  ])
  return [...(settings.length > 0 ? settings : [fine('Settings', 'Nothing to object to.')]), ...parts.flat()]
}

async function examineBackups({ env, orm, clock }: Pick<ShopToExamine, 'env' | 'orm' | 'clock'>): Promise<Finding> {
  try {
    const status = await backupStatus({ em: orm.em.fork(), env, clock })
    return (await examinePlace({ env, orm, clock })) ?? backupFinding(status)
  } catch (error) {
    return unknownPart('Backup', error)
  }
}

/** What is wrong with the place of the backups now: nights ago it may have been another, or a disk that is not mounted. */
async function examinePlace({
  env,
  orm,
  clock,
}: Pick<ShopToExamine, 'env' | 'orm' | 'clock'>): Promise<Finding | undefined> {
  if (!makesBackups(env)) return undefined
  try {
    const lost = await lostBackup(orm.em.fork(), backupTargetOf(env), clock())
    return lost ? broken('Backup', lost) : undefined
  } catch (error) {
    const why = `They cannot be kept: ${reasonOf(error)}`
    if (namesStoreRemedy(error)) return broken('Backup', why)
    return broken('Backup', why.replace(/\.?$/, '.'), 'Check BACKUP_TO and the BACKUP_S3_ variables.')
  }
}

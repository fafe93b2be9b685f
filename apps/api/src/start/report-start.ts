import type { MikroORM } from '@mikro-orm/postgresql'
import { backupTargetOf, makesBackups } from '../backup/targets/backup-target-of.ts'
import { examineDatabase } from '../doctor/examine-database.ts'
import { examineMail, examineStore } from '../doctor/examine-machine.ts'
import type { Environment } from '../env.ts'
import { broken, doubtful, type Finding, findingLine, fine, reasonOf } from '../modules/admin/health/finding.ts'
import { passwordVariable } from '../modules/admin/session/admin-password.ts'
import type { MediaStore } from '../modules/media/media-store.ts'
import type { Settings } from '../modules/shop-settings/settings-of.ts'
import { shopVersion } from '../shop-version.ts'
import type { ShopLog } from './open-log.ts'
import { paymentFindings } from './payment-findings.ts'

/** A part that says nothing for this long is reported as silent; the shop serves meanwhile. */
const ANSWER_TIMEOUT_MS = 5_000

export interface StartedShop {
  env: Environment
  settings: Settings
  orm: MikroORM
  databaseUrl: string
  directUrl: string
  media: MediaStore
  clock: () => Date
  /** The page that stands in for a phone; null where M-Pesa is no demo. */
  demoPhoneUrl: string | null
  /** The file with the key for trying the API; undefined where money moves. */
  sandboxKey: string | undefined
  /** The administrator's password, where this start made one. */
  invented: string | undefined
}

/**
 * Says once what the shop found when it opened: where it is, and how its database, pictures, payments, mail and proxy are.
 * Throws nothing, whatever is away: the shop serves already.
 */
export async function reportStart(shop: StartedShop, { log, isText }: Pick<ShopLog, 'log' | 'isText'>): Promise<void> {
  const { env, demoPhoneUrl, sandboxKey, invented } = shop
  const parts = await examine(shop)
  const { name } = (await shop.settings.read().catch(() => shop.settings.lastKnown)).shop
  const title = `${name} is open: ${env.PUBLIC_URL}`
  const addresses = {
    'The back office': `${env.PUBLIC_URL}/admin, ${howToLogIn(env, invented)}`,
    'The API for others': `${env.PUBLIC_URL}/api/docs${sandboxKey ? `, a sandbox key is in ${sandboxKey}` : ''}`,
    ...(demoPhoneUrl && { 'M-Pesa is a demo, its phone': demoPhoneUrl }),
  }
  const level = parts.some(({ state }) => state === 'broken') ? 'warn' : 'info'
  if (!isText) return log[level]({ version: shopVersion, addresses, parts }, title)
  const lines = [...Object.entries(addresses).map(([what, where]) => `${what}: ${where}`), ...parts.map(findingLine)]
  const text = `${[title, ...lines].join('\n  ')}\n`
  log[level](text)
}

async function examine({ env, orm, databaseUrl, directUrl, media, clock }: StartedShop): Promise<Finding[]> {
  const found = await Promise.all([
    soon('Database', examineDatabase(orm, { databaseUrl, directUrl }, clock())),
    // Which pictures it has takes longer to list than a start waits: npm run doctor and the night's backup say it.
    soon('Pictures', examineStore(media)),
    soon('Mail', examineMail(env)),
  ])
  return [
    fine('Version', `${shopVersion}, on Node ${process.versions.node}, ${env.NODE_ENV}.`),
    ...found.flat(),
    ...paymentFindings(env),
    fine('Proxy', env.TRUST_PROXY ? `${env.TRUST_PROXY} may say who asks.` : 'None is trusted: who connects, asks.'),
    await soon('Backup', examineBackupPlace(env)),
  ]
}

/** Throws where BACKUP_TO is a store without its variables. A folder is shown as it is taken: one may begin in the project's. */
async function examineBackupPlace(env: Environment): Promise<Finding> {
  if (!makesBackups(env)) return doubtful('Backup', 'BACKUP_TO is off.')
  return fine('Backup', `Every night to ${backupTargetOf(env).place}.`)
}

async function soon<Found extends Finding | Finding[]>(
  part: string,
  examination: Promise<Found>,
): Promise<Found | Finding> {
  const late = Promise.withResolvers<Finding>()
  const silent = () => late.resolve(broken(part, `It said nothing for ${ANSWER_TIMEOUT_MS / 1_000} seconds.`))
  const timer = setTimeout(silent, ANSWER_TIMEOUT_MS)
  try {
    return await Promise.race([examination, late.promise])
  } catch (error) {
    return broken(part, `It could not be examined: ${reasonOf(error)}.`)
  } finally {
    clearTimeout(timer)
  }
}

/** How to log in; an invented password is shown this once, then only its hash is stored. */
function howToLogIn(env: Environment, invented: string | undefined): string {
  if (invented) return `password ${invented} (shown only now; npm run password chooses another)`
  const variable = passwordVariable(env)
  return variable
    ? `password as in ${variable}`
    : 'with the password of the first start, or as chosen since (npm run password)'
}

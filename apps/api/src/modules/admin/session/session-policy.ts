import type { Environment } from '../../../env.ts'
import { limitSettingOf } from '../../../http/limits/limit-settings.ts'
import { limitTable } from '../../../http/limits/limit-table.ts'

/**
 * How long the administrator stays logged in, how many passwords may be guessed, and when the traces of both are purged:
 * every number of docs/behaviour.md#administrator-session and docs/behaviour.md#wrong-passwords.
 */
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const sessionPolicy = {
  /** A session and its cookie end so long after the login, however busy they are. */
  lifetimeMs: 7 * DAY_MS,
  /** A session that nobody has used for so long has ended. */
  idleMs: 12 * HOUR_MS,
  /** Use within this time of the last recorded use is not recorded. */
  recordUseAfterMs: MINUTE_MS,
} as const

export const devicePolicy = {
  /** A device and its cookie are known for so long after its last login. Browsers keep no cookie for more than 400 days. */
  lifetimeMs: 365 * DAY_MS,
} as const

export const guessPolicy = {
  /** Longer than any window of LIMIT_LOGINS that an owner would set; no limit counts an older guess. */
  keptMs: DAY_MS,
  /** More wrong passwords than people mistype within the window, whoever they come from: an attack. */
  attackFrom: limitTable.allPasswords.most,
  attackWindowMs: limitTable.allPasswords.seconds * SECOND_MS,
  /** During an attack, strangers who have guessed before are served once in so long, all of them together. */
  strangersEveryMs: SECOND_MS,
} as const

/**
 * How many wrong passwords one network or device has, in how many milliseconds: LIMIT_LOGINS, which is 5 in 15 minutes
 * unless the owner sets another limit. Undefined where the owner has turned it off.
 */
export function guessLimit(env: Environment) {
  const setting = limitSettingOf('passwords', env)
  return setting && { max: setting.most, windowMs: setting.seconds * SECOND_MS }
}

/**
 * Comparing a password takes 64 MiB and a tenth to half a second of a core, so two run at once; one of the two slots is
 * kept for known browsers, and the other is empty for half of the time however many guess.
 */
export const loginQueue = {
  slots: 2,
  slotsForStrangers: 1,
  restAfterStrangers: 1,
  maxWaiting: 100,
  maxWaitMs: 3 * SECOND_MS,
} as const

/** When ended sessions, expired devices and old guesses are deleted: every hour. */
export const purgeSchedule = { cron: '10 * * * *' } as const

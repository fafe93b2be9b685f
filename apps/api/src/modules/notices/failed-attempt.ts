import type { NoticeChannel } from '@marashi/domain/rules/notices'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import { LONGEST_PAUSE_OF_OUTAGE_MS, pauseWithin } from '../../jobs/retry-pauses.ts'
import { isRefusalOfOne, mailRefusalOf } from '../mail/refusal.ts'
import { PushRefused } from './push/send-push.ts'

/** What refuses the owner goes on refusing until somebody acts: whoever asks more often is taken for a sender of spam. */
const REFUSED_PAUSE_MS = 60 * 60_000
/** A push service that is asked too often, or was too slow, takes the notice a little later. */
const PUT_OFF = new Set([408, 429])

/** How long the recipient of a notice that was not taken is left alone, in milliseconds, and whether in its other notices too. */
export async function pauseOf(
  em: EntityManager,
  { channel, recipient, attempts }: { channel: NoticeChannel; recipient: string; attempts: number },
  error: unknown,
): Promise<{ pauseMs: number; isOfAll: boolean }> {
  const isOfAll = mailRefusalOf(error).code !== 'EMESSAGE'
  const longest = isRefused(error) ? REFUSED_PAUSE_MS : LONGEST_PAUSE_OF_OUTAGE_MS
  // A new one does not begin with short pauses where others have found for hours that nobody is reached.
  const tried = isOfAll ? await mostAttempts(em, { channel, recipient }) : attempts
  return { pauseMs: pauseWithin(tried, longest), isOfAll }
}

const isRefused = (error: unknown): boolean =>
  error instanceof PushRefused ? error.status < 500 && !PUT_OFF.has(error.status) : isRefusalOfOne(mailRefusalOf(error))

async function mostAttempts(
  em: EntityManager,
  { channel, recipient }: { channel: NoticeChannel; recipient: string },
): Promise<number> {
  const { most } = await db(em)
    .selectFrom('notices')
    .select(({ fn }) => fn.max('attempts').as('most'))
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return most ?? 1
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import type { NoticeToQueue } from './queue-notices.ts'

const HOUR_MS = 60 * 60_000
/** Each review is told of up to here; who sends more in an hour is a botnet. */
const MOST_AN_HOUR = 10

/**
 * The notices with one in the place of all reviews after the tenth of an hour: anybody may write reviews, and thousands of
 * e-mails would use up the mail server that sends the receipts.
 */
export async function summariseReviews(
  tx: EntityManager,
  notices: readonly NoticeToQueue[],
  now: Date,
): Promise<NoticeToQueue[]> {
  if (!notices.some(({ kind }) => kind === 'review')) return [...notices]
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS)
  const { count } = await db(tx)
    .selectFrom('notices')
    .select(({ fn }) => fn.count<number>('cause').distinct().as('count'))
    .where('kind', '=', 'review')
    .where('created_at', '>=', hour)
    .executeTakeFirstOrThrow()
  let queued = count
  const kept = notices.filter(({ kind }) => kind !== 'review' || queued++ < MOST_AN_HOUR)
  return kept.length === notices.length ? kept : [...kept, manyReviews(hour)]
}

const manyReviews = (hour: Date): NoticeToQueue => ({
  kind: 'review',
  cause: `reviews ${hour.toISOString()}`,
  text: {
    title: 'Many new reviews',
    body: `More than ${MOST_AN_HOUR} came within an hour. See which of them the shop shows.`,
    path: '/admin/reviews',
  },
})

import { type NoticeChannel, quietUntil } from '@marashi/domain/rules/notices'
import { db } from '../../db/db.ts'
import { recordDone } from '../../db/record-done.ts'
import type { Context } from '../../http/context.ts'
import { LONGEST_SENDING_MS, pauseOfOwnFailure } from '../../jobs/retry-pauses.ts'
import { FailedAlone, workThrough } from '../../jobs/work-through.ts'
import type { PostToInternet } from '../../outgoing/post-to-internet.ts'
import { storableProblem, UNWRITTEN } from '../mail/refusal.ts'
import type { SendEmail } from '../mail/smtp.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { currentText } from './current-text.ts'
import { pauseOf } from './failed-attempt.ts'
import { noticeEmail } from './notice-email.ts'
import { endSubscription, sendPush, writePush } from './push/send-push.ts'

export interface Channels {
  sendEmail: SendEmail | null
  /** To push services. */
  post: PostToInternet
}

/** Older news is of no use; what it is about still stands in the administration. */
const GIVE_UP_AFTER_MS = 72 * 60 * 60_000
/** The problem of a notice whose recipient is there no more: a browser that was removed, or no mail server is set. */
export const NOBODY_THERE = 'nobody is there to be told'

type Claimed = NonNullable<Awaited<ReturnType<typeof claimNext>>>

/**
 * Sends the notices of one channel that are due, each once: a row is claimed before it is sent and marked after. Where a recipient cannot
 * be reached, all notices for it wait together: five seconds, fifteen, then thirty between two attempts, for three days. Where
 * it is refused, the pauses grow to an hour. One whose text is refused waits alone; so does one that the shop cannot write, with which the
 * run fails.
 */
export async function sendNotices(ctx: Context, channels: Channels, channel: NoticeChannel): Promise<void> {
  await workThrough(ctx, async (own) => {
    // What was due before may have waited: the shop was off, or could not write it.
    if (await quietEnd(own, own.clock())) return false
    const claimed = await claimNext(own, channel)
    if (claimed) await sendOne(own, channels, claimed)
    return claimed !== undefined
  })
}

async function sendOne(ctx: Context, channels: Channels, claimed: Claimed): Promise<void> {
  const { id, channel, recipient } = claimed
  const send = await writeNotice(ctx, channels, claimed).catch((error: unknown) => failAlone(ctx, claimed, error))
  // Removed: a problem that is back after its notice was withdrawn is queued again.
  if (send === 'withdrawn') return void (await withdraw(ctx, id))
  let isSent: boolean
  try {
    isSent = await send()
  } catch (error) {
    return await putOff(ctx, claimed, error)
  }
  if (!isSent && channel === 'push') await endSubscription(ctx, recipient)
  await recordDone(() => mark(ctx, id, isSent ? { sent_at: ctx.clock() } : { last_problem: NOBODY_THERE }))
}

async function putOff(ctx: Context, claimed: Claimed, error: unknown): Promise<void> {
  const { id, channel, recipient } = claimed
  const { code, responseCode, status } = error as { code?: string; responseCode?: number; status?: number }
  ctx.log.warn({ notice: id, channel, code, responseCode, status }, 'the owner could not be sent a notice')
  const { pauseMs, isOfAll } = await pauseOf(ctx.em, claimed, error)
  const now = ctx.clock()
  const next = await nextAttempt(ctx, pauseMs)
  if (isOfAll) await waitFor(ctx, { channel, recipient }, next)
  const first_failed_at = claimed.firstFailedAt ?? now
  const last_problem = storableProblem(error)
  await planNext(ctx, claimed, { next, first_failed_at, last_problem, ...(isOfAll && { untaken_at: now }) })
}

/**
 * Answers how to send it, which answers whether it was sent, false where nobody takes it any more, and throws where it may be tried again.
 * Or that it is to be withdrawn.
 */
async function writeNotice(
  ctx: Context,
  { sendEmail, post }: Channels,
  claimed: Claimed,
): Promise<(() => Promise<boolean>) | 'withdrawn'> {
  const { id, channel, recipient } = claimed
  const text = await currentText(ctx, claimed)
  if (!text) return 'withdrawn'
  if (channel === 'push') {
    const push = await writePush(ctx, { subscriptionId: recipient, text, tag: `notice-${id}` })
    return async () => push !== undefined && (await sendPush(push, post))
  }
  if (!sendEmail) return async () => false
  const { shop } = await settingsOf(ctx)
  const email = noticeEmail({ env: ctx.env, shop }, { id, text })
  return async () => {
    await sendEmail(email)
    return true
  }
}

/** Nobody was asked, and the owner is no less reached than before. */
async function failAlone(ctx: Context, claimed: Claimed, cause: unknown): Promise<never> {
  const first_failed_at = claimed.firstFailedAt ?? ctx.clock()
  const next = new Date(ctx.clock().getTime() + pauseOfOwnFailure(claimed.attempts, cause))
  await recordDone(() => planNext(ctx, claimed, { next, first_failed_at, last_problem: UNWRITTEN }))
  throw new FailedAlone(`The notice ${claimed.id} could not be written.`, { cause })
}

/** After a pause, or at the end of the quiet hours that hold by then: what was away in the evening is told in the morning. */
async function nextAttempt(ctx: Context, pauseMs: number): Promise<Date> {
  const next = new Date(ctx.clock().getTime() + pauseMs)
  return (await quietEnd(ctx, next)) ?? next
}

/** When the quiet hours end that hold at an instant; null where nobody minds being told then. */
async function quietEnd(ctx: Context, at: Date): Promise<Date | null> {
  const { quietHours } = (await settingsOf(ctx)).notices
  return quietHours.isOn ? quietUntil(at, quietHours) : null
}

async function planNext(
  ctx: Context,
  { id, createdAt }: Claimed,
  { next, ...tried }: { next: Date; first_failed_at: Date; last_problem: string; untaken_at?: Date },
): Promise<void> {
  const isOver = ctx.clock().getTime() - createdAt.getTime() > GIVE_UP_AFTER_MS
  await mark(ctx, id, { ...tried, next_attempt_at: isOver ? null : next })
}

/** The next attempt shows whether the recipient can be reached again: the others wait for it. */
const waitFor = ({ em }: Context, { channel, recipient }: Pick<Claimed, 'channel' | 'recipient'>, next: Date) =>
  db(em)
    .updateTable('notices')
    .set({ next_attempt_at: next })
    // Two that fail at once put the same rows off: whoever comes second leaves them to the first.
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('notices')
        .select('id')
        .where('channel', '=', channel)
        .where('recipient', '=', recipient)
        .where('claimed_until', 'is', null)
        .where('next_attempt_at', '<', next)
        .forUpdate()
        .skipLocked(),
    )
    .execute()

/** The one that was tried most often is tried first, so that an outage of an hour costs one attempt each half a minute. */
export const nextNotice = ({ em, clock }: Context, channel: NoticeChannel) =>
  db(em)
    .selectFrom('notices')
    .select('id')
    .where('channel', '=', channel)
    .where('next_attempt_at', '<=', clock())
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', clock())]))
    .orderBy('attempts', 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()

const claimNext = (ctx: Context, channel: NoticeChannel) =>
  db(ctx.em)
    .updateTable('notices')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      claimed_until: new Date(ctx.clock().getTime() + LONGEST_SENDING_MS),
    }))
    .where('id', '=', () => nextNotice(ctx, channel))
    .returning(['id', 'kind', 'cause', 'channel', 'recipient', 'text', 'attempts'])
    .returning(['created_at as createdAt', 'first_failed_at as firstFailedAt'])
    .executeTakeFirst()

const withdraw = ({ em }: Context, id: number) => db(em).deleteFrom('notices').where('id', '=', id).execute()

/** Ends a claim. Nothing more is planned unless the columns say so. */
const mark = (
  { em }: Context,
  id: number,
  columns: {
    sent_at?: Date
    next_attempt_at?: Date | null
    first_failed_at?: Date
    last_problem?: string
    untaken_at?: Date
  },
) => {
  const { next_attempt_at = null, last_problem = null, ...given } = columns
  return db(em)
    .updateTable('notices')
    .set({ ...given, next_attempt_at, last_problem, claimed_until: null })
    .where('id', '=', id)
    .execute()
}

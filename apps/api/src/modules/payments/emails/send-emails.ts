import { db } from '../../../db/db.ts'
import { recordDone } from '../../../db/record-done.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import {
  LONGEST_PAUSE_OF_OUTAGE_MS,
  LONGEST_SENDING_MS,
  pauseAfter,
  pauseOfOwnFailure,
  pauseWithin,
} from '../../../jobs/retry-pauses.ts'
import { FailedAlone, workThrough } from '../../../jobs/work-through.ts'
import { isRefusalOfOne, mailRefusalOf, NO_SMTP, storableProblem, UNWRITTEN } from '../../mail/refusal.ts'
import type { Email, SendEmail } from '../../mail/smtp.ts'
import { flagUnsent } from './flag-unsent.ts'
import { leaveOutOld } from './leave-out-old.ts'
import { receiptEmail } from './receipt-email.ts'
import { refundEmail } from './refund-email.ts'

/** An e-mail that no other process sends at the moment. */
type ClaimedEmail = NonNullable<Awaited<ReturnType<typeof claimNext>>>

/**
 * Sends what payments and refunds have queued, each once: a row is claimed before it is sent and marked after. One that the
 * mail server refuses by itself is tried again for three days, then flagged; while it is away all wait together
 * (docs/behaviour.md#e-mails). One that the shop cannot write waits by itself, and the run fails. Without SMTP they are kept, and
 * the log says that they were not sent. What has waited for more than 30 days is left out, and flagged where the mail server did
 * not take it.
 */
export async function sendEmails(ctx: Context, send: SendEmail | null): Promise<void> {
  await leaveOutOld(ctx)
  if (!send) return await noteUnsent(ctx)
  await workThrough(
    ctx,
    async (own) => {
      const claimed = await claimNext(own)
      if (claimed) await sendOne(own, send, claimed)
      return claimed !== undefined
    },
    { atOnce: 1 },
  )
}

async function sendOne(ctx: Context, send: SendEmail, claimed: ClaimedEmail): Promise<void> {
  const { id: emailId } = claimed
  faultPoint('email-claimed')
  const email = await writeEmail(ctx, claimed).catch((error: unknown) => putOff(ctx, claimed, error))
  try {
    await send(email)
  } catch (error) {
    const refusal = mailRefusalOf(error)
    ctx.log.warn({ email: emailId, ...refusal }, 'an e-mail could not be sent')
    const last_problem = storableProblem(error)
    if (isRefusalOfOne(refusal)) return await planRefused(ctx, claimed, last_problem)
    return await letAllWait(ctx, claimed, last_problem)
  }
  faultPoint('email-sent')
  await recordDone(() => markSent(ctx, emailId))
}

const writeEmail = (ctx: Context, { id: emailId, recipient, paymentId, refundId }: ClaimedEmail): Promise<Email> =>
  refundId === null ? receiptEmail(ctx, { emailId, recipient, paymentId }) : refundEmail(ctx, { recipient, refundId })

/** The mail server was not asked. */
async function putOff(ctx: Context, claimed: ClaimedEmail, cause: unknown): Promise<never> {
  const next_attempt_at = new Date(ctx.clock().getTime() + pauseOfOwnFailure(claimed.attempts, cause))
  await recordDone(() => planNext(ctx, claimed, { next_attempt_at, last_problem: UNWRITTEN, is_refused: false }))
  throw new FailedAlone(`The e-mail ${claimed.id} could not be written.`, { cause })
}

const markSent = ({ em, clock }: Context, emailId: string) =>
  db(em)
    .updateTable('payment_emails')
    .set({ sent_at: clock(), next_attempt_at: null, last_problem: null, is_refused: false })
    .where('id', '=', emailId)
    .execute()

async function planRefused(ctx: Context, claimed: ClaimedEmail, last_problem: string): Promise<void> {
  const refusals = claimed.refusals + 1
  const pauseMs = pauseAfter(refusals)
  if (pauseMs === null) await flagUnsent(ctx, claimed)
  const next_attempt_at = pauseMs === null ? null : new Date(ctx.clock().getTime() + pauseMs)
  await planNext(ctx, claimed, { next_attempt_at, last_problem, is_refused: true, refusals })
}

/** That it is away says nothing of this one. The next attempt shows whether it is back: the others wait for it. */
async function letAllWait(ctx: Context, claimed: ClaimedEmail, last_problem: string): Promise<void> {
  // None begins anew with short pauses where others have found that nobody answers.
  const pauseMs = pauseWithin(await attemptsOfAll(ctx), LONGEST_PAUSE_OF_OUTAGE_MS)
  const next = new Date(ctx.clock().getTime() + pauseMs)
  await planNext(ctx, claimed, { next_attempt_at: next, last_problem, is_refused: false })
  await db(ctx.em)
    .updateTable('payment_emails')
    .set({ next_attempt_at: next })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('payment_emails').select('id').where('next_attempt_at', '<', next).forUpdate().skipLocked(),
    )
    .execute()
}

/**
 * Of those that wait for the mail server; the attempts of what it refuses by itself say nothing of it. The sum, because the least
 * tried comes first here: of fifty that wait, the most tried would tell only each fiftieth attempt.
 */
async function attemptsOfAll({ em }: Context): Promise<number> {
  const { attempts } = await db(em)
    .selectFrom('payment_emails')
    .select(({ fn }) => fn.sum<number | null>('attempts').as('attempts'))
    .where('next_attempt_at', 'is not', null)
    .where('is_refused', '=', false)
    .executeTakeFirstOrThrow()
  return attempts ?? 1
}

async function planNext(
  ctx: Context,
  { id, recipient }: ClaimedEmail,
  plan: { next_attempt_at: Date | null; last_problem: string; is_refused: boolean; refusals?: number },
): Promise<void> {
  await db(ctx.em)
    .updateTable('payment_emails')
    .set(plan)
    .where('id', '=', id)
    // Whoever was erased meanwhile is written to no more.
    .where('recipient', '=', recipient)
    .execute()
}

async function noteUnsent({ em, log }: Context): Promise<void> {
  const unsent = await db(em)
    .updateTable('payment_emails')
    .set({ last_problem: NO_SMTP })
    .where('next_attempt_at', 'is not', null)
    .where('last_problem', 'is distinct from', NO_SMTP)
    .returning('id')
    .execute()
  for (const { id } of unsent) log.warn({ email: id }, 'an e-mail was not sent: SMTP_URL is not set')
}

/** What is said of a refund waits for the receipt of what it gives back, which would say the opposite after it. */
export const nextPaymentEmail = ({ em, clock }: Context) =>
  db(em)
    .selectFrom('payment_emails')
    .select('id')
    .where('next_attempt_at', '<=', clock())
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('refund_id', 'is', null),
        // No `not exists`, for which PostgreSQL would read all that wait: this asks for the one receipt of each.
        eb(
          selectFrom('payment_emails as receipt')
            .whereRef('receipt.payment_id', '=', 'payment_emails.payment_id')
            .where('receipt.refund_id', 'is', null)
            .select('receipt.next_attempt_at')
            .limit(1),
          'is',
          null,
        ),
      ]),
    )
    .orderBy('attempts')
    .orderBy('next_attempt_at')
    .limit(1)
    .forUpdate()
    .skipLocked()

const claimNext = (ctx: Context) =>
  db(ctx.em)
    .updateTable('payment_emails')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: new Date(ctx.clock().getTime() + LONGEST_SENDING_MS),
    }))
    .where('id', '=', () => nextPaymentEmail(ctx))
    .returning(['id', 'recipient', 'payment_id as paymentId', 'refund_id as refundId', 'attempts', 'refusals'])
    .executeTakeFirst()

import type { NotNull } from 'kysely'
import { db } from '../../db/db.ts'
import { recordDone } from '../../db/record-done.ts'
import { faultPoint } from '../../fault-points.ts'
import type { Context } from '../../http/context.ts'
import {
  LONGEST_PAUSE_OF_OUTAGE_MS,
  LONGEST_SENDING_MS,
  pauseOfOwnFailure,
  pauseWithin,
} from '../../jobs/retry-pauses.ts'
import { FailedAlone, workThrough } from '../../jobs/work-through.ts'
import { isRefusalOfOne, mailRefusalOf, storableProblem, UNWRITTEN } from '../mail/refusal.ts'
import type { Email, SendEmail } from '../mail/smtp.ts'
import { decideSending, isTooOld } from './decide-sending.ts'
import { orderEmail } from './order-email.ts'
import { orderFacts } from './order-facts.ts'
import { planNextAttempt } from './plan-next-attempt.ts'
import { isShopAtLimit } from './unpaid-emails-of-shop.ts'

type Claimed = NonNullable<Awaited<ReturnType<typeof claimNext>>>

/**
 * Sends the e-mails about orders that are due, each once: a row is claimed before it is sent and marked after. Where the mail
 * server is away, all wait together: five seconds, fifteen, then thirty between two attempts. One that it refuses by itself
 * waits alone; so does one that the shop cannot write, with which the run fails. See docs/behaviour.md#e-mails.
 */
export async function sendOrderEmails(ctx: Context, send: SendEmail | null): Promise<void> {
  if (!send) return
  await workThrough(ctx, async (own) => {
    const claimed = await claimNext(own)
    if (claimed) await sendOne(own, send, claimed)
    return claimed !== undefined
  })
}

async function sendOne(ctx: Context, send: SendEmail, claimed: Claimed): Promise<void> {
  faultPoint('order-email-claimed')
  const email = await writeEmail(ctx, claimed).catch((error: unknown) => putOff(ctx, claimed, error))
  if (!email) return
  try {
    await send(email)
  } catch (error) {
    const refusal = mailRefusalOf(error)
    ctx.log.warn({ email: claimed.id, ...refusal }, 'an e-mail about an order could not be sent')
    if (!isRefusalOfOne(refusal)) await letAllWait(ctx, claimed.attempts)
    const { refusals, ...plan } = planNextAttempt(claimed, refusal, ctx.clock())
    return await planNext(ctx, { ...claimed, refusals }, { ...plan, problem: storableProblem(error) })
  }
  faultPoint('order-email-sent')
  await recordDone(() => markSent(ctx, claimed))
}

/** The e-mail as it is true now; undefined where none is to be sent, or not yet, which is planned then. */
async function writeEmail(ctx: Context, claimed: Claimed): Promise<Email | undefined> {
  const now = ctx.clock()
  const order = await orderFacts(ctx, claimed.orderId)
  const decision = decideSending(claimed, order, now)
  if (decision.act === 'wait') {
    const nextAttemptAt = new Date(now.getTime() + decision.ms)
    // Looking is no attempt.
    await planNext(ctx, { ...claimed, attempts: claimed.attempts - 1 }, { nextAttemptAt, problem: null })
    return undefined
  }
  if (decision.act === 'leave-out') {
    await leaveOut(ctx, claimed, decision.because)
    return undefined
  }
  if (claimed.kind === 'received' && !order.isPaid && (await isShopAtLimit(ctx))) {
    ctx.log.warn({ email: claimed.id }, 'the shop has written enough about unpaid orders today')
    await planNext(ctx, claimed, {
      nextAttemptAt: null,
      problem: 'the shop wrote enough about unpaid orders today',
    })
    return undefined
  }
  return await orderEmail(ctx, { ...claimed, to: order.customerEmail ?? '' }, order)
}

/** The mail server was not asked. */
async function putOff(ctx: Context, claimed: Claimed, cause: unknown): Promise<never> {
  const nextAttemptAt = new Date(ctx.clock().getTime() + pauseOfOwnFailure(claimed.attempts, cause))
  await recordDone(() => planNext(ctx, claimed, { nextAttemptAt, problem: UNWRITTEN }))
  throw new FailedAlone(`The e-mail ${claimed.id} about an order could not be written.`, { cause })
}

const markSent = ({ em, clock }: Context, { id }: Claimed) =>
  db(em)
    .updateTable('order_emails')
    .set({ sent_at: clock(), next_attempt_at: null, claimed_until: null, last_problem: null, is_refused: false })
    .where('id', '=', id)
    .execute()

/**
 * What is too old because it could not be sent stays known as given up: where the mail server refused it with what that answered, and
 * where the shop could not write it with that.
 */
async function leaveOut(ctx: Context, claimed: Claimed, because: string): Promise<void> {
  const { attempts, isRefused, lastProblem } = claimed
  const now = ctx.clock()
  // This claim is no attempt.
  const isUntaken = attempts > 1 && isTooOld(claimed.happenedAt, now)
  await planNext(ctx, claimed, {
    nextAttemptAt: null,
    problem: isUntaken && (isRefused || lastProblem === UNWRITTEN) ? lastProblem : because,
    isRefused: isUntaken && isRefused,
    givenUpAt: isUntaken && !isRefused ? now : null,
  })
}

interface Plan {
  nextAttemptAt: Date | null
  problem: string | null
  isRefused?: boolean
  givenUpAt?: Date | null
}

/** Ends a claim. What happened anew meanwhile has a plan of its own, and whoever was erased meanwhile has none: their claim is over. */
async function planNext(
  { em }: Context,
  { id, happenedAt, claimedUntil, attempts, refusals }: Claimed,
  { nextAttemptAt, problem, isRefused = false, givenUpAt = null }: Plan,
): Promise<void> {
  const row = db(em).updateTable('order_emails').where('id', '=', id).where('claimed_until', '=', claimedUntil)
  await row
    .set({
      next_attempt_at: nextAttemptAt,
      last_problem: problem,
      is_refused: isRefused,
      given_up_at: givenUpAt,
      attempts,
      refusals,
    })
    .where('happened_at', '=', happenedAt)
    .execute()
  await row.set({ claimed_until: null }).execute()
}

/** The next attempt shows whether the mail server is back: the others wait for it. */
const letAllWait = ({ em, clock }: Context, attempts: number) => {
  const next = new Date(clock().getTime() + pauseWithin(attempts, LONGEST_PAUSE_OF_OUTAGE_MS))
  return (
    db(em)
      .updateTable('order_emails')
      .set({ next_attempt_at: next })
      // Two that fail at once put the same rows off: whoever comes second leaves them to the first.
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('order_emails')
          .select('id')
          .where('claimed_until', 'is', null)
          .where('next_attempt_at', '<', next)
          .forUpdate()
          .skipLocked(),
      )
      .execute()
  )
}

/** The one that was tried most often is tried first, so that an outage of an hour costs one attempt each half a minute. */
export const nextOrderEmail = ({ em, clock }: Context) =>
  db(em)
    .selectFrom('order_emails')
    .select('id')
    .where('next_attempt_at', '<=', clock())
    .where(({ eb, or }) => or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', clock())]))
    .orderBy('attempts', 'desc')
    .orderBy('next_attempt_at')
    .limit(1)
    .forUpdate()
    .skipLocked()

const claimNext = (ctx: Context) =>
  db(ctx.em)
    .updateTable('order_emails')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      claimed_until: new Date(ctx.clock().getTime() + LONGEST_SENDING_MS),
    }))
    .where('id', '=', () => nextOrderEmail(ctx))
    .returning([
      'id',
      'order_id as orderId',
      'kind',
      'happened_at as happenedAt',
      'claimed_until as claimedUntil',
      'attempts',
      'refusals',
      'is_refused as isRefused',
      'last_problem as lastProblem',
    ])
    .$narrowType<{ claimedUntil: NotNull }>()
    .executeTakeFirst()

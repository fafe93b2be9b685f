import type { NotNull, SelectQueryBuilder } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { MAX_ATTEMPTS } from '../../../jobs/retry-pauses.ts'
import type { Tables } from '../../../tables.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { longestAttemptMs } from './attempt-length.ts'

/** A stored event that one attempt has for itself. */
export interface ClaimedEvent {
  id: string
  paymentId: string | null
  /** Set where it came to the address of one request. */
  resultTokenHash: string | null
  /** It reports a payment that was made by hand. */
  isConfirmation: boolean
  /** To an address that the owner has replaced. */
  isOfReplacedAddress: boolean
  /** Which of the addresses for payments by hand; null where that was not kept. */
  confirmationTokenHash: string | null
  body: string
  /** This one included. */
  attempts: number
  /** Only while it is due at this instant is it still this attempt's. */
  dueAgainAt: Date
}

type OpenEvents = SelectQueryBuilder<Tables, 'webhook_events', { id: string }>

/** How many events are settled together at most; their orders are locked as long as that takes. */
const TOGETHER = 25

/** Claims a new event for the request that brought it. */
export const claimNewEvent = (ctx: Context, provider: PaymentProvider, eventId: string) =>
  claim(ctx, provider, (open) =>
    open.where('id', '=', eventId).where('attempts', '=', 0).where('was_tried_together', '=', false),
  )

/** Claims the event that is due; those that were tried least come first, so that the ones that fail are behind the others. */
export const claimDueEvent = (ctx: Context, provider: PaymentProvider) =>
  claim(ctx, provider, (open) =>
    open.where('next_attempt_at', '<=', ctx.clock()).orderBy('attempts').orderBy('next_attempt_at'),
  )

/** Claims an event that was set aside. */
export const claimSetAsideEvent = (ctx: Context, provider: PaymentProvider, eventId: string) =>
  claim(ctx, provider, (open) => open.where('id', '=', eventId).where('next_attempt_at', 'is', null))

/**
 * Counts an attempt and keeps the event from every other one while it lasts: a row that another claim has locked is passed
 * over, and a claimed one is not due. Answers undefined where there is none.
 */
async function claim(
  ctx: Context,
  provider: PaymentProvider,
  choose: (open: OpenEvents) => OpenEvents,
): Promise<ClaimedEvent | undefined> {
  const dueAgainAt = endOfAttempt(ctx, provider)
  const row = await db(ctx.em)
    .updateTable('webhook_events')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1), next_attempt_at: dueAgainAt }))
    .where('id', '=', () => choose(openEvents(ctx, provider)).limit(1).forUpdate().skipLocked())
    .returning([
      'id',
      'payment_id as paymentId',
      'result_token_hash as resultTokenHash',
      'is_confirmation as isConfirmation',
      'is_of_replaced_address as isOfReplacedAddress',
      'confirmation_token_hash as confirmationTokenHash',
      'body',
      'attempts',
    ])
    .executeTakeFirst()
  if (!row || row.body === null) return undefined
  return { ...row, body: row.body, dueAgainAt }
}

/** Events that one transaction is to settle. */
export interface ClaimedTogether {
  events: { id: string; paymentId: string; body: string }[]
  /** Only while they are due at this instant are they still this claim's. */
  dueAgainAt: Date
}

/**
 * Claims the reports on payments that are due and were never settled with others. That counts as no attempt: whatever is
 * not settled so is tried alone, with all its pauses, and one that ends its process takes others with it only once.
 */
export async function claimEventsTogether(ctx: Context, provider: PaymentProvider): Promise<ClaimedTogether> {
  const dueAgainAt = endOfAttempt(ctx, provider)
  const rows = await db(ctx.em)
    .with(
      (cte) => cte('due').materialized(),
      () =>
        openEvents(ctx, provider)
          .where('next_attempt_at', '<=', ctx.clock())
          .where('was_tried_together', '=', false)
          .where('attempts', '<', MAX_ATTEMPTS)
          .where('payment_id', 'is not', null)
          .where('result_token_hash', 'is', null)
          .where('is_confirmation', '=', false)
          .orderBy('attempts')
          .orderBy('next_attempt_at')
          .limit(TOGETHER)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('webhook_events')
    .from('due')
    .set({ was_tried_together: true, next_attempt_at: dueAgainAt })
    .whereRef('webhook_events.id', '=', 'due.id')
    .returning(['webhook_events.id', 'payment_id as paymentId', 'body'])
    .$narrowType<{ paymentId: NotNull; body: NotNull }>()
    .execute()
  return { events: rows, dueAgainAt }
}

const openEvents = ({ em }: Context, provider: PaymentProvider) =>
  db(em)
    .selectFrom('webhook_events')
    .select('id')
    .where('gateway', '=', provider.method)
    .where('processed_at', 'is', null)
    .where('body', 'is not', null)

const endOfAttempt = ({ clock }: Context, provider: PaymentProvider) =>
  new Date(clock().getTime() + longestAttemptMs(provider))

import type { SelectQueryBuilder } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { Tables } from '../../../tables.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { longestAttemptMs } from './retry-plan.ts'

/** A stored event that one attempt has for itself. */
export interface ClaimedEvent {
  id: string
  paymentId: string | null
  /** Set where it came to the address of one request. */
  resultTokenHash: string | null
  /** It reports a payment that was made by hand. */
  isConfirmation: boolean
  body: string
  /** This one included. */
  attempts: number
}

type OpenEvents = SelectQueryBuilder<Tables, 'webhook_events', { id: string }>

/** Claims a new event for the request that brought it. */
export const claimNewEvent = (ctx: Context, provider: PaymentProvider, eventId: string) =>
  claim(ctx, provider, (open) => open.where('id', '=', eventId).where('attempts', '=', 0))

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
  { em, clock }: Context,
  provider: PaymentProvider,
  choose: (open: OpenEvents) => OpenEvents,
): Promise<ClaimedEvent | undefined> {
  const row = await db(em)
    .updateTable('webhook_events')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      next_attempt_at: new Date(clock().getTime() + longestAttemptMs(provider)),
    }))
    .where('id', '=', ({ selectFrom }) =>
      choose(
        selectFrom('webhook_events')
          .select('id')
          .where('gateway', '=', provider.method)
          .where('processed_at', 'is', null)
          .where('body', 'is not', null),
      )
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'payment_id as paymentId',
      'result_token_hash as resultTokenHash',
      'is_confirmation as isConfirmation',
      'body',
      'attempts',
    ])
    .executeTakeFirst()
  if (!row || row.body === null) return undefined
  return { ...row, body: row.body }
}

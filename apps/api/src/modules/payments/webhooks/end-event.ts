import { type Expression, sql } from 'kysely'
import { ERASED, isOfErased } from '../transactions/erased-payer.ts'

/** What became of an event, and the line of the gateway's ledger that it told of, where it told of one. */
export interface EventOutcome {
  outcome: string
  lineId?: string
}

/** The columns of an event that is not processed any more. Every event ends by them, so that none keeps who was erased. */
export const endOfEvent = <Outcome extends string | Expression<string>>(
  now: Date,
  { outcome, lineId }: { outcome: Outcome; lineId?: string | undefined },
) => ({ processed_at: now, next_attempt_at: null, outcome, body: keptBody(lineId) })

/**
 * The columns of an event from which nothing follows. Where nobody knows whom it names, it may be somebody who was erased since it
 * came, and it is not kept then.
 */
export const endOfDismissed = (now: Date, { reason, isKnown }: { reason: string; isKnown: boolean }) => {
  const end = { ...endOfEvent(now, { outcome: reason }), dismissed_at: now }
  if (isKnown) return end
  const body = sql<string | null>`case when exists (
      select from orders o where ${isOfErased} and o.updated_at >= webhook_events.received_at)
    then null else ${end.body} end`
  return { ...end, body }
}

/**
 * What is kept of an event's body: nothing where its payment, or the typed receipt that it answers, is of an erased customer's
 * order, or who paid was taken out of its line already.
 */
const keptBody = (lineId: string | undefined) => sql<string | null>`case when exists (
    select from orders o where ${isOfErased} and o.id in (
      select order_id from payments where id = webhook_events.payment_id
      union all
      select claim.order_id from result_addresses address join receipt_claims claim on claim.id = address.claim_id
      where address.token_hash = webhook_events.result_token_hash))
    or exists (select from gateway_transactions where id = ${lineId ?? null}::uuid and payer_name = ${ERASED})
  then null else webhook_events.body end`

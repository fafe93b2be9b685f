import { sql } from 'kysely'
import { isOfErased } from '../transactions/erased-payer.ts'

/**
 * What is kept of an event's body once it is processed: nothing where its payment, or the typed receipt that it answers, is of
 * an erased customer's order.
 */
export const keptBody = sql<string | null>`case when exists (
    select from orders o where ${isOfErased} and o.id in (
      select order_id from payments where id = webhook_events.payment_id
      union all
      select claim.order_id from result_addresses address join receipt_claims claim on claim.id = address.claim_id
      where address.token_hash = webhook_events.result_token_hash))
  then null else webhook_events.body end`

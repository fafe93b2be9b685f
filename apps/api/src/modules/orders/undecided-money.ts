import { expressionBuilder } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Money that may be an order's and is not booked, because the owner or a provider has still to decide on it. */
const { selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** The payments p of the order `o` with an open flag. */
export const flaggedPayments = selectFrom('payments as p')
  .whereRef('p.order_id', '=', 'o.id')
  .where('p.attention', 'is not', null)
  .where('p.deleted_at', 'is', null)

const lookedInto = expressionBuilder<Tables & { p: Tables['payments'] }, 'p'>()
  .selectFrom('payment_flags as f')
  .whereRef('f.payment_id', '=', 'p.id')
  .where('f.what', '=', 'unresolved')
  .where('f.resolved_by', '=', 'administrator')
  .whereRef('f.resolved_at', '>', 'p.initiated_at')

/**
 * The attempts p to pay the order `o` whose end nobody knows: the provider says that it is at it, or says nothing, and is asked
 * further; or it has told, and the message waits to be processed. One that the owner has looked into since it was begun is in doubt
 * no more, although the provider is asked on.
 */
export const attemptsInDoubt = selectFrom('payments as p')
  .whereRef('p.order_id', '=', 'o.id')
  .where('p.deleted_at', 'is', null)
  .where(({ eb, and, or, not, exists, selectFrom }) =>
    or([
      and([eb('p.status', '=', 'processing'), eb('p.next_query_at', 'is not', null), not(exists(lookedInto))]),
      exists(
        selectFrom('webhook_events as w').whereRef('w.payment_id', '=', 'p.id').where('w.processed_at', 'is', null),
      ),
    ]),
  )

/** The receipts c that were typed for the order `o` and are being checked, or wait until another order's is decided. */
export const openClaims = selectFrom('receipt_claims as c')
  .whereRef('c.order_id', '=', 'o.id')
  .where(({ eb, or }) => or([eb('c.state', '=', 'checking'), eb('c.waits_for_other', '=', true)]))

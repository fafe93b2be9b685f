import { expressionBuilder } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Money that may be an order's and is not booked, because the owner or a provider has still to decide on it. */
const { selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** The payments p of the order `o` with an open flag. */
export const flaggedPayments = selectFrom('payments as p')
  .whereRef('p.order_id', '=', 'o.id')
  .where('p.attention', 'is not', null)
  .where('p.deleted_at', 'is', null)

/** The receipts c that were typed for the order `o` and are being checked, or wait until another order's is decided. */
export const openClaims = selectFrom('receipt_claims as c')
  .whereRef('c.order_id', '=', 'o.id')
  .where(({ eb, or }) => or([eb('c.state', '=', 'checking'), eb('c.waits_for_other', '=', true)]))

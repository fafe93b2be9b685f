import { paidStatuses } from '@marashi/domain/rules/payment-status'
import { expressionBuilder } from 'kysely'
import type { Tables } from '../../tables.ts'

const { selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** The payment p that pays the order `o`; where none does, the last one that did before its money went back. */
export const paymentOfOrder = selectFrom('payments as p')
  .whereRef('p.order_id', '=', 'o.id')
  .where('p.status', 'in', paidStatuses)
  .where('p.is_surplus', '=', false)
  .where('p.deleted_at', 'is', null)
  .orderBy(({ eb }) => eb('p.status', '=', 'completed'), 'desc')
  .orderBy('p.completed_at', (order) => order.desc().nullsLast())
  .orderBy('p.id')
  .limit(1)

import type { OrderHistory } from '@marashi/domain/contracts/admin-orders'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { adminOrderOf, withCents } from '../../orders/admin-order-row.ts'
import { notesOf } from '../../orders/order-notes.ts'
import { paymentColumns } from './payment-row.ts'

/**
 * An order with all that happened to its payments, oldest first: attempts, their events and what the gateways sent. Events
 * of removed payments are included, and so is a deleted order's history: money may still reach it
 * (docs/behaviour.md#deleted-orders). Throws NOT_FOUND.
 */
export async function orderHistory({ em }: Pick<Context, 'em'>, { id }: { id: string }): Promise<OrderHistory> {
  const order = await adminOrderOf(em, id, { withDeleted: true })
  const paymentsOfOrder = db(em).selectFrom('payments as p').where('p.order_id', '=', id)
  const [notes, changes, pictures, payments, events, messages] = await Promise.all([
    notesOf(em, id),
    db(em)
      .selectFrom('order_status_changes')
      .where('order_id', '=', id)
      .select(({ ref }) => ['status', instant(ref('changed_at')).as('at')])
      .orderBy('id')
      .execute(),
    db(em)
      .selectFrom('order_items as i')
      .innerJoin('products as p', 'p.id', 'i.product_id')
      .where('i.order_id', '=', id)
      .select(['p.id as productId', 'p.image'])
      .execute(),
    paymentsOfOrder
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .where('p.deleted_at', 'is', null)
      .select(paymentColumns)
      .orderBy('p.created_at')
      .orderBy('p.id')
      .execute(),
    paymentsOfOrder
      .innerJoin('payment_events as e', 'e.payment_id', 'p.id')
      .select(({ ref }) => [
        'e.payment_id as paymentId',
        instant(ref('e.at')).as('at'),
        'e.source',
        'e.from_status as fromStatus',
        'e.to_status as toStatus',
        'e.note',
      ])
      .orderBy('e.id')
      .execute(),
    paymentsOfOrder
      .innerJoin('webhook_events as w', 'w.payment_id', 'p.id')
      .select(({ ref }) => [
        'w.id',
        'w.payment_id as paymentId',
        'w.gateway',
        'w.body',
        instant(ref('w.received_at')).as('receivedAt'),
        instant(ref('w.processed_at')).as('processedAt'),
        'w.outcome',
      ])
      .orderBy('w.received_at')
      .orderBy('w.id')
      .execute(),
  ])
  return {
    order: withCents(order),
    notes,
    changes,
    pictures,
    payments: payments.map((payment) => ({
      ...payment,
      amountCents: payment.amount,
      refundedCents: payment.refundedAmount ?? 0,
    })),
    events,
    messages,
  }
}

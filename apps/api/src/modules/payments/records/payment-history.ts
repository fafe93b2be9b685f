import type { OrderHistory } from '@marashi/domain/contracts/admin-orders'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, instant } from '../../../db/db.ts'
import { paymentColumns } from './payment-row.ts'

/**
 * All that happened to the payments of an order, oldest first: attempts, their events, those of removed payments included,
 * and what the gateways sent, without the secret that a card's form pays with.
 */
export async function paymentHistory(
  em: EntityManager,
  orderId: string,
): Promise<Pick<OrderHistory, 'payments' | 'events' | 'messages'>> {
  const paymentsOfOrder = db(em).selectFrom('payments as p').where('p.order_id', '=', orderId)
  const [payments, events, messages] = await Promise.all([
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
    payments: payments.map((payment) => ({
      ...payment,
      amountCents: payment.amount,
      refundedCents: payment.refundedAmount ?? 0,
    })),
    events,
    messages: messages.map((message) => ({ ...message, body: message.body && withoutSecret(message.body) })),
  }
}

const withoutSecret = (body: string) => body.replaceAll(/("client_secret"\s*:\s*)"[^"]*"/g, '$1"…"')

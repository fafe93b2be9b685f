import type { OrderHistory } from '@marashi/domain/contracts/admin-orders'
import { asInstant } from '../../../db/sql.ts'
import type { Context } from '../../../http/context.ts'
import { adminOrderOf } from '../../orders/admin-order-row.ts'
import { paymentColumns } from './payment-row.ts'

/**
 * An order with all that happened to its payments, oldest first: attempts, their events and what the gateways sent. Events
 * of payments that were taken off the lists are told too, and a deleted order's history: money may still reach it
 * (decisions 30). Throws NOT_FOUND.
 */
export async function orderHistory({ em }: Pick<Context, 'em'>, { id }: { id: string }): Promise<OrderHistory> {
  const order = await adminOrderOf(em, id, { withDeleted: true })
  const [payments, events, messages] = await Promise.all([
    em.execute<OrderHistory['payments']>(
      `select ${paymentColumns} from payments p join orders o on o.id = p.order_id
       where p.order_id = ? and p.deleted_at is null order by p.created_at, p.id`,
      [id],
    ),
    em.execute<OrderHistory['events']>(
      `select e.payment_id as "paymentId", ${asInstant('e.at')} as at, e.source, e.from_status as "fromStatus",
              e.to_status as "toStatus", e.note
       from payments p join payment_events e on e.payment_id = p.id where p.order_id = ? order by e.id`,
      [id],
    ),
    em.execute<OrderHistory['messages']>(
      `select m.id, m.payment_id as "paymentId", m.gateway, m.body, ${asInstant('m.received_at')} as "receivedAt",
              ${asInstant('m.processed_at')} as "processedAt", m.outcome
       from payments p join webhook_events m on m.payment_id = p.id where p.order_id = ? order by m.received_at, m.id`,
      [id],
    ),
  ])
  return { order, payments, events, messages }
}

import { openRefundStatuses } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { compileOnce } from '../../db/compile-once.ts'
import { db, instant } from '../../db/db.ts'
import { isCourierSumUndecided, leftToCourier } from './left-to-pay.ts'
import { paymentOfOrder } from './payment-of-order.ts'
import { placeNameOf } from './receipt-of-order.ts'

/** The order whose page has this secret, with all that its page shows; undefined where there is none. */
export async function orderPageRow(em: EntityManager, secret: string) {
  const [row] = await rowOf(em, { secret })
  return row
}

const rowOf = compileOnce((em, { secret }: { secret: string }) =>
  db(em)
    .selectFrom('orders as o')
    .where('o.page_secret', '=', secret)
    .select(({ ref, selectFrom }) => [
      'o.id as orderId',
      'o.order_number as orderNumber',
      instant(ref('o.created_at')).as('placedAt'),
      'o.status',
      'o.payment_method as paymentMethod',
      'o.customer_name as customerName',
      'o.customer_phone as customerPhone',
      'o.customer_email as customerEmail',
      'o.delivery_location as deliveryLocation',
      placeNameOf,
      'o.delivery_promise as deliveryPromise',
      'o.subtotal',
      'o.delivery_charge as deliveryCharge',
      'o.total',
      instant(ref('o.paid_at')).as('paidAt'),
      instant(ref('o.refunded_at')).as('refundedAt'),
      instant(ref('o.payment_initiated_at')).as('promptedAt'),
      jsonArrayFrom(
        selectFrom('order_items as i')
          .leftJoin('products as p', 'p.id', 'i.product_id')
          .whereRef('i.order_id', '=', 'o.id')
          .select([
            'i.product_id as productId',
            'i.product_name as name',
            'i.product_price as price',
            'i.quantity',
            'p.image',
          ])
          .orderBy('i.position'),
      ).as('items'),
      jsonArrayFrom(
        selectFrom('order_status_changes as c')
          .whereRef('c.order_id', '=', 'o.id')
          .select(({ ref }) => ['c.status', instant(ref('c.changed_at')).as('at')])
          .orderBy('c.id'),
      ).as('changes'),
      jsonObjectFrom(
        paymentOfOrder.select(({ ref, fn }) => [
          'p.payment_method as method',
          'p.amount',
          instant(fn.coalesce('p.completed_at', 'p.created_at')).as('at'),
          fn.coalesce('p.receipt_number', 'p.provider_receipt').as('receipt'),
          ref('p.mpesa_phone').as('phone'),
        ]),
      ).as('payment'),
      leftToCourier.as('leftToCourier'),
      isCourierSumUndecided.as('isCourierSumUndecided'),
      jsonArrayFrom(
        selectFrom('payment_refunds as r')
          .innerJoin('payments as p', 'p.id', 'r.payment_id')
          .whereRef('p.order_id', '=', 'o.id')
          .where('p.deleted_at', 'is', null)
          .where('r.status', 'in', ['succeeded', ...openRefundStatuses])
          .select(({ fn, eb }) => [
            'r.amount',
            eb('r.status', '=', 'succeeded').$castTo<boolean>().as('isDone'),
            instant(fn.coalesce('r.succeeded_at', 'r.requested_at')).as('at'),
            'r.provider_receipt as receipt',
          ])
          .orderBy('r.requested_at'),
      ).as('refunds'),
    ]),
)

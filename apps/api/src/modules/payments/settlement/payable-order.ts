import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql, type UpdateObject } from 'kysely'
import { db, isSet } from '../../../db/db.ts'
import { notFound } from '../../../shop-error.ts'
import type { Tables } from '../../../tables.ts'
import { orderCancelled, orderRefunded } from './payment-refusals.ts'

/** Locks an order that somebody wants to pay. Throws NOT_FOUND, and CONFLICT for an unpaid order that was cancelled or refunded. */
export async function lockPayableOrder(tx: EntityManager, orderId: string) {
  const order = await db(tx)
    .selectFrom('orders')
    .where('id', '=', orderId)
    .where('deleted_at', 'is', null)
    .select(({ ref }) => [
      'id',
      'order_number as orderNumber',
      'created_at as createdAt',
      'delivery_location as deliveryLocation',
      'subtotal',
      'discount',
      'total',
      'status',
      'customer_email as email',
      isSet(ref('paid_at')).as('isPaid'),
      isSet(ref('refunded_at')).as('isRefunded'),
    ])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  if (!order.isPaid && order.isRefunded) throw orderRefunded()
  if (!order.isPaid && order.status === 'cancelled') throw orderCancelled()
  return order
}

/** A new attempt shows on its order. An order to be paid on delivery stays one until money has come. */
export async function showAttemptOnOrder(
  tx: EntityManager,
  now: Date,
  {
    orderId,
    method,
    columns = {},
  }: { orderId: string; method: PaymentMethod; columns?: UpdateObject<Tables, 'orders'> },
): Promise<void> {
  await db(tx)
    .updateTable('orders')
    .set({
      payment_method: sql`case when payment_method = 'manual' then 'manual' else ${method} end`,
      payment_initiated_at: now,
      updated_at: now,
      ...columns,
    })
    .where('id', '=', orderId)
    .execute()
}

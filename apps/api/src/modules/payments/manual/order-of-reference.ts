import { isId } from '@marashi/domain/rules/record-id'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { ShopError } from '../../../shop-error.ts'

/**
 * The order that the payment form names by id or by number, in any case. Deleted orders are found too: their payments stay
 * on the books. Throws BAD_REQUEST for the field `orderId`.
 */
export async function orderOfReference(tx: EntityManager, reference: string): Promise<string> {
  const orders = db(tx).selectFrom('orders').select('id')
  const order = await (isId(reference)
    ? orders.where('id', '=', reference)
    : orders.where('order_number', '=', sql<string>`upper(${reference})`)
  ).executeTakeFirst()
  if (!order) {
    const message = 'There is no order with this ID or number.'
    throw new ShopError('BAD_REQUEST', message, { fields: { orderId: message } })
  }
  return order.id
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { ShopError } from '../../../shop-error.ts'
import { phoneKey } from './list-customers.ts'

/**
 * Whoever has paid waits for the goods: without name, phone and address nobody can bring them, or say that they do not come.
 * Throws CONFLICT, which names the oldest such order of the phone.
 */
export async function refuseUndelivered(tx: EntityManager, phone: string): Promise<void> {
  const order = await db(tx)
    .selectFrom('orders as o')
    .where(({ eb, ref }) => eb(phoneKey(ref('o.customer_phone')), '=', phone))
    .where('o.deleted_at', 'is', null)
    .where('o.paid_at', 'is not', null)
    .where('o.status', 'in', ['pending', 'processing', 'shipped'])
    .select('o.order_number as number')
    .orderBy('o.created_at')
    .orderBy('o.id')
    .limit(1)
    .executeTakeFirst()
  if (!order) return
  const message = `Order ${order.number} of this customer is paid and not delivered. Deliver or cancel it first, then erase.`
  throw new ShopError('CONFLICT', message)
}

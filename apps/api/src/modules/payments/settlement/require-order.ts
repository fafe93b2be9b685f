import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'

/** Throws NOT_FOUND for an order that does not exist or was deleted. */
export async function requireOrder({ em }: Pick<Context, 'em'>, orderId: string): Promise<void> {
  const order = await db(em)
    .selectFrom('orders')
    .where('id', '=', orderId)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (!order) throw notFound('Order')
}

import type { Context } from '../../../kernel/context.ts'
import { db } from '../../../kernel/db.ts'
import { notFound } from '../../../kernel/errors.ts'

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

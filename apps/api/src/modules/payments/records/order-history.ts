import type { OrderHistory } from '@marashi/domain/contracts/admin-orders'
import { publicImage } from '@marashi/domain/rules/picture'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { adminOrderOf, withCents } from '../../orders/admin-order-row.ts'
import { notesOf } from '../../orders/order-notes.ts'
import { paymentHistory } from './payment-history.ts'

/**
 * An order with all that happened to it and to its payments, which are left out for a key that may not read payments. A
 * deleted order's history is found too: money may still reach it (docs/behaviour.md#deleted-orders). Throws NOT_FOUND.
 */
export async function orderHistory(
  ctx: Pick<Context, 'em' | 'env' | 'mayDo'>,
  { id }: { id: string },
): Promise<OrderHistory> {
  const { em, env } = ctx
  const order = await adminOrderOf(em, id, { withDeleted: true })
  const [notes, changes, products, money] = await Promise.all([
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
    moneyOf(ctx, id),
  ])
  const pictures = products.map(({ productId, image }) => ({ productId, image: publicImage(image, env.PUBLIC_URL) }))
  return { order: withCents(order), notes, changes, pictures, ...money }
}

const moneyOf = async (ctx: Pick<Context, 'em' | 'mayDo'>, id: string) =>
  (await ctx.mayDo('payments', 'read')) ? await paymentHistory(ctx.em, id) : { payments: [], events: [], messages: [] }

import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'

/**
 * Takes an order off every list. Row, lines and payments stay for the books, and callbacks still find it (decisions 30);
 * reviews no longer count as verified by it (specification §3). Throws NOT_FOUND, also when it was deleted before.
 */
export async function removeOrder({ em, clock }: Pick<Context, 'em' | 'clock'>, { id }: { id: string }): Promise<void> {
  const removed: unknown[] = await em.execute(
    `with removed as (
       update orders set deleted_at = ?, updated_at = ? where id = ? and deleted_at is null returning id
     ), unverified as (
       update reviews set order_id = null from removed where reviews.order_id = removed.id
     )
     select id from removed`,
    [clock(), clock(), id],
  )
  if (removed.length === 0) throw notFound('Order')
}

import type { Deletion } from '@marashi/domain/contracts/admin-lists'
import { db, isUnchangedSince, nextVersion } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound, staleEdit } from '../../shop-error.ts'

/**
 * Takes an order off every list. Its row, lines and payments stay, and callbacks still find it
 * (docs/behaviour.md#deleted-orders); reviews no longer count as verified by it. Throws NOT_FOUND, also when it was
 * deleted before, and STALE.
 */
export async function removeOrder(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id, updatedAt }: Deletion,
): Promise<void> {
  const now = clock()
  const removed = await db(em)
    .with('removed', (query) =>
      query
        .updateTable('orders')
        .set({ deleted_at: now, updated_at: now })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where(({ ref }) => isUnchangedSince(ref('updated_at'), updatedAt))
        .returning('id'),
    )
    .with('unverified', (query) =>
      query
        .updateTable('reviews')
        .from('removed')
        .set(({ ref }) => ({ order_id: null, updated_at: nextVersion(ref('reviews.updated_at'), now) }))
        .whereRef('reviews.order_id', '=', 'removed.id'),
    )
    .selectFrom('removed')
    .select('id')
    .executeTakeFirst()
  if (removed) return
  const there = db(em).selectFrom('orders').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  throw (await there.executeTakeFirst()) ? staleEdit('order') : notFound('Order')
}

import type { Deletion } from '@marashi/domain/contracts/admin-lists'
import { db, isUnchangedSince } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound, staleEdit } from '../../shop-error.ts'

/** Takes a review out of every list and average; the row stays. Throws NOT_FOUND, the second time too, and STALE. */
export async function deleteReview(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id, updatedAt }: Deletion,
): Promise<void> {
  const deleted = await db(em)
    .updateTable('reviews')
    .set({ deleted_at: clock() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(({ ref }) => isUnchangedSince(ref('updated_at'), updatedAt))
    .returning('id')
    .executeTakeFirst()
  if (deleted) return
  const there = db(em).selectFrom('reviews').select('id').where('id', '=', id).where('deleted_at', 'is', null)
  throw (await there.executeTakeFirst()) ? staleEdit('review') : notFound('Review')
}

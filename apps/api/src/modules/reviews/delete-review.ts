import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { Review } from './review.entity.ts'

/** Takes a review out of every list and average; the row stays. Throws NOT_FOUND, the second time too. */
export async function deleteReview(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id }: { id: string },
): Promise<void> {
  if ((await em.nativeUpdate(Review, { id, deletedAt: null }, { deletedAt: clock() })) === 0) throw notFound('Review')
}

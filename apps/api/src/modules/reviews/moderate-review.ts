import type { AdminReview, ModerateReview } from '@marashi/domain/contracts/admin-reviews'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import { adminReviewOf } from './admin-review-row.ts'
import { Review } from './review.entity.ts'

/**
 * Approves or rejects a pending review; of two moderators at once one decides (docs/behaviour.md#moderation). Throws
 * CONFLICT with the decision that was made already, NOT_FOUND for a deleted review.
 */
export async function moderateReview(
  ctx: Pick<Context, 'em' | 'env' | 'clock' | 'mayDo'>,
  { id, status }: ModerateReview,
): Promise<AdminReview> {
  const waiting = { id, status: 'pending' as const, deletedAt: null }
  const decided = await ctx.em.nativeUpdate(Review, waiting, { status, updatedAt: ctx.clock() })
  const review = await adminReviewOf(ctx, id)
  if (decided === 0) {
    throw new ShopError('CONFLICT', `This review is ${review.status} already. Edit it to change its status.`)
  }
  return review
}

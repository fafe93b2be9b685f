import type { AdminReview, AdminReviewForm, CreateReview, UpdateReview } from '@marashi/domain/contracts/admin-reviews'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { requireVersion } from '../../db/require-version.ts'
import type { Context } from '../../http/context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { Product } from '../catalogue/product.entity.ts'
import { adminReviewOf } from './admin-review-row.ts'
import { Review } from './review.entity.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'mayDo'>

/** Enters a review for a customer, in any status. Throws BAD_REQUEST where the product is deleted. */
export async function createReview(ctx: Ctx, input: CreateReview): Promise<AdminReview> {
  const review = ctx.em.create(Review, { ...(await columnsOf(ctx.em, input)), status: input.status })
  await ctx.em.persist(review).flush()
  return await adminReviewOf(ctx, review.id)
}

/**
 * Replaces what the form holds and sets the status if one is given (docs/behaviour.md#moderation); the order behind a
 * review stays while its product does. Throws NOT_FOUND, STALE when it was saved elsewhere meanwhile, BAD_REQUEST where the product is deleted.
 */
export async function updateReview(ctx: Ctx, { id, updatedAt, status, ...form }: UpdateReview): Promise<AdminReview> {
  await ctx.em.transactional(async (em) => {
    const columns = await columnsOf(em, form)
    const review = await em.findOne(Review, { id, deletedAt: null }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!review) throw notFound('Review')
    requireVersion(updatedAt, review.updatedAt, 'review')
    // The order has bought the product that it was written about, and no other.
    const order = review.product.id === form.productId ? review.order : null
    em.assign(review, { ...columns, order, status: status ?? review.status })
  })
  return await adminReviewOf(ctx, id)
}

async function columnsOf(
  em: EntityManager,
  { productId, customerName, rating, content }: Omit<AdminReviewForm, 'status'>,
) {
  if (!(await em.findOne(Product, productId, { fields: ['id'] }))) {
    const message = 'This product does not exist any more.'
    throw new ShopError('BAD_REQUEST', message, { fields: { productId: message } })
  }
  const product = em.getReference(Product, productId, { wrapped: true })
  return { product, customerName: customerName ?? null, rating, content }
}

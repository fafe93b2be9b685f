import type { SubmitReview } from '@marashi/domain/contracts/reviews'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { Product } from '../catalogue/product.entity.ts'
import { Review } from './review.entity.ts'

/** Stores a visitor's review to wait for moderation. Throws NOT_FOUND, or TOO_MANY_REQUESTS beyond the limit. */
export async function submitReview(ctx: Pick<Context, 'em' | 'caller' | 'limitVisitor'>, input: SubmitReview) {
  const { em, caller } = ctx
  const product = await em.findOne(Product, input.id, { fields: ['id'] })
  if (!product) throw notFound('Product')
  await ctx.limitVisitor('reviews', `${caller.address}:${input.id}`)
  const { rating, content, customerName } = input
  const review = em.create(Review, {
    product: em.getReference(Product, input.id, { wrapped: true }),
    rating,
    content,
    customerName,
    status: 'pending',
  })
  await em.persist(review).flush()
  return { id: review.id, status: 'pending' as const, createdAt: review.createdAt.toISOString() }
}

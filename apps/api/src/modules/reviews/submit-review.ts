import type { SubmitReview } from '@marashi/domain/contracts/reviews'
import type { Context } from '../../http/context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { Product } from '../catalogue/product.entity.ts'
import { Order } from '../orders/order.entity.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { orderOfBuyer } from './order-of-buyer.ts'
import { Review } from './review.entity.ts'

/**
 * Stores a visitor's review to wait for moderation, or to show at once where the owner does not moderate. Throws NOT_FOUND,
 * UNPROCESSABLE_CONTENT where only buyers may review and none of the orders has the product, TOO_MANY_REQUESTS beyond the limit.
 */
export async function submitReview(ctx: Pick<Context, 'em' | 'limitVisitor' | 'settings'>, input: SubmitReview) {
  const { em } = ctx
  const { isModerated, isForBuyers } = (await settingsOf(ctx)).reviews
  const product = await em.findOne(Product, input.id, { fields: ['id'] })
  if (!product) throw notFound('Product')
  const { rating, content, customerName, orderSecrets: secrets = [] } = input
  const orderId = isForBuyers ? await orderOfBuyer(em, { productId: input.id, secrets }) : null
  if (orderId === undefined) throw needsOrder()
  await ctx.limitVisitor('reviews', input.id)
  await ctx.limitVisitor('reviewsOfNetwork')
  const status = isModerated ? ('pending' as const) : ('approved' as const)
  const review = em.create(Review, {
    product: em.getReference(Product, input.id, { wrapped: true }),
    rating,
    content,
    customerName,
    order: orderId === null ? null : em.getReference(Order, orderId, { wrapped: true }),
    status,
  })
  await em.persist(review).flush()
  return { id: review.id, status, createdAt: review.createdAt.toISOString() }
}

const needsOrder = () =>
  new ShopError(
    'UNPROCESSABLE_CONTENT',
    'Only who has bought this perfume here may review it. Please use the browser that placed the order.',
    { code: 'REVIEW_NEEDS_ORDER' },
  )

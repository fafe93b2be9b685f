import type { SubmitReview, SubmittedReview } from '@marashi/domain/contracts/reviews'
import { ref } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../http/context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { lockProducts } from '../catalogue/lock-products.ts'
import { Product } from '../catalogue/product.entity.ts'
import { Order } from '../orders/order.entity.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { orderOfBuyer } from './order-of-buyer.ts'
import { Review } from './review.entity.ts'

/** For so long the same words are the same review: who lost the answer presses the button again. */
const REPEATED_WITHIN_MS = 10 * 60_000

/**
 * Stores a visitor's review to wait for moderation, or to show at once where the owner does not moderate. Throws NOT_FOUND,
 * where only buyers may review UNPROCESSABLE_CONTENT if none of the orders has the product and CONFLICT if each has a review of
 * it, TOO_MANY_REQUESTS beyond the limit.
 */
export async function submitReview(
  ctx: Pick<Context, 'em' | 'clock' | 'limitVisitor' | 'limitKey' | 'settings'>,
  input: SubmitReview,
): Promise<SubmittedReview> {
  const { em } = ctx
  const { isModerated, isForBuyers } = (await settingsOf(ctx)).reviews
  if (!(await em.findOne(Product, input.id, { fields: ['id'] }))) throw notFound('Product')
  const since = new Date(ctx.clock().getTime() - REPEATED_WITHIN_MS)
  const same = await sameReview(em, input, { since, isForBuyers })
  if (same) return submitted(same)
  if (isForBuyers) await orderToReview(em, input)
  await ctx.limitVisitor('reviews', input.id)
  await ctx.limitVisitor('reviewsOfNetwork')
  await ctx.limitKey('reviewsOfKey')
  return await em.transactional(async (tx) => {
    const [product] = await lockProducts(tx, [input.id])
    if (!product) throw notFound('Product')
    // Looked up again under the lock: two at once find neither each other nor a review of their order.
    const meanwhile = await sameReview(tx, input, { since, isForBuyers })
    if (meanwhile) return submitted(meanwhile)
    const { rating, content, customerName } = input
    const order = isForBuyers ? tx.getReference(Order, await orderToReview(tx, input), { wrapped: true }) : null
    const status = isModerated ? 'pending' : 'approved'
    const review = tx.create(Review, { product: ref(product), rating, content, customerName, order, status })
    await tx.persist(review).flush()
    return submitted(review)
  })
}

const submitted = ({ id, status, createdAt }: Review): SubmittedReview => ({
  id,
  status: status === 'approved' ? status : 'pending',
  createdAt: createdAt.toISOString(),
})

/** Buyers are known apart by their orders: two of them may write the same words. */
const sameReview = (
  em: EntityManager,
  { id, rating, content, customerName, orderSecrets = [] }: SubmitReview,
  { since, isForBuyers }: { since: Date; isForBuyers: boolean },
) =>
  em.findOne(Review, {
    product: id,
    rating,
    content,
    customerName: customerName ?? null,
    deletedAt: null,
    createdAt: { $gt: since },
    ...(isForBuyers && { order: { pageSecret: { $in: orderSecrets } } }),
  })

/** The order of the buyer that has no review of the product yet. Throws UNPROCESSABLE_CONTENT, CONFLICT. */
async function orderToReview(
  em: EntityManager,
  { id: productId, orderSecrets: secrets = [] }: SubmitReview,
): Promise<string> {
  const order = await orderOfBuyer(em, { productId, secrets })
  if (!order) {
    throw new ShopError(
      'UNPROCESSABLE_CONTENT',
      'Only who has bought this perfume here may review it. Please use the browser that placed the order.',
      { code: 'REVIEW_NEEDS_ORDER' },
    )
  }
  if (order.isReviewed) {
    throw new ShopError('CONFLICT', 'You have reviewed this perfume already. Thank you!', { code: 'ALREADY_REVIEWED' })
  }
  return order.id
}

import type { ProductReviews, ProductReviewsQuery } from '@marashi/domain/contracts/reviews'
import { averageRating, filterReviews, ratingCounts } from '@marashi/domain/rules/review'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compileOnce } from '../../db/compile-once.ts'
import { db, instant, isSet } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'

/**
 * A product's approved reviews, newest first, and what all of them come to. Throws NOT_FOUND for a product that does not exist. Of the order behind a
 * review only its existence is public: whoever knows an order's id may see and pay it
 * (docs/behaviour.md#order-numbers-and-ids).
 */
export async function listReviews(
  { em }: Pick<Context, 'em'>,
  { id, ...filter }: ProductReviewsQuery,
): Promise<ProductReviews> {
  const [product] = await publicReviewsOf(em, { id })
  if (!product) throw notFound('Product')
  const { reviews } = product
  const ratings = reviews.map(({ rating }) => rating)
  return {
    reviews: filterReviews(reviews, filter),
    averageRating: averageRating(ratings),
    totalReviews: reviews.length,
    ratingCounts: ratingCounts(ratings),
  }
}

const publicReviewsOf = compileOnce((em, { id }: { id: string }) =>
  db(em)
    .selectFrom('products as p')
    .where('p.id', '=', id)
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('reviews as v')
          .whereRef('v.product_id', '=', 'p.id')
          .where('v.status', '=', 'approved')
          .where('v.deleted_at', 'is', null)
          .select(({ ref }) => [
            'v.id',
            'v.product_id as productId',
            'v.rating',
            'v.content',
            'v.customer_name as customerName',
            isSet(ref('v.order_id')).as('isVerifiedPurchase'),
            instant(ref('v.created_at')).as('createdAt'),
            instant(ref('v.updated_at')).as('updatedAt'),
          ])
          .orderBy('v.created_at', 'desc')
          .orderBy('v.id', 'desc'),
      ).as('reviews'),
    ),
)

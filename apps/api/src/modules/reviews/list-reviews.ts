import type { ProductReviews, PublicReview } from '@marashi/domain/contracts/reviews'
import { averageRating } from '@marashi/domain/rules/review'
import { asInstant } from '../../db/sql.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'

/**
 * A product's approved reviews, newest first. Throws NOT_FOUND for a product that does not exist. The order behind a
 * review is only told as a fact: whoever knows an order's id may see and pay it (decisions 21).
 */
export async function listReviews({ em }: Pick<Context, 'em'>, { id }: { id: string }): Promise<ProductReviews> {
  const rows: (PublicReview | { id: null })[] = await em.execute(
    `select v.id, p.id as "productId", v.rating, v.content, v.customer_name as "customerName",
            v.order_id is not null as "isVerifiedPurchase", ${asInstant('v.created_at')} as "createdAt",
            ${asInstant('v.updated_at')} as "updatedAt"
     from products p
     left join reviews v on v.product_id = p.id and v.status = 'approved' and v.deleted_at is null
     where p.id = ?
     order by v.created_at desc, v.id desc`,
    [id],
  )
  if (rows.length === 0) throw notFound('Product')
  const reviews = rows.filter((row): row is PublicReview => row.id !== null)
  return { reviews, averageRating: averageRating(reviews.map(({ rating }) => rating)), totalReviews: reviews.length }
}

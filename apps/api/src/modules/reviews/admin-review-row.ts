import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import { asInstant } from '../../db/sql.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { publicImage } from '../media/stored-image.ts'

/** The columns of an AdminReview, from `reviews` as v and its product as p. */
export const adminReviewColumns = `
  v.id, v.product_id as "productId", p.name as "productName", p.image as "productImage", v.rating, v.content,
  v.customer_name as "customerName", v.order_id as "orderId", v.status, ${asInstant('v.created_at')} as "createdAt",
  ${asInstant('v.updated_at')} as "updatedAt"`

/** Completes a row for the wire. */
export const presentReview = (row: AdminReview, publicUrl: string): AdminReview => ({
  ...row,
  productImage: publicImage(row.productImage, publicUrl),
})

/** One review as the moderator sees it. Throws NOT_FOUND, for deleted ones too. */
export async function adminReviewOf({ em, env }: Pick<Context, 'em' | 'env'>, id: string): Promise<AdminReview> {
  const [row]: AdminReview[] = await em.execute(
    `select ${adminReviewColumns} from reviews v join products p on p.id = v.product_id
     where v.id = ? and v.deleted_at is null`,
    [id],
  )
  if (!row) throw notFound('Review')
  return presentReview(row, env.PUBLIC_URL)
}

import type { AdminReview } from '@marashi/domain/contracts/admin-reviews'
import { publicImage } from '@marashi/domain/rules/picture'
import { expressionBuilder } from 'kysely'
import { db, instant } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import type { Tables } from '../../tables.ts'

const { ref } = expressionBuilder<Tables & { v: Tables['reviews'] }, 'v'>()

/** The columns of an AdminReview, from `reviews` as v and its product as p. */
export const adminReviewColumns = [
  'v.id',
  'v.product_id as productId',
  'p.name as productName',
  'p.image as productImage',
  'v.rating',
  'v.content',
  'v.customer_name as customerName',
  'v.order_id as orderId',
  'v.status',
  instant(ref('v.created_at')).as('createdAt'),
  instant(ref('v.updated_at')).as('updatedAt'),
] as const

/** Completes a row for the wire. */
export const presentReview = (row: AdminReview, publicUrl: string): AdminReview => ({
  ...row,
  productImage: publicImage(row.productImage, publicUrl),
})

/** One review as the moderator sees it. Throws NOT_FOUND, for deleted ones too. */
export async function adminReviewOf({ em, env }: Pick<Context, 'em' | 'env'>, id: string): Promise<AdminReview> {
  const row = await db(em)
    .selectFrom('reviews as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .where('v.id', '=', id)
    .where('v.deleted_at', 'is', null)
    .select(adminReviewColumns)
    .executeTakeFirst()
  if (!row) throw notFound('Review')
  return presentReview(row, env.PUBLIC_URL)
}

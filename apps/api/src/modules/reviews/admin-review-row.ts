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

/** Completes rows for the wire; the order behind a review is for whoever may read orders: whoever has its id may pay and cancel it. */
export async function presentReviews(
  ctx: Pick<Context, 'env' | 'mayDo'>,
  rows: readonly AdminReview[],
): Promise<AdminReview[]> {
  const mayReadOrders = await ctx.mayDo('orders', 'read')
  return rows.map((row) => ({
    ...row,
    productImage: publicImage(row.productImage, ctx.env.PUBLIC_URL),
    orderId: mayReadOrders ? row.orderId : null,
  }))
}

/** One review as the moderator sees it. Throws NOT_FOUND, for deleted ones too. */
export async function adminReviewOf(ctx: Pick<Context, 'em' | 'env' | 'mayDo'>, id: string): Promise<AdminReview> {
  const row = await db(ctx.em)
    .selectFrom('reviews as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .where('v.id', '=', id)
    .where('v.deleted_at', 'is', null)
    .select(adminReviewColumns)
    .executeTakeFirst()
  const [review] = await presentReviews(ctx, row ? [row] : [])
  if (!review) throw notFound('Review')
  return review
}

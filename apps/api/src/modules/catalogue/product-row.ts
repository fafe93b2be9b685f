import type { Product } from '@marashi/domain/contracts/catalogue'
import { asInstant } from '../../db/sql.ts'
import { publicImage } from '../media/stored-image.ts'

/** The columns of a Product, from `products` as p and its approved reviews as r. */
export const productColumns = `
  p.id, p.name, p.description, p.category, p.category_id as "categoryId", p.major_category as "majorCategory", p.price,
  p.original_price as "originalPrice", p.image, p.is_new as "isNew", r."averageRating", r."reviewCount",
  ${asInstant('p.created_at')} as "createdAt", ${asInstant('p.updated_at')} as "updatedAt"`

/** Counts in the reviews that the public sees: approved and not deleted (decisions 32). */
export const publicReviewsOfProduct = `
  cross join lateral (
    select coalesce(round(avg(v.rating), 1), 0)::float8 as "averageRating", count(*)::int as "reviewCount"
    from reviews v where v.product_id = p.id and v.status = 'approved' and v.deleted_at is null
  ) r`

/** Completes a row for the wire: our own pictures get the shop's public address. */
export const presentProduct = (row: Product, publicUrl: string): Product => ({
  ...row,
  image: publicImage(row.image, publicUrl),
})

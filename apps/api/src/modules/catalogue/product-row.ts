import type { Product } from '@marashi/domain/contracts/catalogue'

/** A product as the catalogue's queries select it. */
export interface ProductRow {
  id: string
  name: string
  description: string
  category: string
  categoryId: string
  majorCategory: Product['majorCategory']
  price: number
  originalPrice: number | null
  image: string
  isNew: boolean
  averageRating: number
  reviewCount: number
  createdAt: Date
  updatedAt: Date
}

/** The columns of a ProductRow, from `products` as p and its approved reviews as r. */
export const productColumns = `
  p.id, p.name, p.description, p.category, p.category_id as "categoryId", p.major_category as "majorCategory", p.price,
  p.original_price as "originalPrice", p.image, p.is_new as "isNew", r."averageRating", r."reviewCount",
  p.created_at as "createdAt", p.updated_at as "updatedAt"`

/** Counts in the reviews that the public sees: approved and not deleted (decisions 32). */
export const publicReviewsOfProduct = `
  cross join lateral (
    select coalesce(round(avg(v.rating), 1), 0)::float8 as "averageRating", count(*)::int as "reviewCount"
    from reviews v where v.product_id = p.id and v.status = 'approved' and v.deleted_at is null
  ) r`

/** Completes a row for the wire: instants as text, our own pictures under the shop's public address. */
export const presentProduct = (row: ProductRow, publicUrl: string): Product => ({
  ...row,
  image: row.image.startsWith('/') ? publicUrl + row.image : row.image,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

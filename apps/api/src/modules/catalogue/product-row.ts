import { type Product, type ProductDetails, product, productDetails } from '@marashi/domain/contracts/catalogue'
import { publicImage } from '@marashi/domain/rules/picture'
import { type Expression, expressionBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { instant } from '../../db/db.ts'
import type { Tables } from '../../tables.ts'

const { ref, selectFrom } = expressionBuilder<Tables & { p: Tables['products'] }, 'p'>()

/** Counts in the reviews that the public sees: docs/behaviour.md#public-reviews. */
export const publicReviews = selectFrom('reviews as v')
  .whereRef('v.product_id', '=', 'p.id')
  .where('v.status', '=', 'approved')
  .where('v.deleted_at', 'is', null)
  .select(({ fn }) => [
    sql<number>`coalesce(round(${fn.avg('v.rating')}, 1), 0)`.as('averageRating'),
    fn.countAll<number>().as('reviewCount'),
  ])
  .as('r')

/** What a Product holds beside the columns that are called like its fields. */
const computed = [
  'r.averageRating',
  'r.reviewCount',
  sql<boolean>`not exists (select from variants v where v.product_id = ${ref('p.id')} and v.is_available)`.as(
    'isSoldOut',
  ),
  instant(ref('p.created_at')).as('createdAt'),
  instant(ref('p.updated_at')).as('updatedAt'),
] as const
const computedNames = new Set<string>([
  'averageRating',
  'reviewCount',
  'isSoldOut',
  'createdAt',
  'updatedAt',
] satisfies ComputedName[])
type ComputedName = 'averageRating' | 'reviewCount' | 'isSoldOut' | 'createdAt' | 'updatedAt'
type StoredName = Exclude<keyof Product, ComputedName>
type DetailName = Exclude<keyof ProductDetails, keyof Product | 'morePictures' | 'ml'>

/** A field of the contract without a column of its name does not compile where the columns are selected. */
type ColumnOf<Field extends string> = { [Name in Field]: `p.${SnakeCase<Name>} as ${Name}` }[Field]
type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

const columnsOf = <Field extends string>(names: string[]) =>
  names.map((name) => `p.${snakeCase(name)} as ${name}` as ColumnOf<Field>)

const storedColumns = columnsOf<StoredName>(Object.keys(product.shape).filter((name) => !computedNames.has(name)))
const detailColumns = columnsOf<DetailName>(
  Object.keys(productDetails.shape).filter(
    (name) => !Object.hasOwn(product.shape, name) && !['morePictures', 'ml'].includes(name),
  ),
)

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/**
 * When a product or one of its parts was last changed, for whoever follows them all: a category that is renamed leaves the
 * versions of its products alone, and so do its stock and its reviews.
 */
export const lastChange = (product: Expression<Date>, ...parts: Expression<Date | null>[]) =>
  sql<Date>`greatest(${sql.join([product, ...parts])})`

/** When a review of the product was last written, judged or deleted, on which its stars depend. */
export const lastReviewChange = sql<Date | null>`(${selectFrom('reviews as w')
  .whereRef('w.product_id', '=', 'p.id')
  .select(({ ref }) =>
    sql<Date | null>`max(greatest(${ref('w.updated_at')}, ${ref('w.deleted_at')}))`.as('changedAt'),
  )})`

/** The columns of a Product, from `products` as p and its `publicReviews`. */
export const productColumns = [...storedColumns, ...computed] as const

/** The columns of ProductDetails, from the same. */
export const productDetailColumns = [
  ...productColumns,
  ...detailColumns,
  selectFrom('variants as s').whereRef('s.product_id', '=', 'p.id').where('s.position', '=', 0).select('s.ml').as('ml'),
  jsonArrayFrom(
    selectFrom('product_pictures as i')
      .whereRef('i.product_id', '=', 'p.id')
      .select(['i.image', 'i.alt'])
      .orderBy('i.position'),
  ).as('morePictures'),
] as const

/** Completes a row for the wire: our own pictures get the shop's public address. */
export const presentProduct = (row: Product, publicUrl: string): Product => ({
  ...row,
  image: publicImage(row.image, publicUrl),
})

/** As presentProduct, with the pictures behind the first. */
export const presentProductDetails = (row: ProductDetails, publicUrl: string): ProductDetails => ({
  ...row,
  image: publicImage(row.image, publicUrl),
  morePictures: row.morePictures.map(({ image, alt }) => ({ image: publicImage(image, publicUrl), alt })),
})

import { notesText } from '@marashi/domain/rules/notes-text'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { VersionedColumn } from './columns.ts'
import { yesOrNo } from './form-of.ts'

/** What a file says of a product as it is; `image` as it is stored. Empty where there is nothing. */
export type ProductCells = Record<VersionedColumn | 'stockCount', string>

/** What the cells of products are made of: `products` as p, and what is sold of each as v. */
export const productsOfFile = (em: EntityManager) =>
  db(em)
    .selectFrom('products as p')
    .leftJoin('variants as v', (join) => join.onRef('v.product_id', '=', 'p.id').on('v.position', '=', 0))
    .select([
      'p.id',
      'p.name',
      'p.description',
      'p.category',
      'p.price',
      'p.original_price as originalPrice',
      'v.ml',
      'p.concentration',
      'p.notes_top as notesTop',
      'p.notes_heart as notesHeart',
      'p.notes_base as notesBase',
      'p.image',
      'p.is_new as isNew',
      'v.stock_count as stockCount',
      'v.sold_out as soldOut',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof productsOfFile>['execute']>>[number]

export const cellsOf = (row: Row): ProductCells => ({
  name: row.name,
  description: row.description,
  category: row.category,
  price: number(row.price),
  originalPrice: number(row.originalPrice),
  ml: number(row.ml),
  concentration: row.concentration ?? '',
  notesTop: notesText(row.notesTop),
  notesHeart: notesText(row.notesHeart),
  notesBase: notesText(row.notesBase),
  image: row.image,
  isNew: yesOrNo(row.isNew),
  stockCount: number(row.stockCount),
  soldOut: yesOrNo(row.soldOut ?? false),
})

const number = (value: number | null) => (value === null ? '' : String(value))

import type { TimeFilter } from '@marashi/domain/contracts/admin-lists'
import { notesText } from '@marashi/domain/rules/notes-text'
import { publicImage } from '@marashi/domain/rules/picture'
import { type Expression, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { isWithin } from '../../../db/list-cursor.ts'
import { BATCH, isAfter, placeTime, readInBatches } from '../../../db/read-in-batches.ts'
import type { Context } from '../../../http/context.ts'
import { lastChange, lastReviewChange } from '../../catalogue/product-row.ts'
import type { ProductFileColumn } from './columns.ts'

type Line = Record<ProductFileColumn, string | null>

/** Every product of the times that are asked for, as importProducts reads it, newest first, in batches. */
export async function* exportProducts(
  { em, env }: Pick<Context, 'em' | 'env'>,
  times: TimeFilter,
): AsyncGenerator<Line[]> {
  const batches = readInBatches((after) =>
    db(em)
      .selectFrom('products as p')
      .leftJoin('variants as v', (join) => join.onRef('v.product_id', '=', 'p.id').on('v.position', '=', 0))
      .innerJoin('categories as c', 'c.id', 'p.category_id')
      .where(({ ref }) =>
        isWithin(
          times,
          ref('p.created_at'),
          lastChange(ref('p.updated_at'), ref('v.updated_at'), ref('c.updated_at'), lastReviewChange),
        ),
      )
      .where(({ ref }) => isAfter(after, ref('p.created_at'), ref('p.id')))
      .select(({ ref }) => [
        'p.id',
        placeTime(ref('p.created_at')).as('createdAt'),
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
        lastStockLine(ref('v.id')).as('stockLine'),
      ])
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(BATCH)
      .execute(),
  )
  for await (const rows of batches) {
    yield rows.map(({ id, createdAt: _, image, stockLine, ...row }) => ({
      ...row,
      productId: id,
      price: String(row.price),
      originalPrice: number(row.originalPrice),
      ml: number(row.ml),
      notesTop: notesText(row.notesTop),
      notesHeart: notesText(row.notesHeart),
      notesBase: notesText(row.notesBase),
      image: publicImage(image, env.PUBLIC_URL),
      isNew: truth(row.isNew),
      stockCount: number(row.stockCount),
      stockAtExport: number(row.stockCount),
      soldOut: truth(row.soldOut ?? false),
      stockLineAtExport: number(stockLine),
    }))
  }
}

/** The newest line of the ledger of a variant's pieces: it says of every later one that it came after the export. */
const lastStockLine = (variantId: Expression<string | null>) =>
  sql<number | null>`(select max(c.id)::float8 from stock_changes c where c.variant_id = ${variantId})`

const number = (value: number | null) => (value === null ? null : String(value))
const truth = (value: boolean) => (value ? 'yes' : 'no')

import type { ProductForm } from '@marashi/domain/contracts/catalogue'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { lockFirstVariants, lockProducts } from '../../catalogue/lock-products.ts'
import { saveSize } from '../../catalogue/stock/save-size.ts'
import { saveStock } from '../stock/save-stock.ts'
import { type CountedSince, countedSince, type StockCells, stockChange } from './stock-cells.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'clock'>

/** What a file says of what is sold of a product: prices in whole shillings, the size in millilitres and the pieces. */
export interface VariantRow extends StockCells, Pick<ProductForm, 'price' | 'originalPrice' | 'ml'> {
  /** Of the product. */
  id: string
  /** Of the file. */
  row: number
}

/** A row of a file, and how certainly its product was counted since the export. */
export interface OutdatedRow {
  row: number
  counted: NonNullable<CountedSince>
}

/**
 * Stores prices, sizes and pieces. Beside the count at the time of the export a count is a change of it, so that the orders
 * that came meanwhile are not forgotten (docs/behaviour.md#product-files). Whoever orders what is changed waits until the
 * transaction ends, so this comes last in it, leaves the others alone, and takes the variants at once, in the order in which
 * orders take them. Answers the rows whose products somebody has counted since the export; where there are any, nothing is stored.
 */
export async function storeVariants(ctx: Ctx, rows: readonly VariantRow[]): Promise<OutdatedRow[]> {
  const before = new Map((await firstVariants(ctx, idsOf(rows))).map((each) => [each.id, each]))
  const isOther = (row: VariantRow, columns: readonly ('price' | 'originalPrice' | 'ml')[]) =>
    columns.some((column) => (row[column] ?? null) !== before.get(row.id)?.[column])
  const priced = rows.filter((row) => isOther(row, ['price', 'originalPrice', 'ml']))
  const sized = priced.filter((row) => isOther(row, ['ml']))
  const counted = rows.flatMap((row) => {
    const change = stockChange(row)
    const isSoldOut = before.get(row.id)?.soldOut
    return change || (row.soldOut ?? isSoldOut) !== isSoldOut ? [{ id: row.id, soldOut: row.soldOut, ...change }] : []
  })
  await lockFirstVariants(ctx.em, [...idsOf(priced), ...idsOf(counted)])
  const outdated = await outdatedRows(ctx, rows)
  if (outdated.length > 0) return outdated
  await storePrices(ctx, priced)
  for (const { id, ml } of sized) await saveSize(ctx.em, { productId: id, ml: ml ?? null, now: ctx.clock() })
  for (const stock of counted) await saveStock(ctx, stock)
  return []
}

/** The same was asked as each row was read, but somebody may have counted since; nobody does while the variants are locked. */
async function outdatedRows({ em }: Ctx, rows: readonly VariantRow[]): Promise<OutdatedRow[]> {
  const since = await countedSince(em, rows)
  return rows.flatMap(({ row }, at) => {
    const counted = since[at]
    return counted ? [{ row, counted }] : []
  })
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const firstVariants = ({ em }: Ctx, productIds: readonly string[]) =>
  db(em)
    .selectFrom('variants')
    .where('product_id', '=', sql<string>`any(${productIds}::uuid[])`)
    .where('position', '=', 0)
    .select(['product_id as id', 'price', 'original_price as originalPrice', 'ml', 'sold_out as soldOut'])
    .execute()

/** A product's new version, also where its size alone is another: a form that was opened before must not bring the old one back. */
async function storePrices({ em, clock }: Ctx, rows: readonly VariantRow[]): Promise<void> {
  const byProduct = new Map(rows.map((row) => [row.id, row]))
  for (const product of await lockProducts(em, idsOf(rows))) {
    const row = byProduct.get(product.id)
    if (row) em.assign(product, { price: row.price, originalPrice: row.originalPrice ?? null, updatedAt: clock() })
  }
  await em.flush()
}

import type { TimeFilter } from '@marashi/domain/contracts/admin-lists'
import { publicImage } from '@marashi/domain/rules/picture'
import { type Expression, sql } from 'kysely'
import { isWithin } from '../../../db/list-cursor.ts'
import { isAfter, placeTime, READ_BATCH, readInBatches } from '../../../db/read-in-batches.ts'
import type { Context } from '../../../http/context.ts'
import { lastChange, lastReviewChange } from '../../catalogue/product-row.ts'
import type { ProductFileColumn } from './columns.ts'
import { cellsOf, productsOfFile } from './product-cells.ts'
import { versionOf } from './version-at-export.ts'

type Line = Record<ProductFileColumn, string | null>

/** Every product of the times that are asked for, as importProducts reads it, newest first, in batches. */
export async function* exportProducts(
  { em, env }: Pick<Context, 'em' | 'env'>,
  times: TimeFilter,
): AsyncGenerator<Line[]> {
  const batches = readInBatches((after) =>
    productsOfFile(em)
      .innerJoin('categories as c', 'c.id', 'p.category_id')
      .where(({ ref }) =>
        isWithin(
          times,
          ref('p.created_at'),
          lastChange(ref('p.updated_at'), ref('v.updated_at'), ref('c.updated_at'), lastReviewChange),
        ),
      )
      .where(({ ref }) => isAfter(after, ref('p.created_at'), ref('p.id')))
      .select(({ ref }) => [placeTime(ref('p.created_at')).as('createdAt'), lastStockLine(ref('v.id')).as('stockLine')])
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(READ_BATCH)
      .execute(),
  )
  for await (const rows of batches) {
    yield rows.map((row) => {
      const cells = cellsOf(row)
      return {
        ...cells,
        productId: row.id,
        image: publicImage(cells.image, env.PUBLIC_URL),
        stockAtExport: cells.stockCount,
        stockLineAtExport: row.stockLine === null ? null : String(row.stockLine),
        versionAtExport: versionOf(row.id, cells),
      }
    })
  }
}

/** The newest line of the ledger of a variant's pieces: it says of every later one that it came after the export. */
const lastStockLine = (variantId: Expression<string | null>) =>
  sql<number | null>`(select max(c.id)::float8 from stock_changes c where c.variant_id = ${variantId})`

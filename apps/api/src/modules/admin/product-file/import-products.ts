import type {
  ImportedProducts,
  ImportProducts,
  ProductFileChange,
  ProductFileProblem,
} from '@marashi/domain/contracts/admin-product-file'
import { isId } from '@marashi/domain/rules/record-id'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Context } from '../../../http/context.ts'
import { listCategories } from '../../catalogue/list-categories.ts'
import { lockCategories } from '../../catalogue/lock-categories.ts'
import { lockProducts } from '../../catalogue/lock-products.ts'
import { storedImages } from '../../media/stored-image.ts'
import { cellsOf, type ProductCells, productsOfFile } from './product-cells.ts'
import { type FileRow, readProductFile } from './read-product-file.ts'
import { countedProblem, LEAVE_EMPTY, problemOf } from './row-problem.ts'
import { type RowOutcome, storeRow } from './store-row.ts'
import { storeVariants, type VariantRow } from './store-variants.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'clock'>

/** Thrown to take everything back. */
const takenBack = Symbol('taken back')

/**
 * Stores the products of a file, all or none: those with an id are changed in the cells that differ from the shop, those without
 * are added. A dry run does the same but for prices, sizes and pieces, which orders would wait for, and takes it back, so that
 * it knows every problem. Throws BAD_REQUEST for what is no such file.
 */
export async function importProducts(ctx: Ctx, { csv, isDryRun }: ImportProducts): Promise<ImportedProducts> {
  const rows = readProductFile(csv)
  const categories = new Map((await listCategories(ctx)).map((each) => [each.name.trim().toLowerCase(), each]))
  const problems = productsTwice(rows)
  const changes: ProductFileChange[] = []
  const kept: ProductFileChange[] = []
  const variants: VariantRow[] = []
  let unchanged = 0
  let updated = 0
  let isStored = false
  try {
    await ctx.em.transactional(async (em) => {
      // Before the products, as everybody takes them: a category that is being renamed waits for these.
      await lockCategories(em)
      // What the file lacks is taken from the product as it is: nobody else saves one from here to the end.
      await lockProducts(em, rows.flatMap(idOf))
      em.clear()
      const images = rows.flatMap(({ cells }) => cells.image ?? [])
      const inShop = await productsOf(em, rows.flatMap(idOf))
      const shop = { categories, inShop, storedImage: await storedImages(em, images, ctx.env.PUBLIC_URL) }
      for (const row of rows) {
        const outcome = await storeRow({ ...ctx, em }, row, shop)
        problems.push(...outcome.problems)
        changes.push(...outcome.changes)
        kept.push(...outcome.kept)
        if (outcome.variant) variants.push(outcome.variant)
        if (!row.cells.productId) continue
        if (!isLeftAlone(outcome)) updated += 1
        else if (outcome.kept.length === 0) unchanged += 1
      }
      if (isDryRun || problems.length > 0) throw takenBack
      const outdated = await storeVariants({ ...ctx, em }, variants)
      if (outdated.length === 0) return
      problems.push(...outdated.map(({ row, counted }) => countedProblem(row, counted)))
      throw takenBack
    })
    isStored = true
  } catch (problem) {
    if (problem !== takenBack) throw problem
  }
  const created = rows.filter(({ cells }) => !cells.productId).length
  problems.sort((a, b) => a.row - b.row)
  return { isStored, created, updated, unchanged, changes, kept, problems }
}

const idOf = ({ cells: { productId } }: FileRow): string[] => (productId && isId(productId) ? [productId] : [])

const isLeftAlone = ({ problems, changes }: RowOutcome) => problems.length === 0 && changes.length === 0

/** A row that was copied to add a product, and still has the id of the first, would overwrite that one. */
function productsTwice(rows: readonly FileRow[]): ProductFileProblem[] {
  const firstRows = new Map<string, number>()
  return rows.flatMap(({ row, cells }) => {
    const id = cells.productId?.toLowerCase()
    if (!id) return []
    const first = firstRows.get(id)
    if (first !== undefined) return [problemOf(row, 'productId', `Row ${first} has the same id. ${LEAVE_EMPTY}`)]
    firstRows.set(id, row)
    return []
  })
}

async function productsOf(em: EntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, ProductCells>> {
  const products = await productsOfFile(em).where('p.id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  return new Map(products.map((each) => [each.id, cellsOf(each)]))
}

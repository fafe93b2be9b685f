import { createProductInput } from '@marashi/domain/contracts/admin-catalogue'
import type { ImportedProducts, ImportProducts, ProductFileProblem } from '@marashi/domain/contracts/admin-product-file'
import { type Category, type ProductDetails, productForm } from '@marashi/domain/contracts/catalogue'
import { isId } from '@marashi/domain/rules/record-id'
import { z } from 'zod'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { getProduct } from '../../catalogue/get-product.ts'
import { listCategories } from '../../catalogue/list-categories.ts'
import { lockCategories } from '../../catalogue/lock-categories.ts'
import { lockProducts } from '../../catalogue/lock-products.ts'
import { createProduct, updateProduct } from '../../catalogue/save-product.ts'
import { type ProductFileColumn, productFileHeadings } from './columns.ts'
import { formOf } from './form-of.ts'
import { type FileRow, readProductFile } from './read-product-file.ts'
import { countedSince, stockCells } from './stock-cells.ts'
import { type OutdatedRow, storeVariants, type VariantRow } from './store-variants.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'clock'>

/** Thrown to take everything back. */
const takenBack = Symbol('taken back')

/**
 * Stores the products of a file, all or none: those with an id are changed in the columns that the file has, those without
 * are added. A dry run does the same but for prices, sizes and pieces, which orders would wait for, and takes it back, so that
 * it knows every problem. Throws BAD_REQUEST for what is no such file.
 */
export async function importProducts(ctx: Ctx, { csv, isDryRun }: ImportProducts): Promise<ImportedProducts> {
  const rows = readProductFile(csv)
  const categories = new Map((await listCategories(ctx)).map((each) => [each.name.trim().toLowerCase(), each]))
  const problems = productsTwice(rows)
  const variants: VariantRow[] = []
  let isStored = false
  try {
    await ctx.em.transactional(async (em) => {
      // Before the products, as everybody takes them: a category that is being renamed waits for these.
      await lockCategories(em)
      // What the file lacks is taken from the product as it is: nobody else saves one from here to the end.
      await lockProducts(em, rows.flatMap(idOf))
      em.clear()
      for (const row of rows) problems.push(...(await storeRow({ ...ctx, em }, row, { categories, variants })))
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
  const updated = rows.filter(({ cells }) => cells.productId).length
  return { isStored, created: rows.length - updated, updated, problems: problems.toSorted((a, b) => a.row - b.row) }
}

const idOf = ({ cells: { productId } }: FileRow): string[] => (productId && isId(productId) ? [productId] : [])

const problemOf = (row: number, column: ProductFileColumn | null, message: string): ProductFileProblem => ({
  row,
  column: column && productFileHeadings[column],
  message,
})

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

/** Stores a row but for the prices, size and pieces of a product that is there, which it adds to `variants`. */
async function storeRow(
  ctx: Ctx,
  { row, cells }: FileRow,
  { categories, variants }: { categories: ReadonlyMap<string, Category>; variants: VariantRow[] },
): Promise<ProductFileProblem[]> {
  const problem = (column: ProductFileColumn | null, message: string) => problemOf(row, column, message)
  const { productId } = cells
  const category = categories.get(cells.category?.toLowerCase() ?? '')
  const found: ProductFileProblem[] = []
  if (productId && !isId(productId)) found.push(problem('productId', notAnId))
  if (cells.category && !category) found.push(problem('category', `There is no category ${cells.category}.`))
  try {
    const before = productId && isId(productId) ? await getProduct(ctx, { id: productId }) : undefined
    const categoryId = category?.id ?? before?.categoryId ?? (cells.category ? anyId : undefined)
    const form = rowForm.safeParse({ ...writable(before), ...formOf(cells), categoryId })
    if (!form.success) found.push(...form.error.issues.map(({ path, message }) => problem(columnOf(path[0]), message)))
    if (!form.success || found.length > 0) return found
    const { stockCount, stockAtExport, stockLineAtExport, soldOut, ...product } = form.data
    // A copy of an exported row that adds a product still has the cells of the one that it was copied from.
    const stock = productId ? { stockCount, stockAtExport, stockLineAtExport } : { stockCount }
    const [counted] = productId ? await countedSince(ctx.em, [{ id: productId, ...stock }]) : []
    if (counted) return [countedProblem(row, counted)]
    const { price, originalPrice, ml, ...others } = product
    const { id } = await (productId ? updateProduct(ctx, { ...others, id: productId }) : createProduct(ctx, product))
    variants.push({ row, id, price, originalPrice, ml, ...stock, soldOut })
    return []
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return [...found, problem(error.code === 'NOT_FOUND' ? 'productId' : 'image', error.message)]
  }
}

const countedProblem = (row: number, counted: OutdatedRow['counted']) =>
  problemOf(row, 'stockCount', countedMessages[counted])

const countedMessages = {
  certainly: 'It was counted since this file was exported. Export it again.',
  perhaps: `This file may have been stored already. Export it again and keep the column "${productFileHeadings.stockLineAtExport}".`,
}
const LEAVE_EMPTY = 'Leave it empty to add one.'
const notAnId = `This is no id of a product. ${LEAVE_EMPTY}`
/** Stands for a category that does not exist, which is a problem of its own. */
const anyId = '00000000-0000-4000-8000-000000000000'

/** What a form holds of a product, so that columns which the file lacks stay as they are. */
const writable = (product: ProductDetails | undefined) =>
  Object.fromEntries(
    Object.keys(productForm.shape).flatMap((name) => (product ? [[name, product[name as keyof ProductDetails]]] : [])),
  )

const shillings = z.number({ error: 'Write a number, such as 4,850' })

/** A file is typed by a person: cents are a mistake, as they are in the form. */
const rowForm = createProductInput.extend({
  price: shillings.pipe(productForm.shape.price),
  originalPrice: shillings.nullish().pipe(productForm.shape.originalPrice),
  isNew: z.boolean({ error: 'Write yes or no' }).default(false),
  ...stockCells.shape,
})

const columnOf = (field: PropertyKey | undefined): ProductFileColumn | null => {
  if (field === 'categoryId') return 'category'
  return typeof field === 'string' && Object.hasOwn(productFileHeadings, field) ? (field as ProductFileColumn) : null
}

import { createProductInput } from '@marashi/domain/contracts/admin-catalogue'
import type { ProductFileChange, ProductFileProblem } from '@marashi/domain/contracts/admin-product-file'
import { type Category, type ProductDetails, productForm } from '@marashi/domain/contracts/catalogue'
import { publicImage } from '@marashi/domain/rules/picture'
import { isId } from '@marashi/domain/rules/record-id'
import { typedNumber } from '@marashi/domain/rules/typed-number'
import { z } from 'zod'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { getProduct } from '../../catalogue/get-product.ts'
import { createProduct, updateProduct } from '../../catalogue/save-product.ts'
import { countAfter } from '../stock/save-stock.ts'
import { bothExcerpts } from './both-excerpts.ts'
import { type ChangedCell, changedCells } from './changed-cells.ts'
import { type ProductFileColumn, productFileHeadings, type VersionedColumn, versionedColumns } from './columns.ts'
import { formOf } from './form-of.ts'
import type { ProductCells } from './product-cells.ts'
import type { FileRow } from './read-product-file.ts'
import { countedProblem, LEAVE_EMPTY, outdatedMessage, problemOf } from './row-problem.ts'
import { AS_WRITTEN, countedSince, stockCells, stockChange } from './stock-cells.ts'
import type { VariantRow } from './store-variants.ts'
import { isVersion } from './version-at-export.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'clock'>

/** What the rows of a file are compared with. */
interface Shop {
  /** By their names in small letters. */
  categories: ReadonlyMap<string, Category>
  /** The products of the file as they are, by id. */
  inShop: ReadonlyMap<string, ProductCells>
  storedImage: (address: string) => string
}

export interface RowOutcome {
  problems: ProductFileProblem[]
  /** What differs from the product as it is; none of one that is added. */
  changes: ProductFileChange[]
  /** What the shop has changed since the export, and the file has not: it stays. */
  kept: ProductFileChange[]
  /** The prices, size and pieces that are still to be stored. */
  variant?: VariantRow
}

/** Stores a row but for the prices, size and pieces of a product that is there. A row without a difference is left alone. */
export async function storeRow(ctx: Ctx, fileRow: FileRow, shop: Shop): Promise<RowOutcome> {
  const { row } = fileRow
  const { productId } = fileRow.cells
  const problem = (column: ProductFileColumn | null, message: string) => problemOf(row, column, message)
  const { cells, changed, kept, problems } = comparedRow(fileRow, shop)
  if (productId && !isId(productId)) problems.push(problem('productId', notAnId))
  const category = shop.categories.get(cells.category?.toLowerCase() ?? '')
  if (cells.category && !category) problems.push(problem('category', `There is no category ${cells.category}.`))
  const product = productId ? shop.inShop.get(productId.toLowerCase()) : undefined
  const named = changesNamed(row, product?.name ?? '')
  const asShown = (differing: readonly ChangedCell[]) =>
    named(differing.map((cell) => asPublic(cell, ctx.env.PUBLIC_URL)))
  const changes = asShown(changed)
  const outcome = { problems, changes, kept: asShown(kept) }
  if (product && changed.length === 0 && cells.stockCount === cells.stockAtExport) return outcome
  try {
    const before = productId && isId(productId) ? await getProduct(ctx, { id: productId }) : undefined
    const categoryId = category?.id ?? before?.categoryId ?? (cells.category ? anyId : undefined)
    const form = rowForm.safeParse({ ...writable(before), ...formOf(cells), categoryId })
    if (!form.success) {
      problems.push(...form.error.issues.map(({ path, message }) => problem(columnOf(path[0]), message)))
    }
    if (!form.success || problems.length > 0) return outcome
    const { stockCount, stockAtExport, stockLineAtExport, soldOut, ...others } = form.data
    // A copy of an exported row that adds a product still has the cells of the one that it was copied from.
    const stock = productId ? { stockCount, stockAtExport, stockLineAtExport } : { stockCount }
    const [counted] = productId ? await countedSince(ctx.em, [{ id: productId, ...stock }]) : []
    if (counted) return { ...outcome, problems: [countedProblem(row, counted)] }
    const pieces = product && changedPieces(product.stockCount, stock)
    if (pieces) changes.push(...named([pieces]))
    if (product && changes.length === 0) return outcome
    const { price, originalPrice, ml, ...rest } = others
    const { id } = await (productId ? updateProduct(ctx, { ...rest, id: productId }) : createProduct(ctx, others))
    const isCounted = pieces || !product
    return { ...outcome, variant: { row, id, price, originalPrice, ml, ...(isCounted && stock), soldOut } }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    problems.push(problem(error.code === 'NOT_FOUND' ? 'productId' : 'image', error.message))
    return outcome
  }
}

/** A row with only those cells that are to change its product; every cell of one that is to be added. */
function comparedRow({ row, cells }: FileRow, { categories, inShop, storedImage }: Shop) {
  const product = cells.productId && inShop.get(cells.productId.toLowerCase())
  if (!product) return { cells, changed: [], kept: [], problems: [] }
  if (cells.versionAtExport && !isVersion(cells.versionAtExport))
    return { cells, changed: [], kept: [], problems: [problemOf(row, 'versionAtExport', AS_WRITTEN)] }
  const asInShop = (column: VersionedColumn, text: string) => {
    if (column === 'image') return storedImage(text)
    return column === 'category' ? (categories.get(text.toLowerCase())?.name ?? text) : text
  }
  const { changed, kept, outdated } = changedCells(cells, product, asInShop)
  const isChanged = new Set<string>(changed.map(({ column }) => column))
  const left = Object.entries(cells).filter(([column]) => isChanged.has(column) || !isVersioned.has(column))
  const problems = outdated.map(({ column, from, to }) =>
    problemOf(row, column, outdatedMessage(...bothExcerpts(from, to))),
  )
  return { cells: Object.fromEntries(left) as FileRow['cells'], changed, kept, problems }
}

const isVersioned: ReadonlySet<string> = new Set(versionedColumns)

type Difference = Pick<ChangedCell, 'from' | 'to'> & { column: ProductFileColumn }

const asPublic = ({ column, from, to }: ChangedCell, publicUrl: string): ChangedCell =>
  column === 'image'
    ? { column, from: publicImage(from, publicUrl), to: publicImage(to, publicUrl) }
    : { column, from, to }

const changesNamed =
  (row: number, name: string) =>
  (cells: readonly Difference[]): ProductFileChange[] =>
    cells.map(({ column, ...texts }) => {
      const [from, to] = bothExcerpts(texts.from, texts.to)
      return { row, name, column: productFileHeadings[column], from, to }
    })

/** The count that a row leads to, beside the one that there is; undefined where they are the same. */
function changedPieces(count: string, stock: Parameters<typeof stockChange>[0]): Difference | undefined {
  const change = stockChange(stock)
  if (!change) return undefined
  const after = change.change === undefined ? change.stockCount : countAfter(typedNumber(count), change.change)
  const to = String(after ?? '')
  return to === count ? undefined : { column: 'stockCount', from: count, to }
}

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

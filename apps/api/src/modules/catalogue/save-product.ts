import type { CreateProduct, UpdateProduct } from '@marashi/domain/contracts/admin-catalogue'
import type { ProductDetails, ProductForm } from '@marashi/domain/contracts/catalogue'
import { guessAudience } from '@marashi/domain/rules/audience'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { requireVersion } from '../../db/require-version.ts'
import type { Environment } from '../../env.ts'
import type { Context } from '../../http/context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { claimPicture, releasePicture } from '../media/claim-picture.ts'
import { storedImage } from '../media/stored-image.ts'
import { Category } from './category.entity.ts'
import { getProduct } from './get-product.ts'
import { Product } from './product.entity.ts'
import { savePictures } from './save-pictures.ts'
import { saveSize } from './stock/save-size.ts'

type Ctx = Pick<Context, 'em' | 'env' | 'clock'>

/**
 * Adds a product. Prices are whole shillings. `categoryId` rules, whatever `category` says: docs/behaviour.md#category-filter.
 * Throws BAD_REQUEST where the category or an uploaded picture is gone.
 */
export async function createProduct(ctx: Ctx, input: CreateProduct): Promise<ProductDetails> {
  const id = await ctx.em.transactional(async (em) => {
    const { morePictures, ml, ...form } = input
    const columns = await columnsOf(em, ctx.env, form)
    await claimPicture(em, columns.image)
    const product = em.create(Product, columns)
    await em.persist(product).flush()
    await savePictures(em, { productId: product.id, pictures: stored(morePictures, ctx), now: ctx.clock() })
    await saveSize(em, { productId: product.id, ml, now: ctx.clock() })
    return product.id
  })
  return await getProduct(ctx, { id })
}

/** Replaces what the form holds. Throws NOT_FOUND, STALE when it was saved elsewhere meanwhile, else as createProduct. */
export async function updateProduct(
  ctx: Ctx,
  { id, updatedAt, morePictures, ml, ...form }: UpdateProduct,
): Promise<ProductDetails> {
  await ctx.em.transactional(async (em) => {
    // Category before product, the order in which renaming a category takes them.
    const columns = await columnsOf(em, ctx.env, form)
    const product = await em.findOne(Product, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!product) throw notFound('Product')
    requireVersion(updatedAt, product.updatedAt, 'product')
    if (columns.image !== product.image) {
      await claimPicture(em, columns.image)
      await releasePicture(em, product.image, ctx.clock())
    }
    const pictures = morePictures && stored(morePictures, ctx)
    const areOthers = pictures && (await savePictures(em, { productId: id, pictures, now: ctx.clock() }))
    const hasOtherSize = ml !== undefined && (await saveSize(em, { productId: id, ml, now: ctx.clock() }))
    // A form that was opened before must not bring the old pictures or the old size back.
    em.assign(product, { ...columns, ...((areOthers || hasOtherSize) && { updatedAt: ctx.clock() }) })
  })
  return await getProduct(ctx, { id })
}

const stored = (pictures: ProductForm['morePictures'], { env }: Ctx) =>
  pictures.map(({ image, alt }) => ({ image: storedImage(image, env.PUBLIC_URL), alt }))

type PlainForm = Omit<UpdateProduct, 'id' | 'updatedAt' | 'morePictures' | 'ml'>

/**
 * The form as columns; what it leaves out is left out. The category stays locked until the end, so that its name cannot
 * change behind the copy.
 */
async function columnsOf<Form extends PlainForm>(em: EntityManager, env: Environment, form: Form) {
  const { categoryId, ...own } = form
  const category = await em.findOne(Category, categoryId, { lockMode: LockMode.PESSIMISTIC_READ })
  if (!category) {
    const message = 'This category does not exist any more.'
    throw new ShopError('BAD_REQUEST', message, { fields: { categoryId: message } })
  }
  const columns = {
    ...own,
    category: category.name,
    categoryRef: em.getReference(Category, category.id, { wrapped: true }),
    majorCategory: guessAudience({ ...own, category: category.name }),
    image: storedImage(form.image, env.PUBLIC_URL),
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as typeof columns
}

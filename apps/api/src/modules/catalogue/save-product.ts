import type { CreateProduct, PatchProduct, UpdateProduct } from '@marashi/domain/contracts/admin-catalogue'
import type { ProductDetails, ProductForm } from '@marashi/domain/contracts/catalogue'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { requireVersion } from '../../db/require-version.ts'
import type { Context } from '../../http/context.ts'
import { notFound, ShopError } from '../../shop-error.ts'
import { claimPicture, releasePicture } from '../media/claim-picture.ts'
import { storedImages } from '../media/stored-image.ts'
import { audienceOf } from './audience-of.ts'
import { Category } from './category.entity.ts'
import { getProduct } from './get-product.ts'
import { lockProducts } from './lock-products.ts'
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
    const { morePictures, ml, categoryId, majorCategory, ...form } = input
    const category = await lockCategory(em, categoryId)
    const stored = await storedImages(em, addressesOf(input), ctx.env.PUBLIC_URL)
    const image = stored(form.image)
    await claimPicture(em, image)
    const audience = audienceOf(majorCategory, { ...form, category: category.name })
    const product = em.create(Product, { ...form, ...copyOf(em, category), image, majorCategory: audience })
    await em.persist(product).flush()
    await savePictures(em, { productId: product.id, pictures: asStored(morePictures, stored), now: ctx.clock() })
    await saveSize(em, { productId: product.id, ml, now: ctx.clock() })
    return product.id
  })
  return await getProduct(ctx, { id })
}

/**
 * Changes what is given; what is left out stays. Throws NOT_FOUND, STALE when it was saved elsewhere meanwhile, else as
 * createProduct.
 */
export async function updateProduct(ctx: Ctx, input: PatchProduct | UpdateProduct): Promise<ProductDetails> {
  const { id, updatedAt, morePictures, ml, categoryId, majorCategory, image, ...form } = input
  await ctx.em.transactional(async (em) => {
    // Category before product, the order in which renaming a category takes them.
    const category = categoryId === undefined ? undefined : await lockCategory(em, categoryId)
    const [product] = await lockProducts(em, [id])
    if (!product) throw notFound('Product')
    requireVersion(updatedAt, product.updatedAt, 'product')
    const stored = await storedImages(em, addressesOf(input), ctx.env.PUBLIC_URL)
    const address = image === undefined ? product.image : stored(image)
    if (address !== product.image) {
      await claimPicture(em, address)
      await releasePicture(em, product.image, ctx.clock())
    }
    const pictures = morePictures && asStored(morePictures, stored)
    const areOthers = pictures && (await savePictures(em, { productId: id, pictures, now: ctx.clock() }))
    const hasOtherSize = ml !== undefined && (await saveSize(em, { productId: id, ml, now: ctx.clock() }))
    const { name = product.name, description = product.description } = form
    const words = { name, description, category: category?.name ?? product.category }
    em.assign(product, {
      ...given({ ...form, category: undefined }),
      ...(category && copyOf(em, category)),
      image: address,
      majorCategory: audienceOf(majorCategory, words, product),
      // A form that was opened before must not bring the old pictures or the old size back.
      ...((areOthers || hasOtherSize) && { updatedAt: ctx.clock() }),
    })
  })
  return await getProduct(ctx, { id })
}

const given = <Columns extends object>(columns: Columns) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as Partial<Columns>

const addressesOf = ({ image, morePictures = [] }: Partial<Pick<ProductForm, 'image' | 'morePictures'>>) => [
  ...(image === undefined ? [] : [image]),
  ...morePictures.map((picture) => picture.image),
]

const asStored = (pictures: ProductForm['morePictures'], stored: (address: string) => string) =>
  pictures.map(({ image, alt }) => ({ image: stored(image), alt }))

/** It stays locked until the end, so that its name cannot change behind the copy. */
async function lockCategory(em: EntityManager, id: string): Promise<Category> {
  const category = await em.findOne(Category, id, { lockMode: LockMode.PESSIMISTIC_READ })
  if (category) return category
  const message = 'This category does not exist any more.'
  throw new ShopError('BAD_REQUEST', message, { fields: { categoryId: message } })
}

const copyOf = (em: EntityManager, { id, name }: Category) => ({
  category: name,
  categoryRef: em.getReference(Category, id, { wrapped: true }),
})

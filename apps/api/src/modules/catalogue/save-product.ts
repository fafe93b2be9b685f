import type { CreateProduct, UpdateProduct } from '@marashi/domain/contracts/admin-catalogue'
import type { Product as ProductAnswer } from '@marashi/domain/contracts/catalogue'
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

type Ctx = Pick<Context, 'em' | 'env' | 'clock'>

/**
 * Puts a product on the shelf. Prices are whole shillings. `categoryId` rules, whatever `category` says (decisions 10).
 * Throws BAD_REQUEST where the category or an uploaded picture is gone.
 */
export async function createProduct(ctx: Ctx, input: CreateProduct): Promise<ProductAnswer> {
  const id = await ctx.em.transactional(async (em) => {
    const columns = await columnsOf(em, ctx.env, input)
    await claimPicture(em, columns.image)
    const product = em.create(Product, { ...columns, isNew: input.isNew })
    await em.persist(product).flush()
    return product.id
  })
  return await getProduct(ctx, { id })
}

/** Replaces what the form holds. Throws NOT_FOUND, STALE when it was saved elsewhere meanwhile, else as createProduct. */
export async function updateProduct(ctx: Ctx, { id, updatedAt, ...input }: UpdateProduct): Promise<ProductAnswer> {
  await ctx.em.transactional(async (em) => {
    // Category before product, the order in which renaming a category takes them.
    const columns = await columnsOf(em, ctx.env, input)
    const product = await em.findOne(Product, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!product) throw notFound('Product')
    requireVersion(updatedAt, product.updatedAt, 'product')
    if (columns.image !== product.image) {
      await claimPicture(em, columns.image)
      await releasePicture(em, product.image, ctx.clock())
    }
    em.assign(product, { ...columns, isNew: input.isNew ?? product.isNew })
  })
  return await getProduct(ctx, { id })
}

/** The form as columns. The category stays locked until the end, so that its name cannot change behind the copy. */
async function columnsOf(em: EntityManager, env: Environment, form: Omit<CreateProduct, 'isNew'>) {
  const { name, description, price, originalPrice } = form
  const category = await em.findOne(Category, form.categoryId, { lockMode: LockMode.PESSIMISTIC_READ })
  if (!category) {
    const sentence = 'This category does not exist any more.'
    throw new ShopError('BAD_REQUEST', sentence, { fields: { categoryId: sentence } })
  }
  return {
    name,
    description,
    category: category.name,
    categoryRef: em.getReference(Category, category.id, { wrapped: true }),
    majorCategory: guessAudience({ category: category.name, name, description }),
    price,
    originalPrice,
    image: storedImage(form.image, env.PUBLIC_URL),
  }
}

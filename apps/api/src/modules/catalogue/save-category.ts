import type { CreateCategory, UpdateCategory } from '@marashi/domain/contracts/admin-catalogue'
import type { Category as CategoryAnswer } from '@marashi/domain/contracts/catalogue'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import { requireVersion } from '../../db/require-version.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { audienceOf } from './audience-of.ts'
import { Category } from './category.entity.ts'

type Ctx = Pick<Context, 'em'>

/** Adds a category. Throws CONFLICT when one has this name already, in any case: docs/behaviour.md#category-names. */
export async function createCategory(ctx: Ctx, { name, description }: CreateCategory): Promise<CategoryAnswer> {
  const category = ctx.em.create(Category, { name, description })
  await ctx.em.persist(category).flush()
  return answerOf(category)
}

/**
 * Changes what is given. Its products get the new name in the same transaction, and the audience that follows from it
 * (docs/behaviour.md#audience). Throws NOT_FOUND, CONFLICT for a taken name, STALE when it was saved elsewhere meanwhile.
 */
export async function updateCategory(ctx: Ctx, input: UpdateCategory): Promise<CategoryAnswer> {
  const { id, name, description, updatedAt } = input
  return await ctx.em.transactional(async (em) => {
    const category = await em.findOne(Category, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!category) throw notFound('Category')
    requireVersion(updatedAt, category.updatedAt, 'category')
    const isRenamed = name !== undefined && name !== category.name
    if (name !== undefined) category.name = name
    if (description !== undefined) category.description = description?.trim() || null
    await em.flush()
    if (isRenamed) await renameOnProducts(em, category)
    return answerOf(category)
  })
}

/** What follows from each product's new name is written by triggers: many at once would run into a statement's time limit. */
const PRODUCTS_AT_ONCE = 500

/**
 * A product's own version stays, because the fields of a form filled before still hold. The products are locked in the order in
 * which everybody takes them; one that is being saved is read as it is then.
 */
async function renameOnProducts(em: EntityManager, { id, name }: Category): Promise<void> {
  const products = await db(em)
    .selectFrom('products')
    .select(['id', 'name', 'description', 'category', 'major_category as majorCategory'])
    .where('category_id', '=', id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (let from = 0; from < products.length; from += PRODUCTS_AT_ONCE) {
    const some = products.slice(from, from + PRODUCTS_AT_ONCE).map((product) => ({
      id: product.id,
      audience: audienceOf(undefined, { ...product, category: name }, product),
    }))
    await sql`
      update products set category = ${name}, major_category = renamed.audience
      from unnest(${some.map((each) => each.id)}::uuid[], ${some.map((each) => each.audience)}::text[]) as renamed (id, audience)
      where products.id = renamed.id`.execute(db(em))
  }
}

const answerOf = ({ id, name, description, createdAt, updatedAt }: Category): CategoryAnswer => ({
  id,
  name,
  description: description ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

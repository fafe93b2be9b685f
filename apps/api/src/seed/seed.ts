import { guessAudience } from '@marashi/domain/rules/audience'
import type { MikroORM } from '@mikro-orm/postgresql'
import { Category } from '../modules/catalogue/category.entity.ts'
import { Product } from '../modules/catalogue/product.entity.ts'
import { ProductPicture } from '../modules/catalogue/product-picture.entity.ts'
import { saveSize } from '../modules/catalogue/stock/save-size.ts'
import { Review } from '../modules/reviews/review.entity.ts'
import { concentrationOf } from './concentration-of.ts'
import { stableId } from './perfume.ts'
import { viewsOf, wordsOf } from './perfume-views.ts'
import { categories, perfumes } from './perfumes.ts'
import { pictureIdOf } from './picture-id.ts'
import { seedReviews } from './reviews.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** True on a database without products and categories. */
export async function isEmptyShop(orm: MikroORM): Promise<boolean> {
  const em = orm.em.fork()
  return (await em.count(Category)) === 0 && (await em.count(Product)) === 0
}

/** Fills an empty shop with the invented catalogue, in one transaction. */
export async function seedShop(orm: MikroORM, now: Date): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    for (const { slug, name, description } of categories) {
      em.create(Category, { id: stableId('category', slug), name, description, createdAt: now, updatedAt: now })
    }
    const categoryIds = new Map(categories.map(({ slug, name }) => [name, stableId('category', slug)]))
    for (const perfume of perfumes) {
      const { slug, name, category, description, price, originalPrice, isNew } = perfume
      const { notesTop, notesHeart, notesBase } = perfume
      const addedAt = new Date(now.getTime() - perfume.addedDaysAgo * DAY_MS)
      const product = em.create(Product, {
        id: stableId('product', slug),
        name,
        description,
        category,
        categoryRef: em.getReference(Category, categoryIds.get(category) as string, { wrapped: true }),
        majorCategory: guessAudience({ category, name, description }),
        price,
        originalPrice,
        image: `/media/${pictureIdOf(perfume)}/1080.jpg`,
        isNew,
        notesTop,
        notesHeart,
        notesBase,
        concentration: concentrationOf(perfume),
        createdAt: addedAt,
        updatedAt: addedAt,
      })
      for (const [position, view] of viewsOf(perfume).entries()) {
        const image = `/media/${pictureIdOf(perfume, view)}/1080.jpg`
        if (position > 0) em.create(ProductPicture, { product, position, image, alt: wordsOf(name, view) })
      }
    }
    // The database adds what is sold of a product with the product.
    await em.flush()
    for (const { slug, millilitres } of perfumes) {
      await saveSize(em, { productId: stableId('product', slug), ml: millilitres, now })
    }
    for (const { perfume, rating, content, customerName, status, createdAt } of seedReviews(now)) {
      const product = em.getReference(Product, stableId('product', perfume), { wrapped: true })
      em.create(Review, { product, rating, content, customerName, status, createdAt, updatedAt: createdAt })
    }
  })
}

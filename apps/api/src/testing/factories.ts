import { guessAudience } from '@marashi/domain/rules/audience'
import type { MikroORM } from '@mikro-orm/postgresql'
import { Category } from '../modules/catalogue/category.entity.ts'
import { Product } from '../modules/catalogue/product.entity.ts'
import { Review, type reviewStatuses } from '../modules/reviews/review.entity.ts'

/** A stored category; the name is all that matters. */
export async function makeCategory(orm: MikroORM, name: string): Promise<Category> {
  const em = orm.em.fork()
  const category = em.create(Category, { name })
  await em.persist(category).flush()
  return category
}

export interface ProductWish {
  name?: string
  description?: string
  price?: number
  originalPrice?: number | null
  isNew?: boolean
  image?: string
  createdAt?: Date
}

let made = 0

/** A stored product of the category, like what the administrator would save. */
export async function makeProduct(orm: MikroORM, category: Category, wish: ProductWish = {}): Promise<Product> {
  const em = orm.em.fork()
  const {
    name = `Perfume ${++made}`,
    description = 'A quiet scent.',
    price = 2_500,
    image = '/media/test-0/1080.jpg',
    ...rest
  } = wish
  const product = em.create(Product, {
    name,
    description,
    price,
    image,
    category: category.name,
    categoryRef: em.getReference(Category, category.id, { wrapped: true }),
    majorCategory: guessAudience({ category: category.name, name, description }),
    ...rest,
  })
  await em.persist(product).flush()
  return product
}

export interface ReviewWish {
  rating?: number
  content?: string
  customerName?: string | null
  status?: (typeof reviewStatuses)[number]
  deletedAt?: Date
}

/** A stored review of the product; approved unless wished otherwise. */
export async function makeReview(orm: MikroORM, product: Product, wish: ReviewWish = {}): Promise<Review> {
  const em = orm.em.fork()
  const review = em.create(Review, {
    product: em.getReference(Product, product.id, { wrapped: true }),
    rating: 5,
    content: 'Lasts the whole day.',
    status: 'approved',
    ...wish,
  })
  await em.persist(review).flush()
  return review
}

import { createHash, randomUUID } from 'node:crypto'
import type { reviewStatuses } from '@marashi/domain/contracts/admin-reviews'
import type { ProductForm } from '@marashi/domain/contracts/catalogue'
import { guessAudience } from '@marashi/domain/rules/audience'
import type { MikroORM } from '@mikro-orm/postgresql'
import { AdminSession } from '../modules/admin/session/admin-session.entity.ts'
import { sessionIdOf } from '../modules/admin/session/live-session.ts'
import { Category } from '../modules/catalogue/category.entity.ts'
import { Product } from '../modules/catalogue/product.entity.ts'
import { Order } from '../modules/orders/order.entity.ts'
import { Payment } from '../modules/payments/payment.entity.ts'
import { Review } from '../modules/reviews/review.entity.ts'
import { testPasswordHash } from './build-test-app.ts'

/** A stored category; the name is all that matters. */
export async function makeCategory(orm: MikroORM, name: string): Promise<Category> {
  const em = orm.em.fork()
  const category = em.create(Category, { name, createdAt: nextCreationTime() })
  await em.persist(category).flush()
  return category
}

/** What the administrator enters of a product, without its category, and its creation time. */
type ProductOverrides = Partial<Omit<ProductForm, 'categoryId' | 'morePictures' | 'ml'>> & { createdAt?: Date }

let made = 0

let lastMadeAt = 0
/** Now, but later than everything made before, so that lists have one order. */
function nextCreationTime(): Date {
  lastMadeAt = Math.max(Date.now(), lastMadeAt + 1)
  return new Date(lastMadeAt)
}

/** A stored product of the category, like what the administrator would save. */
export async function makeProduct(
  orm: MikroORM,
  category: Category,
  overrides: ProductOverrides = {},
): Promise<Product> {
  const em = orm.em.fork()
  const {
    name = `Perfume ${++made}`,
    description = 'A quiet scent.',
    price = 2_500,
    image = '/media/test-0/1080.jpg',
    ...rest
  } = overrides
  const product = em.create(Product, {
    createdAt: nextCreationTime(),
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

interface ReviewOverrides {
  rating?: number
  content?: string
  customerName?: string | null
  status?: (typeof reviewStatuses)[number]
  deletedAt?: Date
}

/** A stored review of the product; approved unless `overrides` says otherwise. */
export async function makeReview(orm: MikroORM, product: Product, overrides: ReviewOverrides = {}): Promise<Review> {
  const em = orm.em.fork()
  const review = em.create(Review, {
    createdAt: nextCreationTime(),
    product: em.getReference(Product, product.id, { wrapped: true }),
    rating: 5,
    content: 'Lasts the whole day.',
    status: 'approved',
    ...overrides,
  })
  await em.persist(review).flush()
  return review
}

interface OrderOverrides {
  createdAt?: Date
  total?: number
  customerEmail?: string | null
  status?: Order['status']
}

/** A stored, unpaid order of one line without delivery. */
export async function makeOrder(orm: MikroORM, overrides: OrderOverrides = {}): Promise<Order> {
  const em = orm.em.fork()
  const { total = 4_500, customerEmail = 'amina@example.com', status = 'pending' } = overrides
  const order = em.create(Order, {
    createdAt: overrides.createdAt ?? nextCreationTime(),
    customerName: 'Amina Otieno',
    customerPhone: '0712345678',
    customerEmail,
    deliveryAddress: 'Kimathi Street 4',
    deliveryLocation: 'embu',
    deliveryCharge: 0,
    subtotal: total,
    total,
    status,
    paymentMethod: 'mpesa',
  })
  await em.persist(order).flush()
  return order
}

/** A stored M-Pesa attempt without an outcome, created later than every one before it. */
export async function makePayment(orm: MikroORM, order: Order, overrides: { amount?: number } = {}): Promise<Payment> {
  const em = orm.em.fork()
  const payment = em.create(Payment, {
    createdAt: nextCreationTime(),
    order: em.getReference(Order, order.id, { wrapped: true }),
    paymentMethod: 'mpesa',
    amount: order.total,
    status: 'processing',
    initiatedAt: new Date(),
    mpesaPhone: '254712345678',
    ...overrides,
  })
  await em.persist(payment).flush()
  return payment
}

/** Logs the administrator in: a live session, as the headers that a browser would send. */
export async function logIn(orm: MikroORM, overrides: { lastSeenAt?: Date; expiresAt?: Date } = {}) {
  const token = randomUUID()
  const { lastSeenAt = new Date(), expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1000) } = overrides
  const passwordMark = createHash('sha256').update(testPasswordHash).digest('hex')
  await orm.em.fork().insert(AdminSession, { sessionId: sessionIdOf(token), lastSeenAt, expiresAt, passwordMark })
  return { cookie: `session=${token}` }
}

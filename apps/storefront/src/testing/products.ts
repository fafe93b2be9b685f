import { type Product, type ProductPage, product } from '@marashi/domain/contracts/catalogue'
import { makeRecord } from '@marashi/domain/testing/make-record'

/** A product that differs from others only in its number. */
export const makeProduct = (changes: Partial<Product> = {}, number = 1): Product =>
  makeRecord(product, {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: `Perfume ${number}`,
    description: 'Saffron over warm leather.',
    category: 'Oud & Woods',
    categoryId: '00000000-0000-4000-9000-000000000001',
    majorCategory: 'unisex',
    price: 4500,
    image: 'http://localhost/media/perfume-1/1080.jpg',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  })

/** One page of a list of `total` products. */
export function makePage({ page, limit, total }: { page: number; limit: number; total: number }): ProductPage {
  const first = (page - 1) * limit + 1
  const count = Math.max(0, Math.min(limit, total - first + 1))
  return {
    data: Array.from({ length: count }, (_, index) => makeProduct({}, first + index)),
    pagination: { page, totalPages: Math.ceil(total / limit), total },
  }
}

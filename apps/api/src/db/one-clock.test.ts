import { expect, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { logIn } from '../testing/factories.ts'

const created = new Date('2030-05-01T09:00:00.123Z')
const changed = new Date('2030-05-01T10:00:00.456Z')

it('gives everything that is written at once one time, whatever the clocks of machine and database show', async () => {
  let now = created
  await using shop = await buildTestApp({ clock: () => now })
  const headers = await logIn(shop.deps.orm, { lastSeenAt: created, expiresAt: new Date('2030-05-09') })
  const send = async (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) => {
    const answer = await shop.app.inject({ method, url: `/api${url}`, headers, payload })
    expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300)
    return answer.json<{ id: string }>()
  }
  const category = await send('POST', '/categories', { name: 'Oud' })
  const form = {
    name: 'Oud Zahra',
    description: 'Smoked.',
    price: 4_500,
    image: 'https://x.test/a.jpg',
    category: 'Oud',
  }
  const product = await send('POST', '/products', { ...form, categoryId: category.id, isNew: false })
  const visitors = await send('POST', `/products/${product.id}/reviews`, { rating: 5, content: 'Lasts the whole day.' })
  const review = { productId: product.id, rating: 4, content: 'Entered by the shop.', status: 'pending' }
  const owners = await send('POST', '/admin/reviews', review)
  const order = await send('POST', '/orders', {
    order: {
      customerName: 'Amina',
      customerPhone: '0712345678',
      deliveryAddress: 'Kimathi Street',
      deliveryLocation: 'embu',
      deliveryCharge: 0,
      subtotal: 4_500,
      total: 4_500,
      paymentMethod: 'manual',
    },
    items: [{ productId: product.id, productName: 'Oud Zahra', productPrice: 4_500, quantity: 1 }],
  })
  const times = async () => {
    const tables = ['categories', 'products', 'reviews', 'orders']
    const rows = tables.map((table) => `select '${table}' as "table", created_at, updated_at from ${table}`)
    return await shop.query<{ created_at: Date; updated_at: Date }>(rows.join(' union all '))
  }
  const written = await times()
  expect(written).toHaveLength(5)
  for (const row of written) expect(row).toMatchObject({ created_at: created, updated_at: created })

  now = changed
  await send('PATCH', `/categories/${category.id}`, { description: 'Dark.' })
  await send('PUT', `/products/${product.id}`, { ...form, price: 4_900, categoryId: category.id })
  await send('PATCH', `/admin/reviews/${visitors.id}`, { status: 'approved' })
  await send('PUT', `/admin/reviews/${owners.id}`, { ...review, rating: 3 })
  await send('PATCH', `/admin/orders/${order.id}/status`, { status: 'shipped' })
  for (const row of await times()) expect(row).toMatchObject({ created_at: created, updated_at: changed })
})

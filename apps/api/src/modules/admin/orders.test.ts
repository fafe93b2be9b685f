import type { AdminOrder, OrderHistory, OrderList } from '@marashi/domain/contracts/admin-orders'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct } from '../../testing/factories.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'

let shop: TestApp
let headers: { cookie: string }
beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => shop.query('delete from orders'))

const nowhere = '11111111-1111-4111-8111-111111111111'

async function list(query: Record<string, string | number> = {}): Promise<OrderList> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const answer = await shop.app.inject({ url: `/api/admin/orders?${text}`, headers })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const numbers = async (search: string) => (await list({ search })).orders.map(({ customerName }) => customerName).sort()

/** Stores an order and gives it columns that only a database can. */
async function order(columns: Record<string, string | null> = {}, status: AdminOrder['status'] = 'pending') {
  const { id } = await makeOrder(shop.deps.orm, { status })
  for (const [column, value] of Object.entries(columns)) {
    await shop.query(`update orders set ${column} = $1 where id = $2`, [value, id])
  }
  return id
}

describe('GET /api/admin/orders', () => {
  it('pages newest first, every order once, with the true total past the end', async () => {
    for (let nth = 0; nth < 5; nth++) await order({ created_at: '2026-01-01T00:00:00Z', customer_name: `Nr ${nth}` })
    const pages = [await list({ limit: 2 }), await list({ limit: 2, offset: 2 }), await list({ limit: 2, offset: 4 })]
    const ids = pages.flatMap(({ orders }) => orders.map(({ id }) => id))
    expect(new Set(ids).size).toBe(5)
    expect(ids).toEqual(ids.toSorted().reverse())
    expect(await list({ limit: 2, offset: 50 })).toMatchObject({ orders: [], total: 5, counts: { all: 5 } })
    expect(await list({ limit: 2, offset: 50, search: 'nr' })).toMatchObject({ orders: [], total: 5 })
  })

  it('counts every status whichever is chosen, with and without a search', async () => {
    for (const status of ['pending', 'pending', 'shipped', 'cancelled'] as const) await order({}, status)
    await order({ customer_name: 'Wanjiku Kamau', customer_email: null }, 'delivered')
    const counts = {
      all: 5,
      pending: 2,
      processing: 0,
      shipped: 1,
      delivered: 1,
      cancelled: 1,
      'to-pack': 0,
      unpaid: 2,
    }
    expect(await list({ status: 'pending' })).toMatchObject({ total: 2, counts, orders: [{}, {}] })
    expect(await list()).toMatchObject({ total: 5, counts })
    expect(await list({ status: 'shipped', search: 'amina' })).toMatchObject({
      total: 1,
      orders: [{ status: 'shipped' }],
      counts: { ...counts, all: 4, delivered: 0 },
    })
  })

  it('hides deleted orders and shows lines in their order', async () => {
    await order({ deleted_at: '2026-01-01' })
    const id = await order()
    await shop.query(
      `insert into order_items (order_id, product_name, product_price, quantity, position)
       values ($1, 'Second', 100, 1, 2), ($1, 'First', 200, 3, 1)`,
      [id],
    )
    const { orders, total } = await list()
    expect(total).toBe(1)
    expect(orders[0]?.items.map(({ productName }) => productName)).toEqual(['First', 'Second'])
    expect(orders[0]).toMatchObject({ total: 4_500, paidAt: null, updatedAt: expect.stringMatching(/Z$/) })
  })

  it.each([
    ['a number', 'mr777', { order_number: 'MR777' }],
    ['a part of a number', '7771', { order_number: 'MR77715' }],
    ['a name without its accent, in any order', 'njeri rene', { customer_name: 'René Njeri' }],
    ['an e-mail', 'Found@Example.com', { customer_email: 'found@example.com' }],
    ['a part of an e-mail', 'und@exa', { customer_email: 'found@example.com' }],
    ['a receipt', 'tjk9xq1ab2', { mpesa_receipt_number: 'TJK9XQ1AB2' }],
    ['a card payment', 'pi_3ABCDEFGH12345678', { stripe_payment_intent_id: 'pi_3ABCDEFGH12345678' }],
    ['the last eight of a card payment', '12345678', { stripe_payment_intent_id: 'pi_3ABCDEFGH12345678' }],
    ['a phone from abroad', '+254 722 000 111', { customer_phone: '0722000111' }],
    ['a phone at home', '0722 000-111', { customer_phone: '+254 (722) 000111' }],
    ['the middle of a phone', '722 000', { customer_phone: '00254722000111' }],
    ['the phone that paid', '0722000111', { mpesa_phone: '254722000111' }],
    ['a name and a phone', 'wanjiku +254722', { customer_name: 'Wanjiku', customer_phone: '0722000111' }],
    ['a percent sign', '100%', { customer_name: '100% Oud' }],
    ['an underscore', 'a_b', { customer_name: 'A_B' }],
    ['a backslash', 'a\\b', { customer_name: 'A\\B' }],
  ])('finds %s', async (_what, search, columns: Record<string, string>) => {
    await order({ customer_name: 'Somebody Else', customer_phone: '0733999888', customer_email: null })
    await order({ customer_name: 'axb 1000', customer_phone: '0733999888', customer_email: null })
    const id = await order({ customer_phone: '0799123123', customer_email: null, ...columns })
    expect((await list({ search })).orders.map((found) => found.id)).toEqual([id])
  })

  it('finds an order by its id and nothing by an unknown id', async () => {
    const id = await order()
    expect((await list({ search: id.toUpperCase() })).total).toBe(1)
    for (const search of ['nowhere at all', nowhere, '%%', '+']) expect((await list({ search })).total).toBe(0)
    expect(await numbers(' amina ')).toEqual(['Amina Otieno'])
  })
})

it('finds the newest ten thousand of a search at most, in each list', async () => {
  await shop.query(`
    insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method, created_at)
    select 'Many', case n when 10050 then '0733999888' else '0712345678' end, 'x', 'embu', 0, 1, 1, 'mpesa', '2026-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, 10050) n`)
  await shop.query(
    `insert into payments (order_id, payment_method, amount, created_at) select id, 'mpesa', 1, created_at from orders`,
  )
  expect(await list({ search: 'many' })).toMatchObject({ total: 10_000, counts: { all: 10_000, pending: 10_000 } })
  // The list itself goes on to the oldest, also of one status.
  await shop.query(`update orders set status = 'delivered' where created_at < '2026-01-01 00:04'`)
  const delivered = await list({ search: 'many', status: 'delivered', limit: '2' })
  expect(delivered).toMatchObject({ orders: [{}, {}], nextCursor: expect.any(String) })
  expect(await list({ search: 'many', status: 'delivered', cursor: delivered.nextCursor ?? '' })).toMatchObject({
    orders: [{}],
    nextCursor: null,
  })
  const payments = await shop.app.inject({ url: '/api/admin/payments?search=mr&limit=1', headers })
  expect(payments.json()).toMatchObject({ total: 10_000, payments: [{ createdAt: '2026-01-07T23:30:00.000Z' }] })
  const customers = await shop.app.inject({ url: '/api/admin/customers?search=many', headers })
  expect(customers.json()).toMatchObject({ customers: [{ phone: '0733999888' }, { phone: '0712345678' }] })
  expect(await list()).toMatchObject({ total: 10_050 })
})

describe('PATCH /api/admin/orders/{id}/status', () => {
  const patch = (id: string, payload: object) =>
    shop.app.inject({ method: 'PATCH', url: `/api/admin/orders/${id}/status`, headers, payload })

  it.each(['processing', 'shipped', 'delivered', 'cancelled', 'pending'])('sets %s', async (status) => {
    const id = await order({}, status === 'pending' ? 'delivered' : 'pending')
    const answer = await patch(id, { status })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id, status })
    expect((await list({ status })).total).toBe(1)
  })

  it('keeps the change of the tab that saved first', async () => {
    const id = await order()
    const read = (await list()).orders[0]?.updatedAt
    expect((await patch(id, { status: 'shipped', updatedAt: read })).statusCode).toBe(200)
    const late = await patch(id, { status: 'cancelled', updatedAt: read })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ code: 'STALE', error: expect.stringContaining('reload') })
    expect((await list()).orders[0]?.status).toBe('shipped')
  })

  it('changes nothing for the status it has', async () => {
    const id = await order()
    const before = (await list()).orders[0]?.updatedAt
    expect((await patch(id, { status: 'pending' })).json<AdminOrder>().updatedAt).toBe(before)
  })

  it('refuses unknown statuses, unknown orders and deleted ones', async () => {
    const id = await order()
    expect((await patch(id, { status: 'lost' })).statusCode).toBe(400)
    expect((await patch(nowhere, { status: 'shipped' })).statusCode).toBe(404)
    await order({ deleted_at: '2026-01-01' })
    await shop.query('update orders set deleted_at = now() where id = $1', [id])
    expect((await patch(id, { status: 'shipped' })).statusCode).toBe(404)
  })
})

describe('DELETE /api/admin/orders/{id}', () => {
  const remove = (id: string) => shop.app.inject({ method: 'DELETE', url: `/api/admin/orders/${id}`, headers })

  it('hides the order, keeps its payments and unlinks its reviews', async () => {
    const stored = await makeOrder(shop.deps.orm)
    const payment = await makePayment(shop.deps.orm, stored)
    const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
    await shop.query(`insert into reviews (product_id, rating, content, order_id) values ($1, 5, 'Lovely', $2)`, [
      product.id,
      stored.id,
    ])
    await shop.query(`update reviews set updated_at = '2026-01-01T00:00:00Z'`)
    const since = shop.deps.clock().toISOString()
    expect((await remove(stored.id)).statusCode).toBe(204)
    expect((await list()).counts.all).toBe(0)
    expect((await remove(stored.id)).statusCode).toBe(404)
    expect(await shop.query('select order_id from reviews')).toEqual([{ order_id: null }])
    const followed = await shop.app.inject({ url: `/api/admin/reviews?updatedSince=${since}`, headers })
    expect(followed.json()).toMatchObject({ reviews: [{ orderId: null }] })

    const outcome = { source: 'callback', kind: 'succeeded', receipt: 'TJK5' } as const
    await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, payment.id, outcome)
    const status = await shop.app.inject(`/api/orders/${stored.id}/payment-status`)
    expect(status.json()).toMatchObject({ mpesaStatus: 'paid', mpesaReceiptNumber: 'TJK5' })
  })
})

describe('GET /api/admin/orders/{id}', () => {
  it('lists everything that happened to a paid order', async () => {
    const stored = await makeOrder(shop.deps.orm)
    const payment = await makePayment(shop.deps.orm, stored)
    await shop.query(
      `insert into webhook_events (gateway, event_id, payment_id, body, received_at) values ('mpesa', 'e1', $1, '{}', now())`,
      [payment.id],
    )
    const outcome = { source: 'callback', kind: 'succeeded', receipt: 'TJK6' } as const
    await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, payment.id, outcome)
    const answer = await shop.app.inject({ url: `/api/admin/orders/${stored.id}`, headers })
    expect(answer.json<OrderHistory>()).toMatchObject({
      order: { id: stored.id, status: 'processing', mpesaReceiptNumber: 'TJK6' },
      payments: [{ id: payment.id, amount: 450_000, status: 'completed', receipt_number: 'TJK6' }],
      events: [{ paymentId: payment.id, source: 'callback', fromStatus: 'processing', toStatus: 'completed' }],
      messages: [{ paymentId: payment.id, gateway: 'mpesa', body: '{}' }],
    })
    expect((await shop.app.inject({ url: `/api/admin/orders/${nowhere}`, headers })).statusCode).toBe(404)
  })

  it('answers for a deleted order too, because money may still reach it', async () => {
    const stored = await makeOrder(shop.deps.orm)
    const payment = await makePayment(shop.deps.orm, stored)
    await shop.app.inject({ method: 'DELETE', url: `/api/admin/orders/${stored.id}`, headers })
    const answer = await shop.app.inject({ url: `/api/admin/orders/${stored.id}`, headers })
    expect(answer.json<OrderHistory>()).toMatchObject({ order: { id: stored.id }, payments: [{ id: payment.id }] })
  })
})

describe('a manual order', () => {
  const placeManually = (status: string, change: object = {}) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/orders',
      headers,
      payload: {
        order: {
          customerName: 'Walk-in',
          customerEmail: '',
          customerPhone: '0712345678',
          deliveryAddress: 'The counter',
          deliveryLocation: 'nairobi-cbd',
          deliveryCharge: 200,
          subtotal: 0,
          total: 200,
          paymentMethod: 'manual',
          status,
          ...change,
        },
        items: [],
      },
    })

  it.each(['pending', 'processing', 'shipped', 'delivered', 'cancelled'])(
    'starts as %s, without items, for the delivery fee',
    async (status) => {
      const answer = await placeManually(status)
      expect(answer.statusCode).toBe(201)
      expect(answer.json<OrderReceipt>()).toMatchObject({ status, subtotal: 0, total: 200, items: [] })
    },
  )

  it('costs nothing where the delivery is free', async () => {
    const answer = await placeManually('pending', { deliveryLocation: 'embu', deliveryCharge: 0, total: 0 })
    expect(answer.json<OrderReceipt>()).toMatchObject({ subtotal: 0, total: 0, items: [] })
  })

  it('takes a discount off its lines, which no shopper can', async () => {
    const { id: productId, name: productName } = await makeProduct(
      shop.deps.orm,
      await makeCategory(shop.deps.orm, 'Discounted'),
      {
        price: 4_500,
      },
    )
    const payload = (discount: number) => ({
      order: {
        customerName: 'Amina',
        customerPhone: '0712345678',
        deliveryAddress: 'Kimathi Street 4',
        deliveryLocation: 'nairobi-cbd',
        deliveryCharge: 200,
        subtotal: 9_000,
        discount,
        total: 9_200 - discount,
        paymentMethod: 'manual',
      },
      items: [{ productId, productName, productPrice: 4_500, quantity: 2 }],
    })
    const place = (discount: number, as = {}) =>
      shop.app.inject({ method: 'POST', url: '/api/orders', headers: as, payload: payload(discount) })
    const placed = await place(500, headers)
    expect(placed.statusCode).toBe(201)
    expect(placed.json<OrderReceipt>()).toMatchObject({ subtotal: 9_000, discount: 500, total: 8_700 })
    expect((await list()).orders).toMatchObject([{ discount: 500, total: 8_700 }])
    expect((await place(500)).statusCode).toBe(403)
    const tooMuch = await place(9_001, headers)
    expect([tooMuch.statusCode, tooMuch.json<{ fields: object }>().fields]).toEqual([
      400,
      { discount: 'The discount is more than the items cost.' },
    ])
  })

  it('keeps the fee of its location', async () => {
    expect((await placeManually('pending', { deliveryCharge: 300, total: 300 })).statusCode).toBe(409)
  })
})

import type { AdminOverview, AdminStats } from '@marashi/domain/contracts/admin-dashboard'
import type { OrderList } from '@marashi/domain/contracts/admin-orders'
import type { PaymentAnalytics } from '@marashi/domain/contracts/admin-payments'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct, makeReview } from '../../../testing/factories.ts'

// 00:30 of 10 March in Nairobi.
const now = new Date('2026-03-09T21:30:00Z')
let shop: TestApp
let headers: { cookie: string }
beforeAll(async () => {
  shop = await buildTestApp({ clock: () => now })
  headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date('2027-01-01') })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => shop.query('delete from orders'))

const stats = async () => (await shop.app.inject({ url: '/api/admin/stats', headers })).json<AdminStats>()
const overview = async () => (await shop.app.inject({ url: '/api/admin/overview', headers })).json<AdminOverview>()

/** An order of 100 shillings with columns that only a database can give it. */
async function order(columns: Record<string, string | null> = {}) {
  const stored = await makeOrder(shop.deps.orm, { total: 100 })
  const all = { created_at: now.toISOString(), ...columns }
  for (const [column, value] of Object.entries(all)) {
    await shop.query(`update orders set ${column} = $1 where id = $2`, [value, stored.id])
  }
  return stored
}
const paid = { paid_at: now.toISOString() }
const onDelivery = { payment_method: 'manual' }

describe('revenue', () => {
  it.each([
    ['paid', 100, paid],
    ['paid and cancelled', 0, { ...paid, status: 'cancelled' }],
    ['paid and deleted', 0, { ...paid, deleted_at: now.toISOString() }],
    ['paid on delivery and delivered', 100, { ...onDelivery, status: 'delivered' }],
    ['to be paid on delivery and shipped', 0, { ...onDelivery, status: 'shipped' }],
    [
      'to be paid on delivery, delivered and deleted',
      0,
      { ...onDelivery, status: 'delivered', deleted_at: '2026-03-01' },
    ],
    ['unpaid by M-Pesa and delivered', 0, { status: 'delivered' }],
    ['cash and M-Pesa at once', 100, { ...onDelivery, ...paid, status: 'delivered' }],
  ])(
    'of an order that is %s is %i, on the card and in the chart and in today’s takings',
    async (_what, revenue, columns) => {
      await order(columns)
      expect((await stats()).totalRevenue).toBe(revenue)
      const { sales, takings } = await overview()
      expect([sales.at(-1)?.revenue, takings.revenue]).toEqual([revenue, revenue])
    },
  )
})

describe('a paid order that the owner deletes', () => {
  it('leaves the revenue of the orders, while its money stays in the revenue of the payments', async () => {
    const { id } = await order()
    const headersOfWrite = { ...headers, 'content-type': 'application/json' }
    const record = { orderId: id, paymentMethod: 'mpesa', amount: 10_000, status: 'completed' }
    const url = '/api/admin/payments'
    expect((await shop.app.inject({ method: 'POST', url, headers: headersOfWrite, payload: record })).statusCode).toBe(
      201,
    )
    const analytics = async () =>
      (await shop.app.inject({ url: '/api/admin/payments/analytics', headers })).json<PaymentAnalytics>()
    const before = await analytics()
    expect((await stats()).totalRevenue).toBe(100)
    const removal = await shop.app.inject({ method: 'DELETE', url: `/api/admin/orders/${id}`, headers })
    expect(removal.statusCode).toBe(204)
    expect((await stats()).totalRevenue).toBe(0)
    expect((await overview()).sales.at(-1)).toMatchObject({ orders: 0, revenue: 0 })
    expect(await analytics()).toEqual(before)
    expect(before).toMatchObject({ successfulPayments: 1, totalRevenue: 10_000 })
  })
})

describe('the two figures of revenue', () => {
  /** A payment of 100 shillings that came for it. */
  const money = async (of: Awaited<ReturnType<typeof order>>, isSurplus = false) => {
    const { id } = await makePayment(shop.deps.orm, of)
    await shop.query(`update payments set status = 'completed', is_surplus = $2 where id = $1`, [id, isSurplus])
  }
  const figures = async () => {
    const answer = await shop.app.inject({ url: '/api/admin/payments/analytics', headers })
    return { orders: (await stats()).totalRevenueCents, payments: answer.json<PaymentAnalytics>().totalRevenueCents }
  }

  it('differ by deleted and cancelled orders, by money that came twice and by cash, and by nothing else', async () => {
    const ordinary = await order(paid)
    await money(ordinary)
    expect(await figures()).toEqual({ orders: 10_000, payments: 10_000 })
    await money(await order({ ...paid, deleted_at: now.toISOString() }))
    expect(await figures()).toEqual({ orders: 10_000, payments: 20_000 })
    await money(await order({ ...paid, status: 'cancelled' }))
    expect(await figures()).toEqual({ orders: 10_000, payments: 30_000 })
    await money(ordinary, true)
    expect(await figures()).toEqual({ orders: 10_000, payments: 40_000 })
    await order({ ...onDelivery, status: 'delivered' })
    expect(await figures()).toEqual({ orders: 20_000, payments: 40_000 })
  })

  it('say so in the document, each with the other’s address', async () => {
    const { components } = (await shop.app.inject('/api/openapi.json')).json()
    const words = (name: string) => components.schemas[name].properties.totalRevenue.description
    expect(words('AdminStats')).toContain('`GET /admin/payments/analytics`')
    expect(words('AdminStats')).toContain('deleted and cancelled')
    expect(words('PaymentAnalytics')).toContain('`GET /admin/stats`')
    expect(words('PaymentAnalytics')).toContain('deleted or cancelled')
  })
})

describe('GET /api/admin/stats', () => {
  it('counts products, orders and those of the last seven days to the minute', async () => {
    await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
    for (const ago of [
      '2026-03-02T21:29:59Z',
      '2026-03-02T21:30:00Z',
      '2026-03-02T22:00:00Z',
      '2026-03-09T21:30:00Z',
    ]) {
      await order({ created_at: ago })
    }
    await order({ deleted_at: now.toISOString() })
    expect(await stats()).toEqual({
      totalProducts: 1,
      totalOrders: 4,
      totalRevenue: 0,
      totalRevenueCents: 0,
      recentOrdersCount: 3,
    })
  })
})

describe('GET /api/admin/overview', () => {
  it('puts sales on Nairobi’s days, the last 30, empty ones included', async () => {
    await order({ ...paid, created_at: '2026-03-09T20:59:59Z' })
    await order({ ...paid, created_at: '2026-03-09T21:00:00Z' })
    await order({ created_at: '2026-03-09T21:10:00Z' })
    await order({ ...paid, created_at: '2026-02-08T21:00:00Z' })
    await order({ ...paid, created_at: '2026-02-08T20:59:59Z' })
    const { sales, updatedAt } = await overview()
    expect(sales).toHaveLength(30)
    expect(sales[0]).toEqual({ day: '2026-02-09', orders: 1, revenue: 100, revenueCents: 10_000 })
    expect(sales.at(-2)).toEqual({ day: '2026-03-09', orders: 1, revenue: 100, revenueCents: 10_000 })
    expect(sales.at(-1)).toEqual({ day: '2026-03-10', orders: 2, revenue: 100, revenueCents: 10_000 })
    expect(sales.reduce((sum, { orders }) => sum + orders, 0)).toBe(4)
    expect(updatedAt).toBe(now.toISOString())
  })

  it('lists payments that need attention, newest first, at most 20, with the true number', async () => {
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    const payment = async ({ what, ...columns }: Record<string, unknown>) => {
      const { id } = await makePayment(shop.deps.orm, await order())
      const all = { initiated_at: minutesAgo(16), created_at: minutesAgo(16), ...columns }
      for (const [column, value] of Object.entries(all)) {
        await shop.query(`update payments set ${column} = $1 where id = $2`, [value, id])
      }
      if (what) {
        await shop.query(
          `insert into payment_flags (payment_id, what, source, raised_at) values ($1, $2, 'callback', now())`,
          [id, what],
        )
      }
      return id
    }
    const stuck = await payment({})
    await payment({ initiated_at: minutesAgo(14) })
    await payment({ payment_method: 'stripe', status: 'pending' })
    await payment({ deleted_at: now })
    await payment({ status: 'completed' })
    const flagged = await payment({ what: 'late', created_at: now, status: 'completed' })
    const both = await payment({ what: 'unresolved', created_at: minutesAgo(20) })
    const { attention, attentionTotal } = await overview()
    expect(attention.map(({ payment: { id }, reason }) => ({ id, reason }))).toEqual([
      { id: flagged, reason: 'late' },
      { id: stuck, reason: 'stuck' },
      { id: both, reason: 'unresolved' },
    ])
    expect(attention[0]?.payment).toMatchObject({ amount: 10_000, paymentMethod: 'mpesa', receipt_number: null })
    expect(attentionTotal).toBe(3)
    for (let more = 0; more < 20; more++) await payment({ what: 'late' })
    expect(await overview()).toMatchObject({ attention: { length: 20 }, attentionTotal: 23 })
  })

  it.each([
    ['that is paid, whatever a payment has made of its status', 'to-pack', { ...paid, status: 'processing' }],
    ['that is paid and still pending', 'to-pack', paid],
    ['to be paid on delivery', 'to-pack', onDelivery],
    ['to be paid on delivery and begun', 'to-pack', { ...onDelivery, status: 'processing' }],
    ['whose M-Pesa payment failed', 'unpaid', { mpesa_status: 'failed' }],
    ['that was begun without its money', 'unpaid', { status: 'processing' }],
    ['that is paid and shipped', null, { ...paid, status: 'shipped' }],
    ['to be paid on delivery and delivered', null, { ...onDelivery, status: 'delivered' }],
    ['that is paid and cancelled', null, { ...paid, status: 'cancelled' }],
    ['that is paid and deleted', null, { ...paid, deleted_at: now.toISOString() }],
  ])('counts an order %s as %s', async (_what, view, columns: Record<string, string>) => {
    const { id } = await order(columns)
    const [toPack, unpaid] = [view === 'to-pack' ? 1 : 0, view === 'unpaid' ? 1 : 0]
    expect(await overview()).toMatchObject({ ordersToPack: toPack, unpaidOrders: unpaid })
    for (const [status, expected] of Object.entries({ 'to-pack': toPack, unpaid })) {
      for (const search of ['', '&search=amina']) {
        const url = `/api/admin/orders?status=${status}${search}`
        const list = (await shop.app.inject({ url, headers })).json<OrderList>()
        expect(list).toMatchObject({ total: expected, orders: expected === 0 ? [] : [{ id }] })
        expect(list.counts).toMatchObject({ 'to-pack': toPack, unpaid })
      }
    }
  })

  it('counts pending reviews', async () => {
    const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Musk'))
    await makeReview(shop.deps.orm, product, { status: 'pending' })
    await makeReview(shop.deps.orm, product, { status: 'pending', deletedAt: now })
    expect(await overview()).toMatchObject({ pendingReviews: 1, attention: [], attentionTotal: 0 })
  })
})

describe('today', () => {
  it('is a day in Nairobi, by method, beside the same minutes a week ago', async () => {
    await order(paid)
    await order({ ...onDelivery, status: 'delivered' })
    await order({ ...paid, created_at: '2026-03-09T20:59:59Z' })
    await order({ ...paid, created_at: '2026-03-02T21:00:00Z' })
    await order({ ...paid, created_at: '2026-03-02T21:30:01Z' })
    await order()
    expect((await overview()).takings).toEqual({
      day: '2026-03-10',
      revenue: 200,
      revenueCents: 20_000,
      orders: 3,
      weekBefore: 100,
      weekBeforeCents: 10_000,
      byMethod: [
        { method: 'manual', revenue: 100, revenueCents: 10_000 },
        { method: 'mpesa', revenue: 100, revenueCents: 10_000 },
      ],
    })
  })

  it('counts each shilling under the way in which it came, as the daily check does', async () => {
    const come = async (
      of: Awaited<ReturnType<typeof order>>,
      amount: number,
      columns: Record<string, unknown> = {},
    ) => {
      const { id } = await makePayment(shop.deps.orm, of)
      const all = { amount, ...columns, status: 'completed', completed_at: now.toISOString() }
      for (const [column, value] of Object.entries(all)) {
        await shop.query(`update payments set ${column} = $1 where id = $2`, [value, id])
      }
    }
    const byMethod = async () =>
      (await overview()).takings.byMethod.map(({ method, revenue }) => [method, revenue] as const)
    const onTheWay = { ...paid, payment_method: 'mpesa', was_on_delivery: 'true' }
    // 40 by M-Pesa, the rest in cash.
    await come(await order(onTheWay), 40)
    expect(await byMethod()).toEqual([
      ['manual', 60],
      ['mpesa', 40],
    ])
    // 40 by M-Pesa, 35 by card, of which 5 went back, the rest in cash.
    const mixed = await order(onTheWay)
    await come(mixed, 40)
    await come(mixed, 35, { payment_method: 'stripe', is_surplus: true, refunded_amount: 5 })
    // Twice as much as it cost.
    const twice = await order(paid)
    await come(twice, 100)
    await come(twice, 100, { payment_method: 'stripe', is_surplus: true })
    // The owner took 90 for all of it.
    await come(await order(paid), 90)
    expect(await byMethod()).toEqual([
      ['manual', 60 + 30],
      ['mpesa', 40 + 40 + 100 + 100],
      ['stripe', 30],
    ])
    expect((await overview()).takings.revenue).toBe(400)
  })

  it('counts what is to be delivered, and says since when an order waits to be packed', async () => {
    expect(await overview()).toMatchObject({ ordersToDeliver: 0, oldestToPack: null })
    await order({ status: 'shipped' })
    await order({ ...paid, created_at: '2026-03-08T10:00:00Z' })
    await order(paid)
    expect(await overview()).toMatchObject({ ordersToDeliver: 1, oldestToPack: '2026-03-08T10:00:00.000Z' })
  })
})

describe('the perfumes that sold best', () => {
  it('are those of orders that count as revenue, today, in seven days and in thirty', async () => {
    const { orm } = shop.deps
    const category = await makeCategory(orm, 'Best sellers')
    const [oud, musk] = [
      await makeProduct(orm, category, { name: 'Oud' }),
      await makeProduct(orm, category, { name: 'Musk' }),
    ]
    const sell = async (product: { id: string }, quantity: number, columns: Record<string, string | null>) => {
      const { id } = await order(columns)
      await shop.query(
        `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
         values ($1, $2, 'as it was called', 50, $3, 0)`,
        [id, product.id, quantity],
      )
    }
    await sell(oud, 1, paid)
    await sell(musk, 3, { ...paid, created_at: '2026-03-03T21:00:00Z' })
    await sell(musk, 9, { ...paid, created_at: '2026-03-03T20:59:59Z' })
    await sell(musk, 99, { ...paid, created_at: '2026-02-08T20:59:59Z' })
    await sell(oud, 99, {})
    const line = (name: string, pieces: number) =>
      expect.objectContaining({ name, pieces, amount: pieces * 50, amountCents: pieces * 5_000 })
    expect((await overview()).top).toEqual({
      day: [line('Oud', 1)],
      week: [line('Musk', 3), line('Oud', 1)],
      month: [line('Musk', 12), line('Oud', 1)],
      deleted: { day: [], week: [], month: [] },
    })
  })

  it('are there by the name of their lines where they were deleted since', async () => {
    const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Gone'), { name: 'Amber' })
    const { id } = await order(paid)
    await shop.query(
      `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
       select $1, $2::uuid, name, 50, quantity, position
       from (values ('Amber, old', 2, 0), ('Amber, old', 3, 1), ('Rose, old', 1, 2)) as line (name, quantity, position)`,
      [id, product.id],
    )
    await shop.query('delete from products where id = $1', [product.id])
    const line = (name: string, pieces: number) => ({ name, pieces, amount: pieces * 50, amountCents: pieces * 5_000 })
    const sold = [line('Amber, old', 5), line('Rose, old', 1)]
    expect((await overview()).top).toEqual({
      day: [],
      week: [],
      month: [],
      deleted: { day: sold, week: sold, month: sold },
    })
  })
})

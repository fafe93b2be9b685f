import { initialSettings } from '@marashi/domain/rules/settings/groups'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeProduct } from '../../testing/factories.ts'
import { receiptEmail } from '../payments/emails/receipt-email.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'

let shop: TestApp
let headers: { cookie: string }
let productId: string
let now = new Date('2026-11-20T13:00:00+03:00')
beforeAll(async () => {
  shop = await buildTestApp({ env: { LIMIT_ORDERS: '100/60' }, clock: () => now })
  const { orm } = shop.deps
  headers = await logIn(orm)
  ;({ id: productId } = await makeProduct(orm, await makeCategory(orm, 'Musk'), { name: 'Musk', price: 4_500 }))
})
afterAll(() => shop[Symbol.asyncDispose]())

const ask = async (url: string) => (await shop.app.inject({ url: `/api${url}`, headers })).json()

async function setPlace(id: string, change: object) {
  const { value, version } = (await ask('/admin/settings')).delivery.places
  const places = value.map((place: { id: string }) => (place.id === id ? { ...place, ...change } : place))
  return await shop.app.inject({
    method: 'PUT',
    url: '/api/admin/settings/delivery.places',
    headers,
    payload: { value: places, version },
  })
}

async function place(deliveryLocation: string) {
  const deliveryCharge = deliveryLocation === 'embu' ? 0 : 200
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/orders',
    payload: {
      order: {
        customerName: 'Amina Otieno',
        customerPhone: '0712345678',
        customerEmail: 'amina@example.com',
        deliveryAddress: 'Kimathi Street 4',
        deliveryLocation,
        deliveryCharge,
        subtotal: 4_500,
        total: 4_500 + deliveryCharge,
        paymentMethod: 'mpesa',
      },
      items: [{ productId, productName: 'Musk', productPrice: 4_500, quantity: 1 }],
    },
  })
  expect(answer.statusCode).toBe(201)
  return answer.json()
}

describe('an order', () => {
  it('is promised nothing in a new shop, and names its place', async () => {
    expect(await place('nairobi-cbd')).toMatchObject({
      deliveryLocation: 'nairobi-cbd',
      placeName: 'Nairobi CBD',
      deliveryPromise: null,
    })
  })

  it('keeps what it was promised when it was placed, whatever the owner promises later', async () => {
    await setPlace('nairobi-cbd', { sameDayUntil: '14:00' })
    const inTime = await place('nairobi-cbd')
    now = new Date('2026-11-20T14:30:00+03:00')
    const late = await place('nairobi-cbd')
    await setPlace('nairobi-cbd', { sameDayUntil: '', promise: 'Within a week' })
    expect([inTime, late].map((order) => order.deliveryPromise)).toEqual(['Friday 20 November', 'Saturday 21 November'])
    expect((await place('nairobi-cbd')).deliveryPromise).toBe('Within a week')
    expect(await ask(`/order-pages/${late.pageSecret}`)).toMatchObject({ deliveryPromise: 'Saturday 21 November' })
    await setPlace('nairobi-cbd', { promise: '' })
  })

  it.each([
    ['on that day', 'mpesa', '2026-11-20T23:59:59+03:00', 'Friday 20 November'],
    ['when it was over', 'mpesa', '2026-11-21T00:00:00+03:00', null],
    ['weeks later', 'mpesa', '2026-12-20T12:00:00+03:00', null],
    ['when it was over, to the courier', 'manual', '2026-11-23T12:00:00+03:00', 'Friday 20 November'],
  ])('is promised a day that was paid %s, by %s: %s', async (_when, method, paidAt, promise) => {
    now = new Date('2026-11-20T13:00:00+03:00')
    await setPlace('nairobi-cbd', { sameDayUntil: '14:00' })
    const order = await place('nairobi-cbd')
    expect(order.deliveryPromise).toBe('Friday 20 November')
    await setPlace('nairobi-cbd', { sameDayUntil: '' })
    await shop.query('update orders set payment_method = $2 where id = $1', [order.id, method])
    const [{ paymentId } = { paymentId: '' }] = await shop.query<{ paymentId: string }>(
      `insert into payments (order_id, payment_method, amount, status, created_at, updated_at)
       values ($1, 'mpesa', 4700, 'processing', now(), now()) returning id as "paymentId"`,
      [order.id],
    )
    now = new Date(paidAt)
    const { orm, env, settings, clock } = shop.deps
    const report = {
      source: 'callback',
      kind: 'succeeded',
      amountShillings: 4_700,
      receipt: paymentId.slice(0, 10),
    } as const
    await settlePayment({ em: orm.em.fork(), clock }, paymentId, report)
    const page = await ask(`/order-pages/${order.pageSecret}`)
    expect(page).toMatchObject({ state: 'paid', deliveryPromise: promise })
    const { text } = await receiptEmail(
      { em: orm.em.fork(), env, settings },
      { emailId: 'x', recipient: 'amina@example.com', paymentId },
    )
    expect(/Promised: (.*)/.exec(text)?.[1] ?? null).toBe(promise)
  })

  it.each([
    ['on that day', '2026-11-20T20:00:00+03:00', 'Friday 20 November'],
    ['when it was over', '2026-11-21T09:00:00+03:00', null],
  ])('is promised a day that turned to be paid on delivery %s, at %s: %s', async (_when, turnedAt, promise) => {
    now = new Date('2026-11-20T13:00:00+03:00')
    await setPlace('nairobi-cbd', { sameDayUntil: '14:00' })
    const { id, pageSecret } = await place('nairobi-cbd')
    await setPlace('nairobi-cbd', { sameDayUntil: '' })
    now = new Date(turnedAt)
    const payload = { orderId: id }
    const turned = await shop.app.inject({ method: 'POST', url: '/api/payments/on-delivery', payload })
    expect(turned.json()).toEqual({ state: 'on-delivery' })
    expect(await ask(`/order-pages/${pageSecret}`)).toMatchObject({ deliveryPromise: promise })
  })

  it('keeps the owner’s own words, whenever it is paid', async () => {
    await setPlace('nairobi-cbd', { promise: 'Within a week' })
    const { id, pageSecret } = await place('nairobi-cbd')
    await setPlace('nairobi-cbd', { promise: '' })
    const [{ paymentId } = { paymentId: '' }] = await shop.query<{ paymentId: string }>(
      `insert into payments (order_id, payment_method, amount, status, created_at, updated_at)
       values ($1, 'mpesa', 4700, 'processing', now(), now()) returning id as "paymentId"`,
      [id],
    )
    now = new Date(now.getTime() + 3 * 86_400_000)
    const report = { source: 'callback', kind: 'succeeded', amountShillings: 4_700, receipt: 'TJKWORDS01' } as const
    await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, paymentId, report)
    expect(await ask(`/order-pages/${pageSecret}`)).toMatchObject({ deliveryPromise: 'Within a week' })
  })

  it('names its place as the owner does, on its page, in lists, on slips, in the file and in the receipt', async () => {
    await setPlace('nairobi-cbd', { name: 'Town centre', promise: 'Today' })
    const { id, pageSecret, orderNumber } = await place('nairobi-cbd')
    const named = { deliveryLocation: 'nairobi-cbd', placeName: 'Town centre', deliveryPromise: 'Today' }
    expect(await ask(`/order-pages/${pageSecret}`)).toMatchObject(named)
    expect((await ask(`/admin/orders?search=${orderNumber}&limit=1&offset=0`)).orders[0]).toMatchObject(named)
    expect((await ask(`/admin/packing-slips?orders=${id}`)).orders[0]).toMatchObject(named)
    const file = await shop.app.inject({ url: `/api/admin/orders.csv?search=${orderNumber}`, headers })
    expect(file.body).toContain(',Town centre,')
    const [{ paymentId } = { paymentId: '' }] = await shop.query<{ paymentId: string }>(
      `insert into payments (order_id, payment_method, amount, status, created_at, updated_at)
       values ($1, 'mpesa', 4700, 'completed', now(), now()) returning id as "paymentId"`,
      [id],
    )
    const { orm, env, settings } = shop.deps
    const { text } = await receiptEmail(
      { em: orm.em.fork(), env, settings },
      { emailId: 'x', recipient: 'amina@example.com', paymentId },
    )
    expect(text).toContain('Delivery, Town centre - Ksh 200')
    expect(text).toContain('Promised: Today')
  })

  it('to a place that is off is refused by the owner’s name of the place', async () => {
    await setPlace('nairobi-cbd', { isActive: false })
    const order = { deliveryLocation: 'nairobi-cbd', deliveryCharge: 200, subtotal: 4_500, total: 4_700 }
    const person = { customerName: 'Amina', customerPhone: '0712345678', deliveryAddress: 'Kimathi Street 4' }
    const refused = await shop.app.inject({
      method: 'POST',
      url: '/api/orders',
      payload: {
        order: { ...order, ...person, paymentMethod: 'manual' },
        items: [{ productId, productName: 'Musk', productPrice: 4_500, quantity: 1 }],
      },
    })
    expect(refused.json().error).toContain('We do not deliver to Town centre')
    await setPlace('nairobi-cbd', { isActive: true })
  })
})

describe('the hour of a place', () => {
  it('is advertised where the owner has no words of their own', async () => {
    const promise = async () =>
      (await ask('/shop')).places.find(({ id }: { id: string }) => id === 'embu').promise as string
    await setPlace('embu', { sameDayUntil: '11:00' })
    await expect.poll(promise).toBe('Same day if ordered by 11:00')
    await setPlace('embu', { promise: 'By boda, today' })
    await expect.poll(promise).toBe('By boda, today')
  })

  it('is a time of the day, and none in places that were saved before it was there', async () => {
    const refused = await setPlace('embu', { sameDayUntil: '2 pm' })
    expect(refused.statusCode).toBe(400)
    const older = initialSettings.delivery.places.map(({ sameDayUntil: _, ...rest }) => ({ ...rest, fee: 5 }))
    await shop.query(`update shop_settings set value = $1 where key = 'delivery.places'`, [JSON.stringify(older)])
    shop.deps.settings.invalidate()
    expect((await shop.deps.settings.read()).delivery.places[0]).toMatchObject({ fee: 5, sameDayUntil: '' })
  })
})

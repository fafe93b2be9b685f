import { randomUUID } from 'node:crypto'
import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct } from '../../testing/factories.ts'
import { fakeCard, fakeMpesa } from '../../testing/fake-gateways.ts'

let shop: TestApp
let headers: { cookie: string }
let productId: string
beforeAll(async () => {
  shop = await buildTestApp({ gateways: { mpesa: fakeMpesa(), card: fakeCard() }, env: { LIMIT_ORDERS: '100/60' } })
  const { orm } = shop.deps
  ;({ id: productId } = await makeProduct(orm, await makeCategory(orm, 'Musk'), { name: 'Musk', price: 4_500 }))
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.query('truncate shop_settings, shop_setting_changes')
  shop.deps.settings.invalidate()
  headers = await logIn(shop.deps.orm)
})

const save = (name: string, value: unknown, version = 0, app = shop) =>
  app.app.inject({
    method: 'PUT',
    url: `/api/admin/settings/payments.${name}`,
    headers,
    payload: { value, version },
  })
const switchOff = async (...ways: string[]) => expect((await save('switchedOff', ways)).statusCode).toBe(200)
const post = (url: string, payload: object, more: object = {}) =>
  shop.app.inject({ method: 'POST', url: `/api/${url}`, payload, headers: more as Record<string, string> })
const methods = async (app = shop) => (await app.app.inject('/api/payments/methods')).json<PaymentMethods>()
const place = (paymentMethod: string, more: object = {}) =>
  post(
    'orders',
    {
      order: {
        customerName: 'Amina Otieno',
        customerPhone: '0712345678',
        deliveryAddress: 'Kimathi Street 4',
        deliveryLocation: 'embu',
        deliveryCharge: 0,
        subtotal: 4_500,
        total: 4_500,
        paymentMethod,
      },
      items: [{ productId, productName: 'Musk', productPrice: 4_500, quantity: 1 }],
    },
    more,
  )
const off = { code: 'PAYMENT_METHOD_OFF', error: expect.stringContaining('choose another') }

describe('the ways to pay', () => {
  it('are all on in a new shop, in its own words', async () => {
    expect(await methods()).toMatchObject({
      offered: ['stripe', 'mpesa', 'manual'],
      mpesa: { payYourself: { kind: 'till', numberWords: '', accountHint: '', payeeName: '' } },
      card: { minShillings: expect.any(Number) },
    })
    for (const way of ['mpesa', 'stripe', 'manual']) expect((await place(way)).statusCode).toBe(201)
  })

  it.each([
    ['mpesa', { offered: ['stripe', 'manual'], mpesa: { payYourself: { number: '512345' } } }],
    ['stripe', { offered: ['mpesa', 'manual'] }],
    ['manual', { offered: ['stripe', 'mpesa'] }],
    ['by-hand', { offered: ['stripe', 'mpesa', 'manual'], mpesa: { payYourself: null } }],
  ])('are not offered and take no order once they are off: %s', async (way, offered) => {
    await switchOff(way)
    expect(await methods()).toMatchObject(offered)
    if (way === 'by-hand') return
    const refused = await place(way)
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject(off)
    expect(await shop.query('select id from orders where payment_method = $1 and created_at > now()', [way])).toEqual(
      [],
    )
  })

  it('say nothing of M-Pesa where neither prompt nor number is on', async () => {
    await switchOff('mpesa', 'by-hand')
    expect((await methods()).mpesa).toBeNull()
  })

  it('are never all off, not even the last one that is set up', async () => {
    const answer = await save('switchedOff', ['mpesa', 'stripe', 'manual'])
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.value).toContain('must stay on')
    await using bare = await buildTestApp({ databaseUrl: shop.databaseUrl, gateways: { mpesa: null, card: null } })
    const onlyTheCard = await save('switchedOff', ['mpesa', 'manual'], 0, bare)
    expect(onlyTheCard.statusCode).toBe(400)
    expect(onlyTheCard.json().fields.value).toContain('set up here')
    expect((await save('switchedOff', ['mpesa', 'stripe'], 0, bare)).statusCode).toBe(200)
  })

  it('are not all off either once a change is taken back', async () => {
    await using bare = await buildTestApp({ databaseUrl: shop.databaseUrl, gateways: { mpesa: null, card: null } })
    await switchOff('mpesa', 'manual')
    expect((await save('switchedOff', ['mpesa'], 1)).statusCode).toBe(200)
    const [change] = await shop.query<{ id: string }>('select max(id) as id from shop_setting_changes')
    const undo = (app: TestApp) =>
      app.app.inject({ method: 'POST', url: `/api/admin/setting-changes/${change?.id}/undo`, headers, payload: {} })
    const refused = await undo(bare)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error).toContain('set up here')
    expect((await methods(bare)).offered).toContain('manual')
    expect((await undo(shop)).statusCode).toBe(200)
    expect((await methods()).offered).toEqual(['stripe'])
  })

  it('are off at once in every other process, which keeps them until it is notified', async () => {
    await using other = await buildTestApp({ databaseUrl: shop.databaseUrl, gateways: { mpesa: fakeMpesa() } })
    expect((await methods(other)).offered).toContain('manual')
    await switchOff('manual')
    await expect.poll(async () => (await methods(other)).offered).not.toContain('manual')
  })

  it('carry the owner’s words for the Till', async () => {
    await save('payeeName', 'MARASHI PERFUMES')
    await save('numberWords', 'Buy Goods number')
    await save('accountHint', 'Your order’s number')
    expect((await methods()).mpesa?.payYourself).toEqual({
      kind: 'till',
      number: '512345',
      numberWords: 'Buy Goods number',
      accountHint: 'Your order’s number',
      payeeName: 'MARASHI PERFUMES',
    })
  })
})

describe('a way to pay that is off', () => {
  it('starts no payment of an order that stands, and takes it over from no other', async () => {
    const { id: orderId } = await makeOrder(shop.deps.orm)
    await switchOff('mpesa', 'manual')
    for (const refused of [
      await post('payments/mpesa/initiate', { orderId, phone: '0712345678' }),
      await post('payments/on-delivery', { orderId }),
      await post('payments/another-way', { orderId, paymentMethod: 'mpesa' }),
      await post('payments/another-way', { orderId, paymentMethod: 'manual' }),
    ]) {
      expect(refused.statusCode).toBe(422)
      expect(refused.json()).toMatchObject(off)
    }
    expect(await shop.query('select id from payments where order_id = $1', [orderId])).toEqual([])
    expect((await post('create-payment-intent', { orderId })).statusCode).toBe(200)
  })

  it('lets a card payment go on that has begun', async () => {
    const { id: orderId } = await makeOrder(shop.deps.orm)
    const first = (await post('create-payment-intent', { orderId })).json()
    await switchOff('stripe')
    expect((await post('create-payment-intent', { orderId })).json()).toEqual(first)
    expect((await methods()).card).toMatchObject({ publishableKey: 'pk_test_fake' })
    const { id: other } = await makeOrder(shop.deps.orm)
    expect((await post('create-payment-intent', { orderId: other })).json()).toMatchObject(off)
  })

  it('says that an order is paid, or on delivery, as before', async () => {
    const [paid, onDelivery] = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
    await makePayment(shop.deps.orm, paid)
    await shop.query(`update orders set paid_at = now() where id = $1`, [paid.id])
    await post('payments/on-delivery', { orderId: onDelivery.id })
    await switchOff('mpesa', 'manual')
    for (const [orderId, state] of [
      [paid.id, 'paid'],
      [onDelivery.id, 'on-delivery'],
    ]) {
      expect((await post('payments/on-delivery', { orderId })).json()).toEqual({ state })
      expect((await post('payments/another-way', { orderId, paymentMethod: 'manual' })).json()).toEqual({ state })
    }
  })

  it('answers an order again that was placed with it, and takes one of the administrator', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const first = (await place('manual', key)).json()
    await switchOff('manual')
    expect((await place('manual', key)).json()).toEqual(first)
    expect((await place('manual', headers)).statusCode).toBe(201)
  })

  it('still takes the receipt of money that was sent already', async () => {
    const { id: orderId } = await makeOrder(shop.deps.orm)
    await switchOff('by-hand')
    expect((await post('payments/mpesa/receipt', { orderId, receipt: 'SKJ4H7T2QX' })).statusCode).toBe(200)
  })
})

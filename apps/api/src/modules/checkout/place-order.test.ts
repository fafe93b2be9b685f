import { createHash } from 'node:crypto'
import { placeOrderInput } from '@marashi/domain/contracts/checkout'
import type { ErrorBody } from '@marashi/domain/contracts/error-body'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { pageSecretForm } from '@marashi/domain/rules/order-page-address'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../http/context.ts'
import { hashOf } from '../../http/repeats/request-claim.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { deletedMeanwhile } from '../../testing/deleted-meanwhile.ts'
import { logIn, makeCategory, makeProduct } from '../../testing/factories.ts'
import { createKey } from '../admin/api-keys/create-key.ts'
import type { Category } from '../catalogue/category.entity.ts'
import type { Product } from '../catalogue/product.entity.ts'
import { purgeExpired } from '../payments/purge-expired.ts'

let shop: TestApp
let category: Category
let product: Product

beforeAll(async () => {
  shop = await buildTestApp()
  category = await makeCategory(shop.deps.orm, 'Oud')
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.query('delete from orders')
  product = await makeProduct(shop.deps.orm, category, { name: 'Oud Zahra', price: 4_500 })
})

function orderOf(change: Record<string, unknown> = {}, items: object[] | undefined = undefined) {
  return {
    order: {
      customerName: 'Amina Otieno',
      customerEmail: 'amina@example.com',
      customerPhone: '0712 345 678',
      deliveryAddress: 'Kimathi Street 4',
      deliveryLocation: 'nairobi-cbd',
      deliveryCharge: 200,
      subtotal: 9_000,
      total: 9_200,
      paymentMethod: 'manual',
      status: 'pending',
      ...change,
    },
    items: items ?? [{ productId: product.id, productName: 'Oud Zahra', productPrice: 4_500, quantity: 2 }],
  }
}

const post = (payload: object, key?: string) =>
  shop.app.inject({ method: 'POST', url: '/api/orders', payload, headers: key ? { 'idempotency-key': key } : {} })

const countOrders = async () => (await shop.query<{ count: number }>('select count(*)::int from orders'))[0]?.count

describe('POST /api/orders', () => {
  it('stores the order with its lines and answers it with 201', async () => {
    const answer = await post(orderOf())
    expect(answer.statusCode).toBe(201)
    const receipt = answer.json<OrderReceipt>()
    expect(receipt).toMatchObject({
      status: 'pending',
      subtotal: 9_000,
      deliveryCharge: 200,
      total: 9_200,
      currency: 'KES',
    })
    expect(receipt.orderNumber).toMatch(/^[A-Z0-9]{1,12}$/)
    expect(receipt.pageSecret).toMatch(pageSecretForm)
    expect(receipt.items).toEqual([
      { productId: product.id, productName: 'Oud Zahra', productPrice: 4_500, quantity: 2 },
    ])
    const [row] = await shop.query('select customer_phone, subtotal, total, paid_at from orders where id = $1', [
      receipt.id,
    ])
    expect(row).toMatchObject({ customer_phone: '0712 345 678', subtotal: '9000.00', total: '9200.00', paid_at: null })
  })

  it('puts repeated lines of one product together', async () => {
    const line = { productId: product.id, productName: 'x', productPrice: 4_500, quantity: 1 }
    const receipt = (
      await post(orderOf({}, [line, { ...line, productId: product.id.toUpperCase() }]))
    ).json<OrderReceipt>()
    expect(receipt.items).toEqual([expect.objectContaining({ quantity: 2, productName: 'Oud Zahra' })])
  })

  it('refuses more of one perfume than an order takes, however many lines they are sent in', async () => {
    const line = { productId: product.id, productName: 'x', productPrice: 4_500, quantity: 50 }
    const answer = await post(orderOf({}, [line, { ...line, productId: product.id.toUpperCase() }]))
    expect(answer.statusCode).toBe(400)
    expect(answer.json<ErrorBody>().fields).toEqual({ 'items.1.quantity': 'At most 99 of one perfume' })
    expect(await countOrders()).toBe(0)
  })

  it.each([
    ['a lower price', {}, { productPrice: 1 }],
    ['a lower subtotal', { subtotal: 1 }, {}],
    ['no delivery charge', { deliveryCharge: 0 }, {}],
    ['another total', { total: 9_199 }, {}],
    ['the fee of another location', { deliveryLocation: 'nairobi-other' }, {}],
  ])('refuses %s with today’s quote and stores nothing', async (_what, order, line) => {
    const item = { productId: product.id, productName: 'Oud Zahra', productPrice: 4_500, quantity: 2, ...line }
    const answer = await post(orderOf(order, [item]))
    expect(answer.statusCode).toBe(409)
    const body = answer.json<ErrorBody>()
    expect(body).toMatchObject({ code: 'PRICE_CHANGED', error: expect.any(String), quote: { subtotal: 9_000 } })
    expect(await countOrders()).toBe(0)
  })

  it('names products that are gone', async () => {
    const gone = '11111111-1111-4111-8111-111111111111'
    const answer = await post(orderOf({}, [{ productId: gone, productName: 'Gone', productPrice: 1, quantity: 1 }]))
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'PRODUCT_UNAVAILABLE', quote: { unavailable: [gone] } })
  })

  it.each([
    ['no items', {}, [], [400, 'BAD_REQUEST'], {}],
    ['another status', { status: 'delivered' }, undefined, [403, 'FORBIDDEN'], {}],
    ['a discount', { discount: 1 }, undefined, [403, 'FORBIDDEN'], {}],
    ['no items, after a session has ended', {}, [], [401, 'UNAUTHORIZED'], { cookie: 'session=ended' }],
    ['no items, with a key that is gone', {}, [], [401, 'UNAUTHORIZED'], { authorization: 'Bearer marashi_gone' }],
  ])('leaves orders with %s to the administrator', async (_what, order, items, refusal, headers) => {
    const payload = orderOf(order, items)
    const answer = await shop.app.inject({ method: 'POST', url: '/api/orders', payload, headers })
    expect([answer.statusCode, answer.json().code]).toEqual(refusal)
    expect(await countOrders()).toBe(0)
  })

  it.each([
    ['quantity', 0],
    ['quantity', -1],
    ['quantity', 1.5],
    ['quantity', 100],
    ['quantity', '1'],
    ['quantity', null],
    ['quantity', true],
    ['quantity', []],
    ['productPrice', -1],
    ['productPrice', 1e21],
    ['productId', '1'],
    ['productId', '__proto__'],
  ])('refuses an item whose %s is %j', async (field, value) => {
    const item = { productId: product.id, productName: 'Oud Zahra', productPrice: 4_500, quantity: 2, [field]: value }
    const answer = await post(orderOf({}, [item]))
    expect(answer.statusCode).toBe(400)
    expect(answer.json<ErrorBody>().fields).toHaveProperty(`items.0.${field}`)
    expect(await countOrders()).toBe(0)
  })

  it('reports a product that is deleted while it is being ordered as unavailable', async () => {
    const deletion = { sql: 'delete from products where id = $1', values: [product.id] }
    const answer = await deletedMeanwhile(shop, deletion, () => post(orderOf(), 'deleted-meanwhile'))
    expect(answer.statusCode).toBe(409)
    expect(answer.json<ErrorBody>()).toMatchObject({
      code: 'PRODUCT_UNAVAILABLE',
      error: expect.stringContaining('no longer available'),
      quote: { unavailable: [product.id], items: [] },
    })
    expect(await countOrders()).toBe(0)
    expect(await shop.query('select * from order_keys')).toEqual([])
  })

  it('refuses more than 50 lines, text that cannot be stored and fields it does not know', async () => {
    const line = { productId: product.id, productName: 'x', productPrice: 4_500, quantity: 1 }
    for (const payload of [
      orderOf({}, Array(51).fill(line)),
      orderOf({ customerName: 'A\u0000' }),
      orderOf({ customerName: 'A\ud800' }),
      orderOf({ customerName: '   ' }),
      orderOf({ paidAt: '2026-01-01' }),
      orderOf({ customerEmail: 'no' }),
    ]) {
      expect((await post(payload)).statusCode).toBe(400)
    }
    expect(await countOrders()).toBe(0)
  })

  it('refuses an order beyond what the books can hold', async () => {
    const dear = await makeProduct(shop.deps.orm, category, { price: 90_000_000 })
    const item = { productId: dear.id, productName: 'x', productPrice: 90_000_000, quantity: 99 }
    expect((await post(orderOf({ subtotal: 1, total: 1 }, [item]))).statusCode).toBe(400)
  })
})

describe('the limit of orders', () => {
  it('counts the orders of a key by the key', async () => {
    const make = async (name: string) => {
      const headers = await logIn(shop.deps.orm)
      const payload = { name, scopes: ['orders:write'] }
      return (await shop.app.inject({ method: 'POST', url: '/api/admin/api-keys', headers, payload })).json()
    }
    const [register, bot] = [await make('Register'), await make('Bot')]
    const place = (key: string) => {
      const headers = { authorization: `Bearer ${key}` }
      return shop.app.inject({ method: 'POST', url: '/api/orders', payload: orderOf(), headers })
    }
    for (let nth = 0; nth < 300; nth++) await shop.deps.limits.deed('ordersOfKey', bot.id)
    const refused = await place(bot.key)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await place(register.key)).statusCode).toBe(201)
  })

  it('stops whoever tries without end at prices of their own, and still answers the order that they have placed', async () => {
    await using limited = await buildTestApp({ env: { LIMIT_QUOTES: '3/60' } })
    const { id } = await makeProduct(limited.deps.orm, await makeCategory(limited.deps.orm, 'Oud'), { price: 4_500 })
    const lines = [{ productId: id, productName: 'Oud', productPrice: 4_500, quantity: 2 }]
    const send = async (payload: object, headers = {}) =>
      (await limited.app.inject({ method: 'POST', url: '/api/orders', payload, headers })).statusCode
    const own = { 'idempotency-key': 'own' }
    expect(await send(orderOf({}, lines), own)).toBe(201)
    const cheaper = orderOf({}, [{ ...(lines[0] as (typeof lines)[0]), productPrice: 1 }])
    expect([await send(cheaper), await send(cheaper), await send(cheaper)]).toEqual([409, 409, 429])
    expect(await send(orderOf({}, lines))).toBe(429)
    expect(await send(orderOf({}, lines), own)).toBe(201)
    expect(await send(orderOf({}, lines), await logIn(limited.deps.orm))).toBe(201)
  })

  it('never stops the administrator, whose orders by phone leave the visitors of the same network theirs', async () => {
    await using limited = await buildTestApp({ env: { LIMIT_ORDERS: '1/3600' } })
    const headers = await logIn(limited.deps.orm)
    const entered = orderOf({ subtotal: 0, total: 200 }, [])
    const send = (payload: object, headers = {}) =>
      limited.app.inject({ method: 'POST', url: '/api/orders', payload, headers })
    for (let nth = 0; nth < 3; nth++) expect((await send(entered, headers)).statusCode).toBe(201)

    const { id } = await makeProduct(limited.deps.orm, await makeCategory(limited.deps.orm, 'Oud'), { price: 4_500 })
    const bought = orderOf({}, [{ productId: id, productName: 'Oud', productPrice: 4_500, quantity: 2 }])
    expect((await send(bought)).statusCode).toBe(201)
    expect((await send(bought)).statusCode).toBe(429)
    expect((await send(bought, { cookie: 'session=expired' })).statusCode).toBe(429)
    expect((await send(bought, headers)).statusCode).toBe(201)
  })
})

describe('Idempotency-Key', () => {
  it('answers the first order again, also after its prices changed', async () => {
    const answer = await post(orderOf(), 'key-1')
    expect(answer.headers).not.toHaveProperty('idempotency-replayed')
    const first = answer.json<OrderReceipt>()
    await shop.query('update products set price = 9999 where id = $1', [product.id])
    const again = await post(orderOf(), 'key-1')
    expect(again.statusCode).toBe(201)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(first)
    expect(await countOrders()).toBe(1)
  })

  it('answers the first order again also after the nightly purge', async () => {
    const first = (await post(orderOf(), 'key-purged')).json<OrderReceipt>()
    await purgeExpired({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
    expect((await post(orderOf(), 'key-purged')).json<OrderReceipt>().orderNumber).toBe(first.orderNumber)
    expect(await countOrders()).toBe(1)
  })

  it.each([
    ['an update reads more into what is sent, because that alone is compared', hashOf],
    [
      'an earlier version kept what it made of it',
      (sent: object) =>
        createHash('sha256')
          .update(JSON.stringify(placeOrderInput.parse(sent)))
          .digest('hex'),
    ],
  ])('answers the first order again also where %s', async (_what, keptOf) => {
    const sent = orderOf({ status: undefined })
    await post(sent, 'key-4')
    const keptBefore = { key: 'key-4', request_hash: keptOf(JSON.parse(JSON.stringify(sent))) }
    if (keptOf !== hashOf) await shop.query('update order_keys set request_hash = $1', [keptBefore.request_hash])
    expect(await shop.query('select key, request_hash from order_keys')).toEqual([keptBefore])
    expect((await post(sent, 'key-4')).headers['idempotency-replayed']).toBe('true')
    expect(await countOrders()).toBe(1)
  })

  it('refuses another body', async () => {
    await post(orderOf(), 'key-2')
    const answer = await post(orderOf({ customerName: 'Somebody Else' }), 'key-2')
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await countOrders()).toBe(1)
  })

  it('makes one order of eight simultaneous requests, and answers it to all eight', async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => post(orderOf(), `race-${round}`)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
      expect(new Set(answers.map((answer) => answer.json<OrderReceipt>().id)).size).toBe(1)
      expect(await countOrders()).toBe(round + 1)
    }
  })

  it('is not used up by a refused order', async () => {
    expect((await post(orderOf({ total: 1 }), 'key-3')).statusCode).toBe(409)
    expect((await post(orderOf(), 'key-3')).statusCode).toBe(201)
  })

  it('belongs to the key of the API that it came with: tills count alike, and visitors may guess', async () => {
    const program = async (name: string) => {
      const ctx = jobContext({ ...shop.deps, log: shop.app.log })
      const { key } = await createKey(ctx, { name, scopes: ['orders:write'] })
      const headers = { authorization: `Bearer ${key}`, 'idempotency-key': '4711' }
      return (payload: object) => shop.app.inject({ method: 'POST', url: '/api/orders', payload, headers })
    }
    const [one, other] = [await program('Till 1'), await program('Till 2')]
    const answers = [await post(orderOf(), '4711'), await one(orderOf()), await other(orderOf()), await one(orderOf())]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    const ids = answers.map((answer) => answer.json<OrderReceipt>().id)
    expect(new Set(ids).size).toBe(3)
    expect(ids[3]).toBe(ids[1])
    expect(answers[3]?.headers['idempotency-replayed']).toBe('true')
    expect((await one(orderOf({ customerName: 'Somebody Else' }))).statusCode).toBe(422)
  })

  it('makes no second order, as a visitor’s, where the key of the API that it came with has ended', async () => {
    const ctx = jobContext({ ...shop.deps, log: shop.app.log })
    const { id, key } = await createKey(ctx, { name: 'Till 3', scopes: ['orders:write'] })
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': '4712' }
    const send = () => shop.app.inject({ method: 'POST', url: '/api/orders', payload: orderOf(), headers })
    expect((await send()).statusCode).toBe(201)
    await shop.query('update api_keys set ends_at = now() where id = $1', [id])
    expect((await send()).json()).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await countOrders()).toBe(1)
  })

  it.each([' ', 'ü', 'a'.repeat(256)])('refuses %j as a key', async (key) => {
    expect((await post(orderOf(), key)).statusCode).toBe(400)
  })
})

describe('GET /api/orders/{id}/payment-status', () => {
  it('answers the two payment fields and nothing about the person', async () => {
    const { id } = (await post(orderOf())).json<OrderReceipt>()
    const answer = await shop.app.inject(`/api/orders/${id}/payment-status`)
    expect(answer.json()).toEqual({
      mpesaStatus: null,
      mpesaReceiptNumber: null,
      state: expect.any(String),
      failureCode: null,
      mpesaOutcome: null,
      receiptClaim: null,
      isReceiptOnItsWay: false,
      isHolding: true,
    })
  })

  it('answers 404 for an unknown order', async () => {
    expect((await shop.app.inject('/api/orders/11111111-1111-4111-8111-111111111111/payment-status')).statusCode).toBe(
      404,
    )
  })
})

describe('an order while the owner changes the places', () => {
  const place = { promise: '', freeOver: null, note: '', isActive: true }
  const specified = [
    { ...place, id: 'embu', name: 'Embu', fee: 0 },
    { ...place, id: 'nairobi-cbd', name: 'Nairobi CBD', fee: 200 },
    { ...place, id: 'nairobi-other', name: 'Other Nairobi', fee: 300 },
  ]
  let version = 0
  async function save(list: object[]) {
    const headers = await logIn(shop.deps.orm)
    const payload = { value: list, version }
    const answer = await shop.app.inject({
      method: 'PUT',
      url: '/api/admin/settings/delivery.places',
      headers,
      payload,
    })
    if (answer.statusCode === 200) version = answer.json().version
    return answer.statusCode
  }

  it('is refused at the old fee, with today’s, and stored at the new one', async () => {
    expect(await save(specified.map((each) => (each.id === 'nairobi-cbd' ? { ...each, fee: 250 } : each)))).toBe(200)
    const late = await post(orderOf())
    expect(late.json()).toMatchObject({ code: 'PRICE_CHANGED', quote: { deliveryCharge: 250, total: 9_250 } })
    expect((await post(orderOf({ deliveryCharge: 250, total: 9_250 }))).statusCode).toBe(201)
  })

  it('is refused where the place is off, with the places of today', async () => {
    await save(specified.map((each) => ({ ...each, isActive: each.id !== 'nairobi-cbd' })))
    const answer = await post(orderOf())
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'PLACE_UNAVAILABLE',
      error: 'We do not deliver to Nairobi CBD at the moment. Please choose another place.',
      quote: { deliveryLocation: 'embu', byLocation: { embu: {}, 'nairobi-other': {} } },
    })
    expect(await countOrders()).toBe(0)
  })

  it('goes to a place that the owner added, which the database knows for good', async () => {
    await save([...specified, { ...place, id: 'thika-road', name: 'Thika Road', fee: 400 }])
    const order = { deliveryLocation: 'thika-road', deliveryCharge: 400, total: 9_400 }
    expect((await post(orderOf(order))).json()).toMatchObject({ deliveryLocation: 'thika-road', deliveryCharge: 400 })
    await save(specified)
    expect((await post(orderOf(order))).json()).toMatchObject({ code: 'PLACE_UNAVAILABLE' })
    expect(await shop.query(`update orders set customer_name = 'Asha' returning delivery_location`)).toHaveLength(1)
    await expect(shop.query(`update orders set delivery_location = 'mars'`)).rejects.toThrow('delivers nowhere')
  })

  it.each([
    ['without one of the first three', specified.slice(1)],
    ['with none that is on', specified.map((each) => ({ ...each, isActive: false }))],
    ['with two of one name', [...specified, { ...place, id: 'embu-2', name: 'EMBU', fee: 1 }]],
    ['with a fee that is no amount', specified.map((each) => ({ ...each, fee: -1 }))],
  ])('never meets a list %s', async (_, list) => {
    expect(await save(list)).toBe(400)
  })
})

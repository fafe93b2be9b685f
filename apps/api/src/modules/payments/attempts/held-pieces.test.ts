import type { LowStock } from '@marashi/domain/contracts/admin-stock'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeCategory, makePayment, makeProduct } from '../../../testing/factories.ts'
import { fakeCard, fakeMpesa } from '../../../testing/fake-gateways.ts'
import type { Product } from '../../catalogue/product.entity.ts'
import type { Order } from '../../orders/order.entity.ts'
import { releaseHeldPieces } from '../../orders/release-held-pieces.ts'
import { mpesaProvider } from '../providers/mpesa/provider.ts'
import { stripeProvider } from '../providers/stripe/provider.ts'
import { recoverPayments } from '../recovery/recover-payments.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

let shop: TestApp
let product: Product
let now: Date

beforeEach(async () => {
  now = new Date()
  shop = await buildTestApp({ clock: () => now, gateways: { mpesa: fakeMpesa(), card: fakeCard() } })
  product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), { price: 2_500 })
  await shop.query('update variants set stock_count = 3 where product_id = $1', [product.id])
})
afterEach(() => shop[Symbol.asyncDispose]())

const hoursPass = (hours: number) => {
  now = new Date(now.getTime() + hours * 3_600_000)
}
const daysPass = (days: number) => hoursPass(24 * days)
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  shop.app.inject({ method: 'POST', url: `/api${path}`, payload, headers })
/** The owner's browser; the session is as new as the test's clock. */
const asOwner = () => logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 3_600_000) })

async function place(
  quantity: number,
  paymentMethod = 'mpesa',
  { headers = {}, status = 'pending' }: { headers?: Record<string, string>; status?: string } = {},
): Promise<string> {
  const amounts = { deliveryLocation: 'embu', deliveryCharge: 0, subtotal: 2_500 * quantity, total: 2_500 * quantity }
  const customer = { customerName: 'Amina', customerPhone: '0712345678', deliveryAddress: 'Moi Avenue' }
  const line = { productId: product.id, productName: 'Oud', productPrice: 2_500, quantity }
  const answer = await post(
    '/orders',
    { order: { ...customer, ...amounts, paymentMethod, status }, items: [line] },
    headers,
  )
  expect(answer.statusCode).toBe(201)
  return answer.json<OrderReceipt>().id
}
const context = () => jobContext({ ...shop.deps, log: shop.app.log })
const release = () => releaseHeldPieces(context())
const prompt = (orderId: string) => post('/payments/mpesa/initiate', { orderId, phone: '0712345678' })
/** M-Pesa tells that the shopper let the prompts of an order pass. */
async function letPromptsPass(orderId: string): Promise<void> {
  const open = await shop.query<{ id: string }>(
    `select id from payments where order_id = $1 and status = 'processing'`,
    [orderId],
  )
  for (const { id } of open) {
    await settlePayment(context(), id, { source: 'query', kind: 'failed', code: '1037', reason: 'No answer.' })
  }
}
const left = async () => (await shop.query<{ n: number }>('select stock_count as n from variants'))[0]?.n
/** The owner has looked at the gateway's account: nothing came. */
const resolveFlags = () =>
  shop.query(
    `update payment_flags set resolved_at = $1, resolved_by = 'administrator', resolution = 'Nothing came' where resolved_at is null`,
    [now],
  )
const lineOf = async (orderId: string) =>
  (
    await shop.query<{ taken: number; missing: number }>(
      'select taken, given_back as missing from order_items where order_id = $1',
      [orderId],
    )
  )[0]
const stock = async (orderId: string) => ({ left: await left(), ...(await lineOf(orderId)) })
const moveOn = async (id: string, status: string) => {
  const url = `/api/admin/orders/${id}/status`
  const answer = await shop.app.inject({ method: 'PATCH', url, payload: { status }, headers: await asOwner() })
  expect(answer.statusCode).toBe(200)
}
const shortOrders = async () =>
  (await shop.app.inject({ url: '/api/admin/stock/low', headers: await asOwner() })).json<LowStock>().shortOrders
const statusOf = async (orderId: string) =>
  (await shop.query<{ status: string }>('select status from orders where id = $1', [orderId]))[0]?.status

it('gives the pieces of an unpaid order back after a day, once, tells its shopper so and leaves the order as it is', async () => {
  const id = await place(2)
  const reported = async () => (await shop.app.inject(`/api/orders/${id}/payment-status`)).json()
  hoursPass(23)
  await release()
  expect(await left()).toBe(1)
  expect(await reported()).toMatchObject({ state: 'unpaid', isHolding: true })
  hoursPass(2)
  await release()
  await release()
  expect(await left()).toBe(3)
  expect(await reported()).toMatchObject({ state: 'unpaid', isHolding: false })
  expect(await statusOf(id)).toBe('pending')
  expect(await shop.query('select reason, pieces from stock_changes order by id')).toEqual([
    { reason: 'ordered', pieces: -2 },
    { reason: 'unpaid', pieces: 2 },
  ])
})

it('gives the pieces of all others back where those of one order cannot be', async () => {
  const unfit = await place(1)
  await shop.query(`alter table variants add constraint unfit check (product_id <> '${product.id}' or stock_count < 3)`)
  product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Musk'), { price: 2_500 })
  await shop.query('update variants set stock_count = 3 where product_id = $1', [product.id])
  const other = await place(1)
  hoursPass(25)
  await expect(release()).rejects.toMatchObject({ constraint: 'unfit' })
  expect((await lineOf(other))?.taken).toBe(0)
  await shop.query('alter table variants drop constraint unfit')
  await release()
  expect((await lineOf(unfit))?.taken).toBe(0)
})

it('gives back what the others hold, also where one shelf is full already', async () => {
  await place(1)
  const other = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Rose'), { price: 2_500 })
  await shop.query('update variants set stock_count = 1000000 where product_id = $1', [product.id])
  await shop.query('update variants set stock_count = 5 where product_id = $1', [other.id])
  product = other
  hoursPass(0.1)
  await place(2)
  hoursPass(25)
  await release()
  expect(await shop.query('select stock_count as n from variants order by n')).toEqual([{ n: 5 }, { n: 1_000_000 }])
})

it('leaves what is paid, to be paid on delivery or just being paid', async () => {
  const paid = await place(1)
  await place(1, 'manual')
  const asked = await place(1)
  await shop.query('update orders set paid_at = $2 where id = $1', [paid, now])
  hoursPass(23.9)
  expect((await prompt(asked)).statusCode).toBe(200)
  await letPromptsPass(asked)
  hoursPass(0.2)
  await release()
  expect(await left()).toBe(0)
  hoursPass(1)
  await release()
  expect(await left()).toBe(1)
})

it.each([
  ['being checked', 'checking', null, false],
  ['waiting for another order’s', 'refused', 'claimed', true],
])(
  'holds them for a week from the newest receipt that its shopper has typed, where that is still %s',
  async (_how, state, reason, waits) => {
    const id = await place(2)
    const typeReceipt = (receipt: string) =>
      shop.query(
        `insert into receipt_claims (order_id, gateway, receipt, asked_at, state, reason, waits_for_other, answered_at)
         values ($1, 'mpesa', $2, $3, $4, $5, $6, case when $6 then $3::timestamptz end)`,
        [id, receipt, now, state, reason, waits],
      )
    await typeReceipt('TKTYPED001')
    daysPass(6)
    await release()
    await typeReceipt('TKTYPED002')
    daysPass(6.9)
    await release()
    expect(await left()).toBe(1)
    daysPass(0.2)
    await release()
    expect(await stock(id)).toEqual({ left: 3, taken: 0, missing: 2 })
  },
)

it.each(['mpesa', 'manual'])(
  'holds them by %s for as long as money of the order is flagged and does not pay it',
  async (method) => {
    const id = await place(2, method)
    const payment = await makePayment(shop.deps.orm, { id, total: 5_000 } as Order)
    await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, payment.id, {
      source: 'callback',
      kind: 'succeeded',
      amountShillings: 4_000,
      receipt: 'TJK0000001',
    })
    daysPass(30)
    await release()
    hoursPass(2)
    await release()
    expect(await left()).toBe(1)
    await shop.query('update payments set attention = null')
    await release()
    expect(await left()).toBe(1)
    hoursPass(1.1)
    await release()
    expect(await left()).toBe(3)
  },
)

it('holds them while nobody knows whether its prompt was paid, up to the flag and after it', async () => {
  const id = await place(2)
  hoursPass(0.05)
  expect((await prompt(id)).statusCode).toBe(200)
  hoursPass(24)
  await release()
  expect(await left()).toBe(1)
  hoursPass(0.1)
  await recoverPayments(context(), mpesaProvider)
  expect(await shop.query('select attention from payments')).toEqual([{ attention: 'unresolved' }])
  daysPass(2)
  await release()
  expect(await left()).toBe(1)
})

it('holds them no longer than that where the keys of M-Pesa are gone, and nobody can be asked', async () => {
  const { gateways } = shop.deps
  const withoutKeys = { ...context(), gateways: { ...gateways, mpesa: null } }
  const id = await place(2)
  hoursPass(0.05)
  expect((await prompt(id)).statusCode).toBe(200)
  hoursPass(23.9)
  await recoverPayments(withoutKeys, mpesaProvider)
  const plans = 'select attention, next_query_at is not null as "isAsked", query_count as asked from payments'
  expect(await shop.query(plans)).toEqual([{ attention: null, isAsked: true, asked: 0 }])
  hoursPass(0.2)
  await recoverPayments(withoutKeys, mpesaProvider)
  expect(await shop.query(plans)).toEqual([{ attention: 'unresolved', isAsked: false, asked: 0 }])
})

it.each([
  ['Stripe is silent, which is asked on', true],
  ['the keys of its gateway are gone', false],
])('flags a card that was being charged after three days, and holds its pieces on, where %s', async (_why, hasKeys) => {
  const id = await place(2)
  expect((await post('/create-payment-intent', { orderId: id })).statusCode).toBe(200)
  await shop.query(`update payments set status = 'processing'`)
  const card = hasKeys ? { ...fakeCard(), read: () => Promise.reject(new Error('silent')) } : null
  const ctx = { ...context(), gateways: { ...shop.deps.gateways, card } }
  daysPass(2.9)
  await recoverPayments(ctx, stripeProvider)
  await shop.query('update payments set next_query_at = $1', [now])
  const plans = 'select attention, next_query_at is not null as "isAsked" from payments'
  expect(await shop.query(plans)).toEqual([{ attention: null, isAsked: true }])
  daysPass(0.2)
  await recoverPayments(ctx, stripeProvider)
  expect(await shop.query(plans)).toEqual([{ attention: 'unresolved', isAsked: hasKeys }])
  await release()
  hoursPass(1.1)
  await release()
  expect(await left()).toBe(1)
  await resolveFlags()
  hoursPass(1.1)
  await release()
  expect(await left()).toBe(3)
})

it('holds the pieces again where the shopper pays anew after the owner has looked into the attempt before', async () => {
  const id = await place(2)
  expect((await post('/create-payment-intent', { orderId: id })).statusCode).toBe(200)
  await shop.query(`update payments set status = 'processing'`)
  const ctx = { ...context(), gateways: { ...shop.deps.gateways, card: null } }
  daysPass(3.1)
  await recoverPayments(ctx, stripeProvider)
  await resolveFlags()
  hoursPass(0.1)
  await shop.query('update payments set initiated_at = $1, next_query_at = $1', [now])
  hoursPass(1.1)
  await release()
  expect(await left()).toBe(1)
})

it('flags no card form that was left open for three days', async () => {
  const id = await place(2)
  expect((await post('/create-payment-intent', { orderId: id })).statusCode).toBe(200)
  daysPass(3.1)
  await recoverPayments(context(), stripeProvider)
  expect(await shop.query('select attention, next_query_at as planned from payments')).toEqual([
    { attention: null, planned: null },
  ])
})

it('holds them while what M-Pesa tells of its prompt waits to be processed', async () => {
  const id = await place(2)
  expect((await prompt(id)).statusCode).toBe(200)
  await letPromptsPass(id)
  await shop.query(
    `insert into webhook_events (gateway, event_id, payment_id, body, received_at)
     select 'mpesa', 'told', id, '{}', $1 from payments`,
    [now],
  )
  hoursPass(25)
  await release()
  expect(await left()).toBe(1)
  await shop.query('update webhook_events set processed_at = $1', [now])
  hoursPass(1.1)
  await release()
  expect(await left()).toBe(3)
})

it('holds them while a card is being charged, but not for a card form that was left open', async () => {
  const [charged, open] = [await place(1), await place(1)]
  for (const orderId of [charged, open]) {
    expect((await post('/create-payment-intent', { orderId })).statusCode).toBe(200)
  }
  await shop.query(`update payments set status = 'processing' where order_id = $1`, [charged])
  hoursPass(25)
  await release()
  expect([await lineOf(charged), await lineOf(open)]).toMatchObject([{ taken: 1 }, { taken: 0 }])
})

it('holds them for a shopper who has just opened the card form again', async () => {
  const id = await place(2)
  const openForm = async () => expect((await post('/create-payment-intent', { orderId: id })).statusCode).toBe(200)
  await openForm()
  hoursPass(23.9)
  await openForm()
  hoursPass(0.2)
  await release()
  expect(await left()).toBe(1)
  hoursPass(0.5)
  await release()
  expect(await left()).toBe(3)
})

it.each(['mpesa', 'manual'])(
  'gives those of an order by %s back two hours after its time, though its shopper opens the card form again and again',
  async (method) => {
    const id = await place(2, method)
    hoursPass((method === 'manual' ? 7 * 24 : 24) - 0.2)
    for (let opened = 0; opened < 4; opened += 1) {
      expect((await post('/create-payment-intent', { orderId: id })).statusCode).toBe(200)
      hoursPass(0.45)
      await release()
      expect(await left()).toBe(1)
    }
    expect((await post('/create-payment-intent', { orderId: id })).statusCode).toBe(200)
    hoursPass(0.45)
    await release()
    expect(await left()).toBe(3)
    expect((await post('/create-payment-intent', { orderId: id })).statusCode).toBe(200)
    hoursPass(0.4)
    await release()
    expect(await left()).toBe(1)
    hoursPass(0.2)
    await release()
    expect(await left()).toBe(3)
  },
)

describe('an order that began to wait anew holds them for who has its card form open when its time is over', () => {
  const openForm = async (orderId: string) =>
    expect((await post('/create-payment-intent', { orderId })).statusCode).toBe(200)
  async function expectPatience(orderId: string): Promise<void> {
    hoursPass(23.8)
    await openForm(orderId)
    hoursPass(0.3)
    await release()
    expect(await left()).toBe(1)
    hoursPass(0.3)
    await release()
    expect(await left()).toBe(3)
  }

  it('once its shopper has opened it again', async () => {
    const id = await place(2)
    await prompt(id)
    hoursPass(23)
    await post('/payments/mpesa/cancel', { orderId: id })
    expect((await post('/payments/another-way', { orderId: id, paymentMethod: 'stripe' })).statusCode).toBe(200)
    await expectPatience(id)
  })

  it('once the owner has set it back to pending, days later', async () => {
    const id = await place(2)
    await moveOn(id, 'cancelled')
    daysPass(3)
    await moveOn(id, 'pending')
    await expectPatience(id)
  })

  it('as it was given its time, though the owner lets others wait for less by then', async () => {
    const id = await place(2)
    await shop.query(`insert into shop_settings values ('stock.holdHours', '2', 1, now(), 'x')`)
    shop.deps.settings.invalidate()
    await expectPatience(id)
  })
})

it('holds them for minutes more, and not for an hour, where a prompt is open at the moment at which its time is over', async () => {
  const id = await place(2)
  hoursPass(26.1)
  expect((await prompt(id)).statusCode).toBe(200)
  await release()
  expect(await left()).toBe(1)
  await letPromptsPass(id)
  hoursPass(0.1)
  await release()
  expect(await left()).toBe(3)
})

it('gives them back although its shopper typed a receipt that was refused', async () => {
  const id = await place(2)
  await shop.query(
    `insert into receipt_claims (order_id, gateway, receipt, asked_at, state, reason, answered_at)
     values ($1, 'mpesa', 'TKTYPED001', $2, 'refused', 'unknown-receipt', $2)`,
    [id, now],
  )
  hoursPass(25)
  await release()
  expect(await left()).toBe(3)
})

it('holds them again for a shopper who is about to pay after all, for half an hour', async () => {
  const id = await place(2)
  hoursPass(25)
  await release()
  expect((await prompt(id)).statusCode).toBe(200)
  expect(await left()).toBe(1)
  await letPromptsPass(id)
  hoursPass(0.4)
  await release()
  expect(await left()).toBe(1)
  hoursPass(0.2)
  await release()
  expect(await left()).toBe(3)
})

it('holds them no shorter for a prompt that takes again what was missing', async () => {
  const id = await place(3, 'manual')
  await moveOn(id, 'cancelled')
  const other = await place(1)
  await moveOn(id, 'pending')
  await moveOn(other, 'cancelled')
  expect(await stock(id)).toEqual({ left: 1, taken: 2, missing: 1 })
  expect((await prompt(id)).statusCode).toBe(200)
  await letPromptsPass(id)
  daysPass(6)
  await release()
  expect(await stock(id)).toEqual({ left: 0, taken: 3, missing: 0 })
})

it.each(['cancelled', 'processing'])(
  'gives them back a day after the owner has set an order back that was %s',
  async (status) => {
    const id = await place(2)
    await moveOn(id, status)
    hoursPass(25)
    await release()
    await moveOn(id, 'pending')
    expect(await left()).toBe(1)
    hoursPass(23)
    await release()
    await moveOn(id, 'pending')
    expect(await left()).toBe(1)
    hoursPass(2)
    await release()
    expect(await stock(id)).toEqual({ left: 3, taken: 0, missing: 2 })
  },
)

it('asks nobody for money for what was sold meanwhile, and takes no part of it', async () => {
  const id = await place(3)
  hoursPass(25)
  await release()
  await place(1, 'manual')
  const refusals = [
    await prompt(id),
    await post('/create-payment-intent', { orderId: id }),
    await post('/payments/on-delivery', { orderId: id }),
  ]
  for (const refusal of refusals) {
    expect(refusal.statusCode).toBe(409)
    expect(refusal.json()).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
  }
  expect(await left()).toBe(2)
  expect(await lineOf(id)).toEqual({ taken: 0, missing: 3 })
})

it.each(['mpesa', 'stripe', 'manual'])(
  'leaves a cancelled order closed to %s once its pieces are sold',
  async (way) => {
    const id = await place(2)
    await prompt(id)
    await post('/payments/mpesa/cancel', { orderId: id })
    const other = await place(2)
    const payAnotherWay = () => post('/payments/another-way', { orderId: id, paymentMethod: way })
    expect((await payAnotherWay()).json()).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' })
    expect(await statusOf(id)).toBe('cancelled')
    expect(await stock(id)).toEqual({ left: 1, taken: 0, missing: 2 })
    await moveOn(other, 'cancelled')
    expect((await payAnotherWay()).statusCode).toBe(200)
    expect(await stock(id)).toEqual({ left: 1, taken: 2, missing: 0 })
  },
)

it('books money that comes late, with the pieces that are left, and keeps how many are missing', async () => {
  const id = await place(3)
  hoursPass(25)
  await release()
  await place(1, 'manual')
  const payment = await makePayment(shop.deps.orm, { id, total: 7_500 } as Order)
  await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, payment.id, {
    source: 'callback',
    kind: 'succeeded',
    receipt: 'TJK0000001',
  })
  expect(await statusOf(id)).toBe('processing')
  expect(await left()).toBe(0)
  expect(await lineOf(id)).toEqual({ taken: 2, missing: 1 })
})

describe('an order that is to be paid on delivery', () => {
  it('gives its pieces back when nobody has begun it within a week, and leaves the order as it is', async () => {
    const id = await place(2, 'manual')
    daysPass(6.9)
    await release()
    expect(await left()).toBe(1)
    daysPass(0.2)
    await release()
    await release()
    expect(await stock(id)).toEqual({ left: 3, taken: 0, missing: 2 })
    expect(await statusOf(id)).toBe('pending')
  })

  it('holds them for as long as the owner has set', async () => {
    await shop.query(`insert into shop_settings values ('stock.deliveryHoldDays', '2', 1, now(), 'x')`)
    shop.deps.settings.invalidate()
    await place(2, 'manual')
    daysPass(1.9)
    await release()
    expect(await left()).toBe(1)
    daysPass(0.2)
    await release()
    expect(await left()).toBe(3)
  })

  it('keeps them once the owner has moved it on, or it is paid', async () => {
    const [begun, sent, paid] = [await place(1, 'manual'), await place(1, 'manual'), await place(1, 'manual')]
    await moveOn(begun, 'processing')
    await moveOn(sent, 'shipped')
    await shop.query('update orders set paid_at = $2 where id = $1', [paid, now])
    daysPass(8)
    await release()
    expect(await left()).toBe(0)
  })

  it('keeps them without an end where the owner has entered it herself, but not where a key has', async () => {
    const headers = await asOwner()
    const key = await post('/admin/api-keys', { name: 'Register', scopes: ['orders:write'] }, headers)
    await place(1, 'manual', { headers })
    await place(1, 'manual', { headers: { authorization: `Bearer ${key.json().key}` } })
    expect(await left()).toBe(1)
    daysPass(8)
    await release()
    expect(await left()).toBe(2)
  })

  it('keeps what has no end, and begins a new week of another, when the owner moves it on and takes that back', async () => {
    const own = await place(1, 'manual', { headers: await asOwner() })
    const other = await place(1, 'manual')
    daysPass(6)
    for (const id of [own, other]) for (const status of ['processing', 'pending']) await moveOn(id, status)
    daysPass(6.9)
    await release()
    expect(await left()).toBe(1)
    daysPass(0.2)
    await release()
    expect(await left()).toBe(2)
    expect(await lineOf(own)).toEqual({ taken: 1, missing: 0 })
  })

  it.each([['processing'], ['cancelled']])(
    'gives them back a week after the owner has set it back that was %s when its time was over',
    async (status) => {
      const id = await place(2, 'manual')
      await moveOn(id, status)
      daysPass(8)
      await release()
      await moveOn(id, 'pending')
      expect(await left()).toBe(1)
      daysPass(8)
      await release()
      expect(await stock(id)).toEqual({ left: 3, taken: 0, missing: 2 })
    },
  )

  it('gives them back again where the owner has moved it on after its time, and takes that back', async () => {
    const id = await place(2, 'manual')
    daysPass(8)
    await release()
    for (const status of ['processing', 'pending']) await moveOn(id, status)
    expect(await left()).toBe(1)
    daysPass(8)
    await release()
    expect(await left()).toBe(3)
  })

  it('takes them again when the owner moves it on after all', async () => {
    const id = await place(2, 'manual')
    daysPass(8)
    await release()
    expect(await shortOrders()).toEqual([])
    await moveOn(id, 'processing')
    expect(await stock(id)).toEqual({ left: 1, taken: 2, missing: 0 })
    daysPass(8)
    await release()
    expect(await left()).toBe(1)
    expect(await shop.query('select reason, pieces from stock_changes order by id')).toEqual([
      { reason: 'ordered', pieces: -2 },
      { reason: 'unpaid', pieces: 2 },
      { reason: 'ordered-again', pieces: -2 },
    ])
  })

  it.each(['processing', 'shipped', 'delivered'])(
    'that is moved on to %s takes as many as are left, and the owner sees what is missing while it is packed',
    async (status) => {
      const id = await place(3, 'manual')
      daysPass(8)
      await release()
      await place(1, 'mpesa')
      await moveOn(id, status)
      expect(await stock(id)).toEqual({ left: 0, taken: 2, missing: 1 })
      const isPacked = status === 'processing'
      expect(await shortOrders()).toMatchObject(isPacked ? [{ orderId: id, missing: 1 }] : [])
    },
  )

  it('takes them again once, however often it is moved on and back', async () => {
    const id = await place(2, 'manual')
    daysPass(8)
    await release()
    await moveOn(id, 'processing')
    await moveOn(id, 'shipped')
    await moveOn(id, 'pending')
    await moveOn(id, 'delivered')
    expect(await stock(id)).toEqual({ left: 1, taken: 2, missing: 0 })
    await shop.query(`update orders set status = 'cancelled' where id = $1`, [id])
    expect(await left()).toBe(3)
  })

  it('holds them for a week from when its shopper has turned to it, and has turned back to life', async () => {
    const turned = await place(1)
    const cancelled = await place(1)
    await prompt(cancelled)
    await post('/payments/mpesa/cancel', { orderId: cancelled })
    hoursPass(20)
    for (const [path, more] of [
      ['on-delivery', { orderId: turned }],
      ['another-way', { orderId: cancelled, paymentMethod: 'manual' }],
    ] as const) {
      expect((await post(`/payments/${path}`, more)).json()).toEqual({ state: 'on-delivery' })
    }
    daysPass(6.9)
    await release()
    expect(await left()).toBe(1)
    daysPass(0.2)
    await release()
    expect(await left()).toBe(3)
  })

  it('that stands again and may not be turned to it holds them no longer than an unpaid one', async () => {
    const id = await place(2)
    await prompt(id)
    await post('/payments/mpesa/cancel', { orderId: id })
    await shop.query(`alter table orders add constraint full_up check (payment_method <> 'manual')`)
    await post('/payments/another-way', { orderId: id, paymentMethod: 'manual' })
    expect(await statusOf(id)).toBe('pending')
    expect(await left()).toBe(1)
    hoursPass(25)
    await release()
    expect(await stock(id)).toEqual({ left: 3, taken: 0, missing: 2 })
  })

  it('that was given back before its shopper turned to it holds its pieces again for a week', async () => {
    const id = await place(2)
    hoursPass(25)
    await release()
    expect((await post('/payments/on-delivery', { orderId: id })).json()).toEqual({ state: 'on-delivery' })
    daysPass(6.9)
    await release()
    expect(await left()).toBe(1)
    daysPass(0.2)
    await release()
    expect(await left()).toBe(3)
  })

  it('that gave its pieces back holds them for a prompt no longer than an unpaid one', async () => {
    const id = await place(2, 'manual')
    daysPass(8)
    await release()
    expect((await prompt(id)).statusCode).toBe(200)
    expect(await left()).toBe(1)
    await letPromptsPass(id)
    hoursPass(0.6)
    await release()
    expect(await stock(id)).toEqual({ left: 3, taken: 0, missing: 2 })
  })
})

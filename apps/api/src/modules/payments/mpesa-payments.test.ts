import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeOrder } from '../../testing/factories.ts'
import type { Order } from '../orders/order.entity.ts'
import type { PushOutcome } from './gateways/gateway.ts'

let shop: TestApp
let order: Order
let now: Date
let pushes: { phone: string; amountShillings: number; orderNumber: string; callbackUrl: string }[]
let answers: PushOutcome[]

let requests = 0
const accepted = (): PushOutcome => {
  const checkoutRequestId = `ws_CO_${++requests}`
  return {
    kind: 'accepted',
    merchantRequestId: `m-${requests}`,
    checkoutRequestId,
    customerMessage: 'Success. Request accepted for processing',
  }
}

beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00Z')
  pushes = []
  answers = []
  const mpesa = {
    isDemo: false,
    push: async (request: (typeof pushes)[number]) => {
      pushes.push(request)
      return answers.shift() ?? accepted()
    },
    query: async () => ({ kind: 'open' as const, message: '' }),
  }
  shop = await buildTestApp({ gateways: { mpesa }, clock: () => now })
  order = await makeOrder(shop.deps.orm)
})
afterEach(() => shop[Symbol.asyncDispose]())

const post = (path: string, payload: object) =>
  shop.app.inject({ method: 'POST', url: `/api/payments/mpesa/${path}`, payload })
const initiate = (phone = '0712345678', orderId = order.id) => post('initiate', { orderId, phone })
const status = async () => (await shop.app.inject(`/api/orders/${order.id}/payment-status`)).json()
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

let receipts = 0
const success = (change: object = {}, amount: unknown = 4_500) => ({
  Body: {
    stkCallback: {
      MerchantRequestID: 'm',
      ResultCode: 0,
      ResultDesc: 'The service request is processed successfully.',
      CallbackMetadata: {
        Item: [
          { Name: 'Balance' },
          { Name: 'MpesaReceiptNumber', Value: `TJK${++receipts}` },
          { Name: 'Amount', Value: amount },
        ],
      },
      ...change,
    },
  },
})
const callback = async (payload: unknown, url = pushes.at(-1)?.callbackUrl ?? '') => {
  const answer = await shop.app.inject({ method: 'POST', url: new URL(url).pathname, payload: payload as object })
  await expect
    .poll(async () => (await shop.query('select id from gateway_messages where processed_at is null')).length)
    .toBe(0)
  return answer
}

describe('asking for a prompt', () => {
  it('stores the attempt before the push and tells Daraja the exact amount and a secret address', async () => {
    const answer = await initiate('+254 712 345 678')
    expect(answer.json()).toEqual({ customerMessage: 'Success. Request accepted for processing' })
    expect(pushes).toEqual([
      {
        phone: '254712345678',
        amountShillings: 4_500,
        orderNumber: order.orderNumber,
        callbackUrl: expect.stringMatching(/^http:\/\/shop\.test\/api\/hooks\/pay\/[0-9a-f]{64}$/),
      },
    ])
    expect(pushes[0]?.callbackUrl).not.toMatch(/mpesa|safaricom|exe|cmd|sql|query/)
    expect(await status()).toEqual({ mpesaStatus: 'pending', mpesaReceiptNumber: null })
  })

  it.each([
    ['', 'phone number'],
    ['0201234567', 'phone number'],
    ['0733123456', 'phone number'],
  ])('refuses the phone %j', async (phone, words) => {
    const answer = await initiate(phone)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toContain(words)
    expect(pushes).toEqual([])
  })

  it.each([
    [{ kind: 'refused', why: 'phone', code: '400.002.02', message: 'x' }, 400, 'phone number', 'failed'],
    [{ kind: 'refused', why: 'configuration', code: '500.001.1001', message: 'x' }, 503, 'not configured', 'failed'],
    [{ kind: 'refused', why: 'open-prompt', code: '500.001.1001', message: 'x' }, 409, 'duplicate', 'failed'],
    [{ kind: 'refused', why: 'busy', code: '500.003.02', message: 'x' }, 503, 'connection', 'failed'],
    [{ kind: 'unknown', message: 'silence' }, 504, 'timeout', 'initiated'],
  ] satisfies [PushOutcome, number, string, string][])(
    'answers %j in words the checkout knows',
    async (outcome, code, words, mpesaStatus) => {
      answers.push(outcome)
      const answer = await initiate()
      expect(answer.statusCode).toBe(code)
      expect(answer.json().error).toContain(words)
      expect(await status()).toMatchObject({ mpesaStatus })
    },
  )

  it('keeps one prompt per order and per phone, 75 seconds apart', async () => {
    expect((await initiate()).statusCode).toBe(200)
    expect((await initiate()).json().error).toContain('duplicate')
    const other = await makeOrder(shop.deps.orm)
    expect((await initiate('0712345678', other.id)).statusCode).toBe(409)
    later(76)
    expect((await post('resend', { orderId: order.id })).statusCode).toBe(200)
    expect(pushes).toHaveLength(2)
  })

  it('sends one prompt for eight taps at once', async () => {
    const codes = (await Promise.all(Array.from({ length: 8 }, () => initiate()))).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect(pushes).toHaveLength(1)
  })

  it('stops after three prompts to a phone in ten minutes', async () => {
    for (let n = 0; n < 3; n++) {
      expect((await initiate()).statusCode).toBe(200)
      later(80)
    }
    const fourth = await initiate()
    expect(fourth.statusCode).toBe(429)
    expect(fourth.headers['retry-after']).toBe('600')
  })

  it('says that M-Pesa is not configured where it is not', async () => {
    await using bare = await buildTestApp()
    const { id } = await makeOrder(bare.deps.orm)
    const answer = await bare.app.inject({
      method: 'POST',
      url: '/api/payments/mpesa/initiate',
      payload: { orderId: id, phone: '0712345678' },
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.json().error).toContain('not configured')
  })
})

describe('a callback', () => {
  it('pays the order, once, however often it comes', async () => {
    await initiate()
    const body = success()
    for (let n = 0; n < 3; n++) expect((await callback(body)).json()).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' })
    expect(await status()).toEqual({ mpesaStatus: 'paid', mpesaReceiptNumber: expect.stringMatching(/^TJK/) })
    expect(await shop.query('select id from gateway_messages')).toHaveLength(1)
    expect((await initiate()).json()).toEqual({ customerMessage: 'Payment already received' })
  })

  it('is read in all its shapes', async () => {
    await initiate()
    await callback(success({ ResultCode: '0' }, '4500.00'))
    expect(await status()).toMatchObject({ mpesaStatus: 'paid' })
  })

  it('finds its attempt although the push was never answered', async () => {
    answers.push({ kind: 'unknown', message: 'silence' })
    await initiate()
    await callback(success({ CheckoutRequestID: 'ws_CO_lost' }))
    expect(await status()).toMatchObject({ mpesaStatus: 'paid' })
  })

  it.each([
    ['another amount', () => success({}, 1)],
    ['no amount', () => success({ CallbackMetadata: { Item: [] } })],
    ['another request', () => success({ CheckoutRequestID: 'ws_CO_foreign' })],
  ])('with %s moves nothing and is flagged', async (_what, body) => {
    await initiate()
    expect((await callback(body())).statusCode).toBe(200)
    expect(await status()).toMatchObject({ mpesaStatus: 'pending' })
    const [payment] = await shop.query<{ attention: string }>('select attention from payments where order_id = $1', [
      order.id,
    ])
    expect(payment?.attention).toMatch(/mismatch/)
  })

  it('that nobody was told to send is a 404', async () => {
    await initiate()
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/hooks/pay/${'0'.repeat(64)}`,
      payload: success(),
    })
    expect(answer.statusCode).toBe(404)
    expect(await status()).toMatchObject({ mpesaStatus: 'pending' })
  })

  it.each(['', 'garbage', '{"Body":{}}', '[]', '\u0000'])(
    'that is nonsense (%j) is stored, acknowledged and changes nothing',
    async (body) => {
      await initiate()
      const url = new URL(pushes[0]?.callbackUrl ?? '').pathname
      expect(
        (await shop.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: body }))
          .statusCode,
      ).toBe(200)
      expect(await status()).toMatchObject({ mpesaStatus: 'pending' })
    },
  )

  it('may come from any site and still be heard', async () => {
    await initiate()
    const url = new URL(pushes[0]?.callbackUrl ?? '').pathname
    const headers = { origin: 'https://gateway.test', 'sec-fetch-site': 'cross-site' }
    expect((await shop.app.inject({ method: 'POST', url, headers, payload: success() })).statusCode).toBe(200)
  })
})

describe('cancelling in the shop', () => {
  it('ends the unpaid order; money that still comes brings it back, flagged', async () => {
    await initiate()
    expect((await post('cancel', { orderId: order.id })).statusCode).toBe(200)
    expect(await status()).toMatchObject({ mpesaStatus: 'cancelled' })
    expect((await initiate()).statusCode).toBe(409)
    await callback(success())
    expect(await status()).toMatchObject({ mpesaStatus: 'paid' })
    const [row] = await shop.query(
      'select o.status, p.attention from orders o join payments p on p.order_id = o.id where o.id = $1',
      [order.id],
    )
    expect(row).toEqual({ status: 'processing', attention: 'order-cancelled' })
  })

  it('does not take back a payment', async () => {
    await initiate()
    await callback(success())
    expect((await post('cancel', { orderId: order.id })).json()).toEqual({
      customerMessage: 'Payment already received',
    })
    expect(await status()).toMatchObject({ mpesaStatus: 'paid' })
  })
})

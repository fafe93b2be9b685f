import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts'
import { makeOrder } from '../../../../testing/factories.ts'
import { fakeMpesa } from '../../../../testing/fake-gateways.ts'
import type { Order } from '../../../orders/order.entity.ts'
import { setPaymentStatus } from '../../manual/set-payment-status.ts'
import { recoverPayments } from '../../recovery/recover-payments.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import type { QueryOutcome } from './daraja-outcomes.ts'
import { mpesaProvider } from './provider.ts'

let shop: TestApp
let order: Order
let now: Date
let start: Date
let askedAtSeconds: number[]
let answer: QueryOutcome
let whileAsking: () => Promise<unknown>

beforeEach(async () => {
  start = now = new Date('2026-11-21T09:00:00Z')
  askedAtSeconds = []
  answer = { kind: 'open', message: 'still open' }
  whileAsking = async () => undefined
  const mpesa = {
    ...fakeMpesa(),
    query: async () => {
      askedAtSeconds.push((now.getTime() - start.getTime()) / 1000)
      await whileAsking()
      return answer
    },
  }
  shop = await buildTestApp({ gateways: { mpesa }, clock: () => now })
  order = await makeOrder(shop.deps.orm)
  await shop.app.inject({
    method: 'POST',
    url: '/api/payments/mpesa/initiate',
    payload: { orderId: order.id, phone: '0712345678' },
  })
})
afterEach(() => shop[Symbol.asyncDispose]())

/** Lets time pass in steps of five seconds, the interval of the job. */
async function pass(seconds: number): Promise<void> {
  const end = now.getTime() + seconds * 1000
  while (now.getTime() < end) {
    now = new Date(now.getTime() + 5_000)
    await recoverPayments(jobContext({ ...shop.deps, log: shop.app.log }), mpesaProvider)
  }
}

const payment = async () =>
  (await shop.query('select status, attention, mpesa_receipt_number as receipt from payments'))[0]

describe('asking Daraja how a prompt ended', () => {
  it('goes at about 20, 45, 75, 120, 180 and 300 seconds, then every quarter of an hour', async () => {
    await pass(2_200)
    expect(askedAtSeconds).toEqual([20, 45, 75, 120, 180, 300, 1_200, 2_100])
  })

  it('settles what the query knows for certain', async () => {
    answer = { kind: 'ended', as: 'cancelled', code: '1032', reason: 'Transaction cancelled.' }
    await pass(25)
    expect(await payment()).toMatchObject({ status: 'cancelled' })
    await pass(600)
    expect(askedAtSeconds).toEqual([20])
  })

  it('believes "paid" the second time, a minute later, and asks for the receipt', async () => {
    answer = { kind: 'paid' }
    await pass(60)
    expect(await payment()).toMatchObject({ status: 'processing' })
    await pass(30)
    expect(await payment()).toEqual({ status: 'completed', attention: 'confirm-receipt', receipt: null })
    expect((await shop.app.inject(`/api/orders/${order.id}/payment-status`)).json()).toEqual({
      mpesaStatus: 'paid',
      mpesaReceiptNumber: null,
      state: 'paid',
      failureCode: null,
      mpesaOutcome: 'paid',
      receiptClaim: null,
      isReceiptOnItsWay: false,
      isHolding: true,
    })
  })

  it.each<QueryOutcome>([
    { kind: 'paid' },
    { kind: 'open', message: '' },
    { kind: 'busy' },
    { kind: 'ended', as: 'failed', code: '1037', reason: 'No answer.' },
  ])('asks no more once the callback has come, even while it asks and hears $kind', async (heard) => {
    answer = heard
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>('select id from payments')
    whileAsking = () =>
      settlePayment({ em: shop.deps.orm.em.fork(), clock: () => now }, id, {
        source: 'callback',
        kind: 'succeeded',
        receipt: 'TJK1',
      })
    await pass(1_000)
    expect(askedAtSeconds).toEqual([20])
    expect(await payment()).toMatchObject({ status: 'completed', receipt: 'TJK1' })
    expect(await shop.query('select from payments where next_query_at is not null')).toEqual([])
  })

  describe('once the shopper has cancelled', () => {
    beforeEach(() =>
      shop.app.inject({ method: 'POST', url: '/api/payments/mpesa/cancel', payload: { orderId: order.id } }),
    )

    it('finds the money of a PIN that was entered all the same', async () => {
      answer = { kind: 'paid' }
      await pass(90)
      expect(await payment()).toMatchObject({ status: 'completed', attention: 'order-cancelled' })
      expect(await shop.query(`select from orders where paid_at is not null and status = 'processing'`)).toHaveLength(1)
    })

    it.each(['cancelled', 'failed'] as const)(
      'asks no more when Daraja says %s, and changes nothing',
      async (outcome) => {
        answer = { kind: 'ended', as: outcome, code: '1032', reason: 'It ended.' }
        await pass(600)
        expect(askedAtSeconds).toEqual([20])
        expect(await payment()).toMatchObject({ status: 'cancelled', attention: null })
      },
    )

    it('gives up after a day, for the administrator to see', async () => {
      await pass(300)
      now = new Date(start.getTime() + 25 * 60 * 60_000)
      await pass(1_000)
      expect(await payment()).toMatchObject({ status: 'cancelled', attention: 'unresolved' })
      expect(await shop.query('select from payments where next_query_at is not null')).toEqual([])
    })
  })

  it('looks for the money of an attempt that the shop has set to failed', async () => {
    answer = { kind: 'paid' }
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>('select id from payments')
    await shop.deps.orm.em.fork().transactional((tx) => setPaymentStatus(tx, now, id, { status: 'failed' }))
    await pass(90)
    expect(await payment()).toMatchObject({ status: 'completed', attention: 'late' })
  })

  it('backs off a minute when Daraja says it asks too often', async () => {
    answer = { kind: 'busy' }
    await pass(20)
    answer = { kind: 'open', message: '' }
    await pass(70)
    expect(askedAtSeconds).toEqual([20, 80])
  })

  it('asks at most once in twelve seconds over all orders', async () => {
    for (let n = 1; n <= 4; n++) {
      const { id } = await makeOrder(shop.deps.orm)
      await shop.app.inject({
        method: 'POST',
        url: '/api/payments/mpesa/initiate',
        payload: { orderId: id, phone: `071234560${n}` },
      })
    }
    await pass(300)
    const gaps = askedAtSeconds.slice(1).map((at, n) => at - (askedAtSeconds[n] as number))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12)
    expect(askedAtSeconds.length).toBeGreaterThan(10)
  })

  it('goes on asking when the clock has been an hour ahead and is set right', async () => {
    now = new Date(start.getTime() + 3_600_000)
    await pass(5)
    expect(askedAtSeconds).toEqual([3_605])
    now = start
    const { id: orderId } = await makeOrder(shop.deps.orm)
    const payload = { orderId, phone: '0112345678' }
    await shop.app.inject({ method: 'POST', url: '/api/payments/mpesa/initiate', payload })
    await pass(60)
    expect(askedAtSeconds).toEqual([3_605, 20, 45])
  })

  it('never turns a missing answer into a failed payment, and shows it to the administrator after a day', async () => {
    await pass(300)
    now = new Date(start.getTime() + 25 * 60 * 60_000)
    await pass(20)
    expect(await payment()).toMatchObject({ status: 'processing', attention: 'unresolved' })
  })
})

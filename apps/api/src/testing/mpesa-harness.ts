import { afterEach, beforeEach, expect } from 'vitest'
import type { Order } from '../modules/orders/order.entity.ts'
import type { PushOutcome } from '../modules/payments/providers/mpesa/daraja-outcomes.ts'
import type { Gateways } from '../modules/payments/providers/registry.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { makeOrder } from './factories.ts'
import { fakeMpesa } from './fake-gateways.ts'

interface Push {
  phone: string
  amountShillings: number
  orderNumber: string
  callbackUrl: string
}

/** A shop with one unpaid order of 4,500 shillings before each test, an M-Pesa whose outcomes a test sets, and a clock. */
export function openMpesaHarness(others: Partial<Gateways> = {}) {
  let shop: TestApp
  let order: Order
  let now: Date
  let receipts = 0
  const pushes: Push[] = []
  /** Outcomes of the next pushes; all later ones are accepted. */
  const answers: PushOutcome[] = []

  beforeEach(async () => {
    now = new Date('2026-11-21T09:00:00Z')
    pushes.length = 0
    answers.length = 0
    const daraja = fakeMpesa()
    const push = async (request: Push) => {
      pushes.push(request)
      return answers.shift() ?? (await daraja.push(request))
    }
    shop = await buildTestApp({ gateways: { ...others, mpesa: { ...daraja, push } }, clock: () => now })
    order = await makeOrder(shop.deps.orm)
  })
  afterEach(() => shop[Symbol.asyncDispose]())

  const post = (path: string, payload: object) =>
    shop.app.inject({ method: 'POST', url: `/api/payments/mpesa/${path}`, payload })

  return {
    shop: () => shop,
    order: () => order,
    now: () => now,
    later: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000)
    },
    pushes,
    answers,
    post,
    initiate: (phone = '0712345678', orderId = order.id) => post('initiate', { orderId, phone }),
    status: async () => (await shop.app.inject(`/api/orders/${order.id}/payment-status`)).json(),

    /** The body of a callback that reports a payment, with `change` merged in. */
    success: (change: object = {}, amount: unknown = 4_500) => ({
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
    }),
    /** Sends a body to the address that a push named, the last one unless told, and waits until the shop has processed it. */
    callback: async (payload: object, push = pushes.at(-1)) => {
      const url = new URL(push?.callbackUrl ?? '').pathname
      const answer = await shop.app.inject({ method: 'POST', url, payload })
      await expect
        .poll(async () => (await shop.query('select id from webhook_events where processed_at is null')).length)
        .toBe(0)
      return answer
    },
  }
}

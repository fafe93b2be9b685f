import type { OrderHistory } from '@marashi/domain/contracts/admin-orders'
import { describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'
import { charged, fakeCard } from '../../../testing/fake-gateways.ts'
import { openMpesaHarness } from '../../../testing/mpesa-harness.ts'
import { gatewayResponse } from './gateway-response.ts'

/** What the administrator reads of the order and of its only payment. */
async function words({ app, deps }: TestApp, orderId: string) {
  const answer = await app.inject({ url: `/api/admin/orders/${orderId}`, headers: await logIn(deps.orm) })
  const { order, payments } = answer.json<OrderHistory>()
  return { ofOrder: order, ofPayment: payments[0]?.gatewayResponse }
}

describe('the gateway’s word', () => {
  const { shop, order, initiate, success, callback } = openMpesaHarness()

  it.each([
    [{}, { resultCode: '0', amountShillings: 4_500, receipt: expect.stringMatching(/^TJK/) }],
    [{ ResultCode: 1037, CallbackMetadata: null }, { resultCode: '1037' }],
  ])('that settled or ended an M-Pesa payment is kept on it and on its order: %j', async (change, reported) => {
    await initiate()
    await callback(success(change))
    const { ofOrder, ofPayment } = await words(shop(), order().id)
    expect(ofPayment).toMatchObject(reported)
    expect(ofOrder).toMatchObject({
      paymentGatewayResponse: ofPayment,
      mpesaMerchantRequestId: 'fake-1',
      paymentProcessingFee: null,
    })
  })
})

it('on a card payment is kept without the secret that could pay it, and its fee with it', async () => {
  const card = fakeCard()
  await using shop = await buildTestApp({ gateways: { card } })
  const { id: orderId } = await makeOrder(shop.deps.orm)
  const post = (url: string, payload: object) => shop.app.inject({ method: 'POST', url: `/api/${url}`, payload })
  await post('create-payment-intent', { orderId })
  for (const intent of card.intents.values()) {
    card.intents.set(intent.id, { ...charged(intent), feeCents: 13_050 })
    await post('payments/stripe/confirm', { orderId, paymentIntentId: intent.id })
  }
  const { ofOrder, ofPayment } = await words(shop, orderId)
  expect(ofPayment).toMatchObject({ status: 'succeeded', receivedCents: 450_000 })
  expect(ofOrder).toMatchObject({ paymentGatewayResponse: ofPayment, paymentProcessingFee: 130.5 })
  expect(JSON.stringify([ofOrder, ofPayment])).not.toContain('secret')
})

it('loses what PostgreSQL’s JSON cannot hold, and nothing else', () => {
  const payload = { resultText: 'a\u0000b\ud800', receipt: 'TJK1', amountShillings: 4_500 }
  const outcome = { source: 'callback', kind: 'succeeded', payload } as const
  expect(gatewayResponse(outcome)).toEqual({ ...payload, resultText: 'ab\ufffd' })
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import Stripe from 'stripe'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { errorAnswer } from '../../../../http/error-response.ts'
import type { LedgerLine } from '../provider-ledger.ts'
import { WebhookTooOld } from '../webhook-too-old.ts'
import { stripeGateway } from './stripe-client.ts'
import { IntentUnknown } from './stripe-errors.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** A Stripe that refuses every call in one way. */
async function refusingStripe(status: number, error: object) {
  server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
    response.end(JSON.stringify({ error }))
  })
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  return gatewayAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const gatewayAt = (apiUrl: string, clock = () => new Date()) =>
  stripeGateway({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1', apiUrl }, clock)

/** An intent at the simulator, where a test can let a card be charged. */
async function stripeWithIntent() {
  const unused = { consumerKey: 'k', consumerSecret: 's', shortcode: '174379', passkey: 'p' }
  const stripe = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
  const simulator = await startGatewaySimulator({ daraja: unused, stripe })
  onTestFinished(() => simulator.stop())
  const gateway = gatewayAt(simulator.url)
  const request = { amountCents: 450_000, orderId: 'order', orderNumber: 'MR1', email: null, idempotencyKey: 'key' }
  return { gateway, simulator, intent: await gateway.create(request) }
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Error) => error,
  )

const shoppersAnswer = {
  status: 503,
  retryAfterSeconds: 20,
  body: {
    error: 'Card payments cannot be reached at the moment. Please try again shortly.',
    code: 'SERVICE_UNAVAILABLE',
  },
  isInternal: true,
}

it.each([
  [
    401,
    { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_1' },
    /^StripeAuthenticationError req_1$/,
  ],
  [
    402,
    { type: 'card_error', code: 'card_declined', message: 'Declined.' },
    /^StripeCardError card_declined req_1 Declined\.$/,
  ],
  [
    404,
    { type: 'invalid_request_error', message: 'No such intent', payment_intent: { client_secret: 'pi_1_secret_2' } },
    /^StripeInvalidRequestError req_1 No such intent$/,
  ],
])('never hands Stripe’s own %i to the shopper, and logs why without secrets', async (status, error, logged) => {
  const failure = await failureOf((await refusingStripe(status, error)).read('pi_1'))
  expect(errorAnswer(failure, 'request')).toEqual(shoppersAnswer)
  expect(failure).toMatchObject({ cause: { message: expect.stringMatching(logged) } })
})

it('throws no error that quotes the key where Stripe refuses to list refunds', async () => {
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_1' }
  const failure = await failureOf((await refusingStripe(401, error)).refundsOf('pi_1'))
  expect(failure?.message).toBe('Stripe does not accept the shop’s key.')
})

it('says that cards cannot be reached when Stripe is silent, and when it is no longer asked', async () => {
  const gateway = gatewayAt('http://127.0.0.1:9')
  const silent = await Promise.all([1, 2, 3, 4, 5].map((n) => failureOf(gateway.read(`pi_${n}`))))
  for (const failure of silent) expect(errorAnswer(failure, 'request')).toEqual(shoppersAnswer)
  const notAsked = await failureOf(gateway.read('pi_1'))
  expect(errorAnswer(notAsked, 'request')).toEqual(shoppersAnswer)
  expect(notAsked).toMatchObject({ cause: { message: expect.stringContaining('not asked') } })
})

it.each(['read', 'cancel'] as const)(
  'is silent for less than the 25 seconds that a shopper’s request has for it: %s',
  async (call) => {
    const asked = Promise.withResolvers<void>()
    server = createServer(() => asked.resolve())
    await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
    const gateway = gatewayAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const failure = failureOf(gateway[call]('pi_1'))
    await asked.promise
    await vi.advanceTimersByTimeAsync(24_500)
    vi.useRealTimers()
    const inTime = await Promise.race([failure, new Promise((resolve) => setTimeout(resolve, 1_000, 'too late'))])
    expect(errorAnswer(inTime, 'request')).toEqual(shoppersAnswer)
    server.closeAllConnections()
  },
)

it('goes on asking for everybody while one payment fails again and again', async () => {
  const { gateway, simulator, intent } = await stripeWithIntent()
  simulator.control.direct('stripe.retrieve', {
    next: Array.from({ length: 24 }, () => ({ kind: 'status', status: 500 })),
  })
  for (let n = 0; n < 8; n++) expect(await failureOf(gateway.read('pi_broken'))).toBeDefined()
  expect(await gateway.read(intent.id)).toMatchObject({ id: intent.id })
})

it('says that an intent is not of these keys, which is no silence', async () => {
  const { gateway } = await stripeWithIntent()
  expect(await failureOf(gateway.read('pi_of_other_keys'))).toBeInstanceOf(IntentUnknown)
  expect(await failureOf(gateway.cancel('pi_of_other_keys'))).toBeInstanceOf(IntentUnknown)
})

describe('ending an intent', () => {
  it('ends one that nobody paid', async () => {
    const { gateway, intent } = await stripeWithIntent()
    expect(await gateway.cancel(intent.id)).toMatchObject({ id: intent.id, status: 'canceled' })
  })

  it.each(['succeeded', 'processing'] as const)('answers how one stands that is %s', async (outcome) => {
    const { gateway, intent, simulator } = await stripeWithIntent()
    simulator.control.payIntent(intent.id, { outcome })
    expect(await gateway.cancel(intent.id)).toMatchObject({ id: intent.id, status: outcome })
  })
})

it('gives money back, and lists what went back, by an intent and by a charge alone', async () => {
  const { gateway, simulator, intent } = await stripeWithIntent()
  simulator.control.payIntent(intent.id)
  const { chargeId = '' } = await gateway.read(intent.id)
  for (const paymentId of [intent.id, chargeId]) {
    const request = { paymentId, amountCents: 100_000, refundId: paymentId, idempotencyKey: paymentId }
    expect(await gateway.refund(request)).toMatchObject({ status: 'succeeded', refundId: paymentId })
  }
  const refunds = await gateway.refundsOf(chargeId)
  expect(refunds.map(({ refundId }) => refundId)).toEqual([intent.id, chargeId])
  expect(await gateway.refundsOf(intent.id)).toEqual(refunds)
})

it('lists charge, refund and dispute as lines of the payment that they are about', async () => {
  const { gateway, simulator, intent } = await stripeWithIntent()
  simulator.control.payIntent(intent.id)
  simulator.control.settleBalance(intent.id)
  simulator.control.refundIntent(intent.id, 50_000)
  simulator.control.openDispute(intent.id)
  const period = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) }
  const lines: LedgerLine[] = []
  for await (const page of gateway.balanceBetween(period)) lines.push(...page)
  expect(lines.map(({ kind, paymentReference }) => [kind, paymentReference]).toSorted()).toEqual([
    ['dispute', intent.id],
    ['payment', intent.id],
    ['refund', intent.id],
  ])
})

describe('the signature of a webhook', () => {
  // Neither is the time of this machine.
  const now = new Date('2026-01-01T09:00:00+03:00')
  const payload = '{"id":"evt_1"}'
  const readSigned = (agoSeconds: number, secret = 'whsec_1') => {
    const timestamp = Math.floor(now.getTime() / 1_000) - agoSeconds
    const header = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp })
    return gatewayAt('http://127.0.0.1:9', () => now).readEvent(Buffer.from(payload), header)
  }

  it('is as old as the shop’s clock says, whatever that of the machine shows', () => {
    expect(readSigned(300)).toEqual({ id: 'evt_1' })
  })

  it('is told from a wrong one where it is too old', () => {
    expect(() => readSigned(301)).toThrow(WebhookTooOld)
    expect(() => readSigned(301, 'whsec_2')).toThrow(Stripe.errors.StripeSignatureVerificationError)
  })
})

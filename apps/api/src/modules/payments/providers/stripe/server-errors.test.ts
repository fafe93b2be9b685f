import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts'
import { makeOrder } from '../../../../testing/factories.ts'

async function startStripe() {
  const unused = { consumerKey: 'k', consumerSecret: 's', shortcode: '174379', passkey: 'p' }
  const stripe = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
  const simulator = await startGatewaySimulator({ daraja: unused, stripe })
  onTestFinished(() => simulator.stop())
  return simulator
}

let stripe: Awaited<ReturnType<typeof startStripe>>
let shop: TestApp
let orderId: string

beforeEach(async () => {
  stripe = await startStripe()
  const env = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_URL: stripe.url,
  }
  shop = await buildTestApp({ env })
  orderId = (await makeOrder(shop.deps.orm)).id
})
afterEach(() => shop[Symbol.asyncDispose]())

const askForForm = async (id = orderId) => {
  const url = '/api/create-payment-intent'
  const answer = await shop.app.inject({ method: 'POST', url, payload: { orderId: id } })
  return { status: answer.statusCode, secret: answer.json().clientSecret as string | undefined }
}
const attempts = () =>
  shop.query('select status, failure_code as code, provider_reference as intent from payments order by created_at')
/** Stripe's own library asks three times under one key. */
const THREE = [1, 2, 3]

describe('a server error of Stripe', () => {
  it.each([false, true])(
    'does not keep the order from being paid by card (work done before it: %s)',
    async (afterWork) => {
      stripe.control.direct('stripe.create', { next: [{ kind: 'status', status: 500, afterWork }] })
      expect(await askForForm()).toMatchObject({ status: 503 })
      const { status, secret = '' } = await askForForm()
      expect(status).toBe(200)
      const intent = secret.split('_secret_')[0] ?? ''
      expect(await attempts()).toEqual([
        { status: 'failed', code: 'server-error', intent: null },
        { status: 'pending', code: null, intent },
      ])
      stripe.control.payIntent(intent, { outcome: 'succeeded' })
      const url = '/api/payments/stripe/confirm'
      const confirmed = await shop.app.inject({ method: 'POST', url, payload: { orderId, paymentIntentId: intent } })
      expect(confirmed.statusCode).toBe(200)
      expect(stripe.ledger.entries()).toHaveLength(1)
      expect(await shop.query('select from orders where paid_at is not null')).toHaveLength(1)
    },
  )

  it('on one order, however often its shopper tries, closes card payment to nobody else', async () => {
    const other = (await makeOrder(shop.deps.orm)).id
    for (let n = 0; n < 7; n++) {
      stripe.control.direct('stripe.create', { next: [{ kind: 'status', status: 500 }] })
      expect(await askForForm()).toMatchObject({ status: 503 })
    }
    expect(await askForForm(other)).toMatchObject({ status: 200 })
  })

  it('on every order stops asking after five of them', async () => {
    stripe.control.direct('stripe.create', { usually: [{ weight: 1, do: { kind: 'status', status: 500 } }] })
    for (let n = 0; n < 5; n++) {
      expect(await askForForm((await makeOrder(shop.deps.orm)).id)).toMatchObject({ status: 503 })
    }
    stripe.control.direct('stripe.create', { usually: [] })
    expect(await askForForm()).toMatchObject({ status: 503 })
  })
})

describe('a Stripe that refuses the shop', () => {
  const refuse = (status: number) => stripe.control.direct('stripe.create', { next: [{ kind: 'status', status }] })
  const refusal = () => shop.deps.gateways.card?.refusal?.()

  it.each([
    [401, 'unauthorized'],
    [403, 'StripePermissionError'],
  ])(
    'with %i sends the shopper to another way to pay, ends the attempt and is known to Health',
    async (status, code) => {
      refuse(status)
      const payload = { orderId }
      const answer = await shop.app.inject({ method: 'POST', url: '/api/create-payment-intent', payload })
      expect(answer.statusCode).toBe(503)
      expect(answer.json().error).toBe('Cards cannot be accepted at the moment. Please choose another way to pay.')
      expect(await attempts()).toEqual([{ status: 'failed', code, intent: null }])
      expect(refusal()).toEqual({ code, isOfShop: true, at: expect.any(Date) })
      expect(await askForForm()).toMatchObject({ status: 200 })
      expect(refusal()).toBeNull()
    },
  )

  it('lets an order whose form was open before be paid in another way', async () => {
    expect(await askForForm()).toMatchObject({ status: 200 })
    for (const call of ['stripe.retrieve', 'stripe.cancel', 'stripe.create'] as const) {
      stripe.control.direct(call, { usually: [{ weight: 1, do: { kind: 'status', status: 401 } }] })
    }
    const payload = { orderId }
    const answer = await shop.app.inject({ method: 'POST', url: '/api/payments/on-delivery', payload })
    expect(answer.json()).toMatchObject({ state: 'on-delivery' })
    expect(await attempts()).toMatchObject([{ status: 'failed', code: 'keys-changed' }])
  })

  it.each([400, 402, 404])('with %i on one order says little, on three orders that it refuses all', async (status) => {
    for (const isOfShop of [false, false, true]) {
      refuse(status)
      expect(await askForForm((await makeOrder(shop.deps.orm)).id)).toMatchObject({ status: 503 })
      expect(refusal()).toMatchObject({ isOfShop })
    }
  })
})

it('a lost answer of Stripe finds the same intent again', async () => {
  stripe.control.direct('stripe.create', { next: THREE.map(() => ({ kind: 'lost' as const })) })
  expect(await askForForm()).toMatchObject({ status: 503 })
  expect(await attempts()).toEqual([{ status: 'pending', code: null, intent: null }])
  const first = await askForForm()
  expect(first.status).toBe(200)
  expect(await askForForm()).toEqual(first)
  expect(await attempts()).toHaveLength(1)
})

it('an order whose e-mail address was changed after a lost answer can be paid by card', async () => {
  stripe.control.direct('stripe.create', { next: THREE.map(() => ({ kind: 'lost' as const })) })
  await askForForm()
  await shop.query(`update orders set customer_email = 'another@example.com' where id = $1`, [orderId])
  expect(await askForForm()).toMatchObject({ status: 503 })
  expect(await askForForm()).toMatchObject({ status: 200 })
})

it('an order whose e-mail address Stripe does not take can be paid by card, once', async () => {
  await shop.query(`update orders set customer_email = 'amina@shop' where id = $1`, [orderId])
  const first = await askForForm()
  expect(first).toMatchObject({ status: 200 })
  expect(shop.deps.gateways.card?.refusal?.()).toBeNull()
  await shop.query('update payments set provider_reference = null')
  expect(await askForForm()).toEqual(first)
  expect(await attempts()).toHaveLength(1)
})

import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { startTestSimulator, stripeKeys } from '../testing/start-test-simulator.ts'

const wanted = {
  amount: 320_000,
  currency: 'kes',
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  receipt_email: 'amina@example.com',
  metadata: { orderId: '0e2a6c5e-1111-4222-8333-444455556666', orderNumber: 'MAR10042' },
} as const

/** The library that the shop uses, talking to a simulator. */
async function start(options: { secretKey?: string; maxNetworkRetries?: number } = {}) {
  const simulator = await startTestSimulator()
  const { hostname: host, port } = new URL(simulator.url)
  const { secretKey = stripeKeys.secretKey, maxNetworkRetries = 0 } = options
  const stripe = new Stripe(secretKey, { host, port, protocol: 'http', maxNetworkRetries, telemetry: false })
  return { ...simulator, stripe }
}

describe('a payment intent, through the library', () => {
  it('is created as asked, waiting for a card', async () => {
    const { stripe } = await start()
    const intent = await stripe.paymentIntents.create(wanted)
    expect(intent).toMatchObject({
      ...wanted,
      id: expect.stringMatching(/^pi_\w{24}$/),
      object: 'payment_intent',
      client_secret: expect.stringContaining(`_secret_`),
      amount_received: 0,
      latest_charge: null,
      livemode: false,
      status: 'requires_payment_method',
    })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ id: intent.id, metadata: wanted.metadata })
  })

  it.each([
    [{ amount: 6_400 }, 'amount_too_small', 'amount'],
    [{ amount: 100_000_000 }, 'amount_too_large', 'amount'],
    [{ amount: 99.5 }, 'parameter_invalid_integer', 'amount'],
    [{ currency: 'xyz' }, undefined, 'currency'],
    [{ receipt_email: 'nobody' }, 'email_invalid', 'receipt_email'],
    [{ amout: 1 }, 'parameter_unknown', 'amout'],
  ])('is refused with %j', async (changes, code, param) => {
    const { stripe, control } = await start()
    const refused = stripe.paymentIntents.create({ ...wanted, ...changes } as Stripe.PaymentIntentCreateParams)
    const error = await refused.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ code, param, statusCode: 400 })
    expect(control.intents()).toEqual([])
  })

  it('is refused to a wrong key', async () => {
    const { stripe } = await start({ secretKey: 'sk_test_of_another' })
    await expect(stripe.paymentIntents.create(wanted)).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  })

  it('that nobody knows is missing', async () => {
    const { stripe } = await start()
    await expect(stripe.paymentIntents.retrieve('pi_nobody')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    await expect(stripe.charges.retrieve('ch_nobody')).rejects.toMatchObject({ statusCode: 404 })
  })

  it('is paid in the ledger and by a charge whose fee comes later', async () => {
    const { stripe, control, ledger } = await start()
    const { id } = await stripe.paymentIntents.create(wanted)
    control.payIntent(id)
    const expand = { expand: ['latest_charge.balance_transaction'] }
    const paid = await stripe.paymentIntents.retrieve(id, expand)
    const charge = paid.latest_charge as Stripe.Charge
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 320_000 })
    expect(charge).toMatchObject({ paid: true, amount: 320_000, balance_transaction: null, payment_intent: id })
    expect(ledger.entries()).toMatchObject([
      { gateway: 'stripe', id, receipt: charge.id, orderReference: 'MAR10042', amountCents: 320_000, phone: null },
    ])

    control.settleBalance(id)
    const settled = (await stripe.paymentIntents.retrieve(id, expand)).latest_charge as Stripe.Charge
    // 320,000 cents of a shilling at 0.0077 are 2,464 US cents: 2.9 % of them and 30 cents are the fee.
    expect(settled.balance_transaction).toMatchObject({
      currency: 'usd',
      amount: 2464,
      fee: 101,
      net: 2363,
      exchange_rate: 0.0077,
    })
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ id: charge.id, status: 'succeeded' })
  })

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ])('refuses the card %s with 402 and stays payable', async (payment_method, code, decline_code) => {
    const { stripe, ledger } = await start()
    const { id } = await stripe.paymentIntents.create(wanted)
    const error = await stripe.paymentIntents.confirm(id, { payment_method }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, code, decline_code, payment_intent: { id } })
    expect(ledger.entries()).toEqual([])
    const refused = await stripe.paymentIntents.retrieve(id)
    expect(refused).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code, decline_code } })
    expect(await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).toMatchObject({
      status: 'succeeded',
      last_payment_error: null,
    })
  })

  it.each(['requires_action', 'processing'] as const)('can wait in %s before it is paid', async (outcome) => {
    const { stripe, control, ledger } = await start()
    const { id } = await stripe.paymentIntents.create(wanted)
    control.payIntent(id, { outcome })
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: outcome, amount_received: 0 })
    expect(ledger.entries()).toEqual([])
    control.payIntent(id)
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' })
  })

  it('once canceled takes no money, once paid is not canceled', async () => {
    const { stripe, control, ledger } = await start()
    const canceled = await stripe.paymentIntents.create(wanted)
    expect(await stripe.paymentIntents.cancel(canceled.id)).toMatchObject({ status: 'canceled' })
    expect(() => control.payIntent(canceled.id)).toThrow()
    const paid = await stripe.paymentIntents.create(wanted)
    control.payIntent(paid.id)
    expect(() => control.payIntent(paid.id)).toThrow()
    await expect(stripe.paymentIntents.cancel(paid.id)).rejects.toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
    })
    expect(ledger.entries()).toHaveLength(1)
  })
})

describe('an idempotency key', () => {
  const key = { idempotencyKey: 'pi-0e2a6c5e-320000-1' }

  it('makes one intent, however often it is asked for', async () => {
    const { stripe, control } = await start()
    const first = await stripe.paymentIntents.create(wanted, key)
    const again = await stripe.paymentIntents.create(wanted, key)
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(control.intents()).toHaveLength(1)
  })

  it('is refused for other parameters', async () => {
    const { stripe } = await start()
    await stripe.paymentIntents.create(wanted, key)
    const other = stripe.paymentIntents.create({ ...wanted, amount: 320_100 }, key)
    await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
  })

  it('repeats a 500 as well: trying again does not help', async () => {
    const { stripe, control } = await start({ maxNetworkRetries: 1 })
    control.direct('stripe.create', { next: [{ kind: 'status', status: 500 }] })
    await expect(stripe.paymentIntents.create(wanted, key)).rejects.toMatchObject({ statusCode: 500 })
    await expect(stripe.paymentIntents.create(wanted, key)).rejects.toMatchObject({ statusCode: 500 })
    expect(await stripe.paymentIntents.create(wanted, { idempotencyKey: 'another' })).toMatchObject({ amount: 320_000 })
  })

  it('keeps neither a wrong request nor one too many', async () => {
    const { stripe, control } = await start()
    await expect(stripe.paymentIntents.create({ ...wanted, amount: 1 }, key)).rejects.toMatchObject({ statusCode: 400 })
    control.direct('stripe.create', { next: [{ kind: 'status', status: 429 }] })
    await expect(stripe.paymentIntents.create(wanted, key)).rejects.toBeInstanceOf(Stripe.errors.StripeRateLimitError)
    expect(await stripe.paymentIntents.create(wanted, key)).toMatchObject({ amount: 320_000 })
  })

  it('saves a second intent when the reply was lost', async () => {
    const { stripe, control } = await start({ maxNetworkRetries: 1 })
    control.direct('stripe.create', { next: [{ kind: 'lost' }] })
    const intent = await stripe.paymentIntents.create(wanted, key)
    expect(control.intents().map(({ id }) => id)).toEqual([intent.id])
  })

  it('expires after a day', async () => {
    const { stripe, control } = await start()
    const first = await stripe.paymentIntents.create(wanted, key)
    control.setClockOffset(24 * 3_600_000 + 1)
    expect((await stripe.paymentIntents.create(wanted, key)).id).not.toBe(first.id)
  })
})

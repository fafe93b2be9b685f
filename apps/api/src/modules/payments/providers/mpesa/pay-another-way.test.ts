import { describe, expect, it, vi } from 'vitest'
import { jobContext } from '../../../../http/context.ts'
import { buildTestApp } from '../../../../testing/build-test-app.ts'
import { charged, fakeCard } from '../../../../testing/fake-gateways.ts'
import { openMpesaHarness } from '../../../../testing/mpesa-harness.ts'
import { networkTo } from '../../../../testing/network-to.ts'
import { advanceOrder } from '../../../orders/advance-order.ts'
import { cancelOrder } from '../../../orders/cancel-order.ts'
import { recoverPayments } from '../../recovery/recover-payments.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import { IntentUnknown } from '../stripe/stripe-errors.ts'
import { mpesaProvider } from './provider.ts'

const card = fakeCard()
const { shop, order, initiate, status, success, callback, now, later, post, pushes } = openMpesaHarness({ card })

const payAnotherWay = (paymentMethod: string, orderId = order().id) =>
  shop().app.inject({ method: 'POST', url: '/api/payments/another-way', payload: { orderId, paymentMethod } })
const cancelOnPhone = () => callback(success({ ResultCode: 1032, CallbackMetadata: undefined }))
const cancelInShop = async () =>
  expect((await post('cancel', { orderId: order().id })).json()).toEqual({
    customerMessage: 'Payment cancelled',
    outcome: 'cancelled',
  })
const prepareCard = () =>
  shop().app.inject({ method: 'POST', url: '/api/create-payment-intent', payload: { orderId: order().id } })
const orders = () =>
  shop().query('select status, payment_method as method, paid_at is not null as paid, mpesa_status from orders')
const attempts = () => shop().query('select status, attention from payments order by created_at')

describe('a shopper who cancelled the prompt by mistake', () => {
  it.each([
    ['on the phone', cancelOnPhone],
    ['in the shop', cancelInShop],
  ])('%s pays the same order by M-Pesa after all', async (_where, cancel) => {
    await initiate()
    await cancel()
    expect(await status()).toMatchObject({
      state: 'cancelled',
      mpesaStatus: 'cancelled',
      mpesaOutcome: 'cancelled',
    })
    later(180)
    expect((await payAnotherWay('mpesa')).json()).toEqual({ state: 'unpaid' })
    expect(await status()).toMatchObject({ state: 'unpaid', mpesaStatus: null, mpesaOutcome: null })
    expect((await initiate()).statusCode).toBe(200)
    await callback(success())
    expect(await orders()).toEqual([{ status: 'processing', method: 'mpesa', paid: true, mpesa_status: 'paid' }])
    expect(await attempts()).toEqual([
      { status: 'cancelled', attention: null },
      { status: 'completed', attention: null },
    ])
  })

  it.each([
    ['on the phone', cancelOnPhone],
    ['in the shop', cancelInShop],
  ])('%s pays the same order by card, once it is open again', async (_where, cancel) => {
    await initiate()
    await cancel()
    expect((await prepareCard()).json()).toMatchObject({ code: 'ORDER_CANCELLED' })
    expect((await payAnotherWay('stripe')).json()).toEqual({ state: 'unpaid' })
    expect((await prepareCard()).json()).toEqual({ clientSecret: expect.any(String) })
    expect(await orders()).toMatchObject([{ status: 'pending', paid: false }])
    expect(await attempts()).toMatchObject([{ status: 'cancelled' }, { status: 'pending' }])
  })

  it('pays the courier, with one order, however often it is asked for', async () => {
    await initiate()
    await cancelOnPhone()
    expect((await payAnotherWay('manual')).json()).toEqual({ state: 'on-delivery' })
    expect((await payAnotherWay('manual')).json()).toEqual({ state: 'on-delivery' })
    expect(await orders()).toEqual([{ status: 'pending', method: 'manual', paid: false, mpesa_status: null }])
  })

  it('finds the money booked that the open prompt still brought, before or after the choice', async () => {
    await initiate()
    await cancelInShop()
    expect((await payAnotherWay('manual')).json()).toEqual({ state: 'on-delivery' })
    await callback(success())
    expect((await payAnotherWay('mpesa')).json()).toEqual({ state: 'paid' })
    expect(await orders()).toMatchObject([{ status: 'processing', method: 'mpesa', paid: true }])
    expect(await attempts()).toEqual([{ status: 'completed', attention: 'late' }])
  })

  it('may choose again while the order is open', async () => {
    expect((await payAnotherWay('stripe')).json()).toEqual({ state: 'unpaid' })
  })
})

it('sends the prompt to a shopper without a card, also where the database takes longer to say so than Stripe may to withdraw one', async () => {
  const slowStatement = `where "order_id" = $1 and "payment_method" = $2 and "is_manual" = $3 and "status" in`
  await using network = await networkTo(shop().databaseUrl, { delayMs: 3_500, slowStatement })
  const { gateways } = shop().deps
  await using slow = await buildTestApp({ databaseUrl: network.url, gateways, clock: now })
  const payload = { orderId: order().id, phone: '0712345678' }
  const answer = await slow.app.inject({ method: 'POST', url: '/api/payments/mpesa/initiate', payload })
  expect(network.slowed()).toBe(1)
  expect(answer.json()).toMatchObject({ customerMessage: 'Check your phone.' })
  expect(pushes).toHaveLength(1)
  expect(await attempts()).toEqual([{ status: 'processing', attention: null }])
})

describe('a shopper who first meant to pay by card', () => {
  /** M-Pesa is not asked about a prompt that was never sent, and the owner is not told of it a day later. */
  async function expectNothingLeftToAsk() {
    later(25 * 3_600)
    await recoverPayments(jobContext({ ...shop().deps, log: shop().app.log }), mpesaProvider)
    const prompts = `select status, attention, next_query_at from payments where payment_method = 'mpesa'`
    expect(await shop().query(prompts)).toEqual([{ status: 'failed', attention: null, next_query_at: null }])
  }

  async function intentOfOrder() {
    await prepareCard()
    const intent = [...card.intents.values()].at(-1)
    if (!intent) throw new Error('no intent')
    return intent
  }

  it('is charged no more by it once M-Pesa is chosen, and the order stays', async () => {
    const { id } = await intentOfOrder()
    expect((await payAnotherWay('mpesa')).json()).toEqual({ state: 'unpaid' })
    expect(card.intents.get(id)).toMatchObject({ status: 'canceled' })
    expect(await orders()).toMatchObject([{ status: 'pending', paid: false }])
    expect((await initiate()).statusCode).toBe(200)
  })

  it('is charged no more by it where she asks for the prompt at once', async () => {
    const { id } = await intentOfOrder()
    expect((await initiate()).statusCode).toBe(200)
    expect(card.intents.get(id)).toMatchObject({ status: 'canceled' })
  })

  it('gets the prompt though Stripe knows the card’s intent no more, by the shop’s new keys', async () => {
    await intentOfOrder()
    const { cancel } = card
    card.cancel = () => Promise.reject(new IntentUnknown('SERVICE_UNAVAILABLE', 'Stripe knows no such intent.'))
    expect((await initiate()).statusCode).toBe(200)
    card.cancel = cancel
    expect(await attempts()).toEqual([
      { status: 'failed', attention: 'unresolved' },
      { status: 'processing', attention: null },
    ])
  })

  it('has paid, where she asks for the prompt after the charge', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, charged(intent))
    expect((await initiate()).json()).toMatchObject({ outcome: 'paid' })
    expect(pushes).toEqual([])
    expect(await status()).toMatchObject({ state: 'paid', mpesaStatus: null, mpesaOutcome: null })
    expect(await orders()).toMatchObject([{ method: 'stripe', paid: true }])
    await expectNothingLeftToAsk()
  })

  it('gets no prompt where the card is found paid before it could be withdrawn', async () => {
    await intentOfOrder()
    await shop().query(`
      create function settle_card() returns trigger language plpgsql as $$ begin
        update payments set status = 'completed', completed_at = new.created_at where payment_method = 'stripe';
        update orders set paid_at = new.created_at, status = 'processing', payment_method = 'stripe';
        return null;
      end $$`)
    // As the card's webhook that is settled at the moment at which the prompt's attempt is there.
    await shop().query(`
      create constraint trigger card_settles after insert on payments deferrable initially deferred
      for each row when (new.payment_method = 'mpesa') execute function settle_card()`)
    expect((await initiate()).json()).toMatchObject({ outcome: 'paid' })
    expect(pushes).toEqual([])
    expect(await status()).toMatchObject({ state: 'paid', mpesaStatus: null })
  })

  it('gets no prompt while the card is being charged', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, { ...intent, status: 'processing' })
    expect((await initiate()).json()).toMatchObject({ code: 'STILL_PROCESSING' })
    expect(pushes).toEqual([])
    expect(await attempts()).toMatchObject([{ status: 'processing' }, { status: 'failed' }])
    expect(await status()).toMatchObject({ state: 'unpaid', mpesaStatus: null, mpesaOutcome: null })
    await expectNothingLeftToAsk()
    card.intents.set(intent.id, intent)
    expect((await initiate()).statusCode).toBe(200)
  })

  it('gets no prompt where Stripe takes longer than three seconds to withdraw the card, which ends all the same', async () => {
    const { id } = await intentOfOrder()
    const { cancel } = card
    const withdrawn = Promise.withResolvers<void>()
    card.cancel = async (...asked) => {
      await withdrawn.promise
      return await cancel(...asked)
    }
    expect((await initiate()).json()).toMatchObject({ code: 'STILL_PROCESSING' })
    expect(pushes).toEqual([])
    expect(await attempts()).toMatchObject([{ status: 'pending' }, { status: 'failed' }])
    card.cancel = cancel
    withdrawn.resolve()
    await vi.waitFor(async () => expect(await attempts()).toMatchObject([{ status: 'failed' }, {}]), 10_000)
    expect(card.intents.get(id)).toMatchObject({ status: 'canceled' })
  })

  it('gives the order up by card after M-Pesa was not asked', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, { ...intent, status: 'processing' })
    await initiate()
    card.intents.set(intent.id, intent)
    const payload = { orderId: order().id }
    const answer = await shop().app.inject({ method: 'POST', url: '/api/payments/stripe/cancel', payload })
    expect(answer.json()).toEqual({ state: 'cancelled' })
  })

  it('goes on waiting for the prompt that is open, where another is not sent because of the card', async () => {
    await initiate()
    later(80)
    const intent = await intentOfOrder()
    card.intents.set(intent.id, { ...intent, status: 'processing' })
    expect((await post('resend', { orderId: order().id })).json()).toMatchObject({ code: 'STILL_PROCESSING' })
    expect(await status()).toMatchObject({ mpesaStatus: 'pending', mpesaOutcome: 'waiting' })
    expect(await orders()).toMatchObject([{ method: 'stripe' }])
  })

  it('keeps the card where the prompt is refused', async () => {
    await initiate()
    const { id } = await intentOfOrder()
    expect((await initiate()).json()).toMatchObject({ code: 'MPESA_PROMPT_OPEN' })
    expect(card.intents.get(id)).toMatchObject({ status: 'requires_payment_method' })
  })

  it('is asked for no money by M-Pesa while the card is being charged', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, { ...intent, status: 'processing' })
    expect((await payAnotherWay('mpesa')).json()).toMatchObject({ code: 'STILL_PROCESSING' })
    expect(await orders()).toMatchObject([{ status: 'pending', paid: false }])
  })

  it('has paid, where the answer to the charge was lost', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, charged(intent))
    expect((await payAnotherWay('mpesa')).json()).toEqual({ state: 'paid' })
    expect(await orders()).toMatchObject([{ status: 'processing', paid: true }])
  })

  it('may go on by card', async () => {
    const { id } = await intentOfOrder()
    expect((await payAnotherWay('stripe')).json()).toEqual({ state: 'unpaid' })
    expect(card.intents.get(id)).toMatchObject({ status: 'requires_payment_method' })
  })
})

describe('an order that the shopper may not reopen', () => {
  const ownerCancels = () =>
    shop()
      .deps.orm.em.fork()
      .transactional((tx) =>
        cancelOrder(tx, now(), { id: order().id, reason: 'The perfume is broken.', restock: true }),
      )
  const ownerSets = (status: 'pending' | 'cancelled') => {
    const { orm, settings } = shop().deps
    return advanceOrder({ em: orm.em.fork(), clock: now, settings }, { id: order().id, status })
  }
  const expectStaysCancelled = async () => {
    for (const method of ['mpesa', 'stripe', 'manual']) {
      expect((await payAnotherWay(method)).json()).toMatchObject({ code: 'ORDER_CANCELLED' })
    }
    expect(await orders()).toMatchObject([{ status: 'cancelled' }])
  }

  it('was cancelled by the owner', async () => {
    await initiate()
    await callback(success({ ResultCode: 2001, CallbackMetadata: undefined }))
    await ownerCancels()
    await expectStaysCancelled()
  })

  it.each([
    ['gives up in the shop', cancelInShop],
    ['declines the prompt', cancelOnPhone],
  ])('was cancelled by the owner before the shopper %s', async (_what, giveUp) => {
    await initiate()
    await ownerCancels()
    await giveUp()
    await expectStaysCancelled()
  })

  it('was to be paid on delivery and had a prompt declined before the owner cancelled it', async () => {
    await shop().query(`update orders set payment_method = 'manual'`)
    await initiate()
    await cancelOnPhone()
    await ownerCancels()
    await expectStaysCancelled()
  })

  it('was cancelled by the shopper, set back to pending by the owner and cancelled by the owner', async () => {
    await initiate()
    await cancelOnPhone()
    await ownerSets('pending')
    await ownerSets('cancelled')
    await expectStaysCancelled()
  })

  it('had its payment cancelled by the owner', async () => {
    await initiate()
    const [{ id }] = (await shop().query('select id from payments')) as [{ id: string }]
    await settlePayment({ em: shop().deps.orm.em.fork(), clock: now }, id, {
      source: 'administrator',
      kind: 'cancelled',
      code: 'administrator',
      reason: 'Set by the shop.',
    })
    expect(await status()).toMatchObject({ state: 'cancelled', mpesaStatus: 'cancelled' })
    expect((await payAnotherWay('mpesa')).json()).toMatchObject({ code: 'ORDER_CANCELLED' })
    expect(await orders()).toMatchObject([{ status: 'cancelled' }])
  })

  it('was placed on another day', async () => {
    await shop().query('update orders set created_at = $1', ['2026-11-20T08:00:00Z'])
    await initiate()
    await cancelOnPhone()
    expect((await payAnotherWay('mpesa')).json()).toMatchObject({ code: 'ORDER_CANCELLED' })
  })

  it('does not exist', async () => {
    expect((await payAnotherWay('mpesa', '11111111-1111-4111-8111-111111111111')).statusCode).toBe(404)
  })
})

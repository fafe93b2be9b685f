import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../../http/context.ts'
import { ShopError } from '../../../../shop-error.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../../../testing/factories.ts'
import { charged, dashboardRefund, fakeCard } from '../../../../testing/fake-gateways.ts'
import type { Order } from '../../../orders/order.entity.ts'
import { recoverPayments } from '../../recovery/recover-payments.ts'
import { applyReport } from '../../settlement/apply-report.ts'
import type { CardIntent } from './card-intent.ts'
import { stripeProvider } from './provider.ts'
import { IntentUnknown } from './stripe-errors.ts'

let shop: TestApp
let order: Order
let card: ReturnType<typeof fakeCard>
let now: Date

beforeEach(async () => {
  card = fakeCard()
  now = new Date()
  shop = await buildTestApp({ gateways: { card }, clock: () => now })
  order = await makeOrder(shop.deps.orm)
})
afterEach(() => shop[Symbol.asyncDispose]())

const prepare = (orderId = order.id, amount = 1) =>
  shop.app.inject({ method: 'POST', url: '/api/create-payment-intent', payload: { orderId, amount } })
/** A second after whatever was asked before. */
const confirm = (paymentIntentId: string, orderId = order.id) => {
  now = new Date(now.getTime() + 1_000)
  return confirmNow(paymentIntentId, orderId)
}
const confirmNow = (paymentIntentId: string, orderId = order.id) =>
  shop.app.inject({ method: 'POST', url: '/api/payments/stripe/confirm', payload: { orderId, paymentIntentId } })

/** As an event of Stripe's has it done. */
async function lookUp(reference: string) {
  const ctx = jobContext({ ...shop.deps, log: shop.app.log })
  const [payment] = await shop.query('select id from payments where provider_reference = $1', [reference])
  const report = await stripeProvider.lookUp(ctx, { orderId: order.id, reference })
  await applyReport(ctx, (payment as { id: string }).id, { report, source: 'webhook' })
}

const leave = (path = 'stripe/cancel', orderId = order.id) =>
  shop.app.inject({ method: 'POST', url: `/api/payments/${path}`, payload: { orderId } })

async function intentOfOrder(): Promise<CardIntent> {
  await prepare()
  const intent = [...card.intents.values()].at(-1)
  if (!intent) throw new Error('no intent')
  return intent
}

const databaseState = async () =>
  (await shop.query(
    `select p.status, p.attention, p.amount, p.processing_fee as fee, o.status as "orderStatus", o.paid_at is not null as "isPaid"
     from payments p join orders o on o.id = p.order_id where o.id = $1 order by p.created_at`,
    [order.id],
  )) as Record<string, unknown>[]

describe('preparing a card payment', () => {
  it('asks for the order’s own total in cents, whatever the client says, and reuses the intent', async () => {
    const answers = await Promise.all([prepare(), prepare(), prepare()])
    expect(new Set(answers.map((answer) => answer.json().clientSecret)).size).toBe(1)
    expect([...card.intents.values()].map(({ amountCents }) => amountCents)).toEqual([450_000])
    expect(await databaseState()).toEqual([expect.objectContaining({ status: 'pending', amount: '4500.00' })])
  })

  it('makes a new intent after the old one was cancelled', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, { ...intent, status: 'canceled' })
    expect((await prepare()).json().clientSecret).not.toBe(intent.clientSecret)
    expect((await databaseState()).map(({ status }) => status)).toEqual(['cancelled', 'pending'])
  })

  it('leaves an order that is paid on delivery as it is until money comes', async () => {
    await shop.query(`update orders set payment_method = 'manual' where id = $1`, [order.id])
    expect((await prepare()).statusCode).toBe(200)
    expect(await shop.query('select payment_method as is from orders')).toEqual([{ is: 'manual' }])
  })

  it('tells the shopper of a free order that there is nothing to pay, where cards have no least amount', async () => {
    await using generous = await buildTestApp({ env: { CARD_MIN_SHILLINGS: '0' }, gateways: { card } })
    const { id: orderId } = await makeOrder(generous.deps.orm, { total: 0 })
    const request = { method: 'POST', url: '/api/create-payment-intent', payload: { orderId } } as const
    const answer = await generous.app.inject(request)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().code).toBe('NOTHING_TO_PAY')
  })

  it('tells the shopper of an order above Stripe’s largest amount to pay in another way, and asks for no card', async () => {
    const { id } = await makeOrder(shop.deps.orm, { total: 1_000_000 })
    const answer = await prepare(id)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toBe('Cards are accepted up to Ksh 999,999. Please choose another way to pay.')
    expect(card.intents.size).toBe(0)
    expect((await prepare((await makeOrder(shop.deps.orm, { total: 999_999 })).id)).statusCode).toBe(200)
  })

  it('refuses orders that are paid, too small or unknown, and shops without a key', async () => {
    await shop.query('update orders set paid_at = now() where id = $1', [order.id])
    expect((await prepare()).statusCode).toBe(409)
    expect((await prepare((await makeOrder(shop.deps.orm, { total: 99 })).id)).statusCode).toBe(400)
    expect((await prepare('11111111-1111-4111-8111-111111111111')).statusCode).toBe(404)
    await using bare = await buildTestApp()
    const { id } = await makeOrder(bare.deps.orm)
    const answer = await bare.app.inject({
      method: 'POST',
      url: '/api/create-payment-intent',
      payload: { orderId: id },
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.json().error).toContain('not configured')
  })
})

it('goes on with an attempt under its own key, whatever attempts came after it', async () => {
  const keys: string[] = []
  const { create } = card
  card.create = (request) => {
    keys.push(request.idempotencyKey.slice(-2))
    return keys.length === 1 ? Promise.reject(new ShopError('SERVICE_UNAVAILABLE', 'Silent.')) : create(request)
  }
  await prepare()
  await shop.query(`update payments set status = 'failed', failed_at = now()`)
  now = new Date(now.getTime() + 1_000)
  await prepare()
  // The owner reopens the first one.
  await shop.query(`update payments set status = case when provider_reference is null then 'pending' else 'failed' end`)
  expect((await prepare()).statusCode).toBe(200)
  expect(keys).toEqual(['-1', '-2', '-1'])
})

describe('preparing a card payment that may have been made', () => {
  it('says by its code that the order is paid, however the sentence reads', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, charged(intent))
    expect((await prepare()).json()).toMatchObject({ code: 'ORDER_PAID' })
    expect((await prepare()).json()).toMatchObject({ code: 'ORDER_PAID' })
    expect(await databaseState()).toMatchObject([{ status: 'completed', isPaid: true }])
  })

  describe('and whose order could not be paid any more', () => {
    /** Its perfume is sold no more. */
    async function outdate() {
      await shop.query(`update orders set created_at = now() - interval '30 days'`)
      await shop.query(
        `insert into order_items (order_id, product_name, product_price, quantity, position) values ($1, 'Oud', 4500, 1, 0)`,
        [order.id],
      )
    }

    it('is paid, not to be ordered again, where the charge has succeeded', async () => {
      const intent = await intentOfOrder()
      card.intents.set(intent.id, charged(intent))
      await outdate()
      expect((await prepare()).json()).toMatchObject({ code: 'ORDER_PAID' })
      expect(await databaseState()).toMatchObject([{ status: 'completed', isPaid: true }])
    })

    it('is still being paid, not to be ordered again, while Stripe is at it', async () => {
      const intent = await intentOfOrder()
      card.intents.set(intent.id, { ...intent, status: 'processing' })
      await outdate()
      expect((await prepare()).json()).toMatchObject({ code: 'STILL_PROCESSING' })
    })

    it('is to be ordered again where nothing was charged', async () => {
      await intentOfOrder()
      await outdate()
      expect((await prepare()).json()).toMatchObject({ code: 'ORDER_OUTDATED' })
    })
  })

  it('is refused, once and for all, where the cancelled intent is another order’s', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, { ...intent, status: 'canceled', orderId: 'x' })
    expect((await prepare()).json()).toMatchObject({ code: 'PAYMENT_MISMATCH' })
    expect(await databaseState()).toMatchObject([{ status: 'pending', attention: 'id-mismatch' }])
  })

  it('says by its code that Stripe is still at it', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, { ...intent, status: 'processing' })
    expect((await prepare()).json()).toMatchObject({ code: 'STILL_PROCESSING' })
  })
})

describe('confirming a card payment again and again', () => {
  it('asks Stripe once a second for an order, so that one page in a loop does not use up every shopper’s share', async () => {
    const intent = await intentOfOrder()
    let reads = 0
    const { read } = card
    card.read = async (id) => {
      reads += 1
      return await read(id)
    }
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirmNow(intent.id)))
    expect(reads).toBe(1)
    const codes = answers.map((answer) => answer.json().code)
    expect(codes.filter((code) => code === 'STILL_PROCESSING')).toHaveLength(9)
  })
})

it('is checked for everybody behind one address of a carrier, whose other steps of payments are used up', async () => {
  const env = { LIMIT_PAYMENT_STEPS: '1/60' }
  await using busy = await buildTestApp({ env, gateways: { card }, databaseUrl: shop.databaseUrl })
  const intent = await intentOfOrder()
  const payload = { orderId: order.id, paymentIntentId: intent.id }
  const check = () => busy.app.inject({ method: 'POST', url: '/api/payments/stripe/confirm', payload })
  const answers = [await check(), await check(), await check()]
  expect(answers.map(({ statusCode }) => statusCode)).not.toContain(429)
})

describe('choosing another way than the card', () => {
  it('ends the intent at Stripe and the order with it, so that one cart makes no two orders that live', async () => {
    const intent = await intentOfOrder()
    expect((await leave()).json()).toEqual({ state: 'cancelled' })
    expect(card.intents.get(intent.id)).toMatchObject({ status: 'canceled' })
    expect(await databaseState()).toMatchObject([{ status: 'cancelled', orderStatus: 'cancelled', isPaid: false }])
    expect((await prepare()).json()).toMatchObject({ code: 'ORDER_CANCELLED' })
  })

  it('finds the charge whose answer was lost: the order is paid, not left', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, charged(intent))
    expect((await leave()).json()).toEqual({ state: 'paid' })
    expect(await databaseState()).toMatchObject([{ status: 'completed', orderStatus: 'processing', isPaid: true }])
  })

  it.each(['stripe/cancel', 'on-delivery'])('is refused while the charge is under way: %s', async (path) => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, { ...intent, status: 'processing' })
    expect((await leave(path)).json()).toMatchObject({ code: 'STILL_PROCESSING' })
    expect(await databaseState()).toMatchObject([{ orderStatus: 'pending', isPaid: false }])
  })

  it.each(['stripe/cancel', 'on-delivery'])('is refused while Stripe cannot be asked: %s', async (path) => {
    await intentOfOrder()
    card.cancel = () => Promise.reject(new ShopError('SERVICE_UNAVAILABLE', 'Stripe is silent.'))
    expect((await leave(path)).statusCode).toBe(503)
    expect(await databaseState()).toMatchObject([{ status: 'pending', orderStatus: 'pending' }])
  })

  describe('after the shop’s card keys were changed or taken away', () => {
    const unknown = () => Promise.reject(new IntentUnknown('SERVICE_UNAVAILABLE', 'Stripe knows no such intent.'))
    const changeKeys = () => Object.assign(card, { read: unknown, cancel: unknown })
    const flagged = { status: 'failed', attention: 'unresolved', isPaid: false }

    it.each([
      ['stripe/cancel', 'cancelled'],
      ['on-delivery', 'on-delivery'],
    ])('is possible with other keys, and the owner is told: %s', async (path, state) => {
      await intentOfOrder()
      changeKeys()
      expect((await leave(path)).json()).toEqual({ state })
      expect(await databaseState()).toMatchObject([flagged])
    })

    it.each([
      ['stripe/cancel', 'cancelled'],
      ['on-delivery', 'on-delivery'],
    ])('is possible without keys, and the owner is told: %s', async (path, state) => {
      await intentOfOrder()
      shop.deps.gateways.card = null
      expect((await leave(path)).json()).toEqual({ state })
      expect(await databaseState()).toMatchObject([flagged])
    })

    it('can be paid by a card all the same, by an intent of the new keys', async () => {
      const { clientSecret } = await intentOfOrder()
      const { read, cancel } = card
      changeKeys()
      const answer = await prepare()
      expect(answer.statusCode).toBe(200)
      expect(answer.json().clientSecret).not.toBe(clientSecret)
      expect(await databaseState()).toMatchObject([flagged, { status: 'pending', attention: null }])
      Object.assign(card, { read, cancel })
      expect((await prepare()).json()).toEqual(answer.json())
    })

    it('is paid where the old keys return and the old intent was charged', async () => {
      const intent = await intentOfOrder()
      const { read, cancel } = card
      changeKeys()
      await leave('on-delivery')
      Object.assign(card, { read, cancel })
      card.intents.set(intent.id, charged(intent))
      now = new Date(now.getTime() + 60_000)
      await recoverPayments(jobContext({ ...shop.deps, log: shop.app.log }), stripeProvider)
      expect(await databaseState()).toMatchObject([{ status: 'completed', attention: 'late', isPaid: true }])
    })
  })

  it('leaves the order standing for the courier', async () => {
    const intent = await intentOfOrder()
    expect((await leave('on-delivery')).json()).toEqual({ state: 'on-delivery' })
    expect(card.intents.get(intent.id)).toMatchObject({ status: 'canceled' })
    expect(await databaseState()).toMatchObject([{ status: 'cancelled', orderStatus: 'pending', isPaid: false }])
  })

  it('cancels no order that is to be paid in another way, and none that is unknown', async () => {
    await shop.query(`update orders set payment_method = 'manual' where id = $1`, [order.id])
    expect((await leave()).json()).toEqual({ state: 'on-delivery' })
    expect((await leave('stripe/cancel', '11111111-1111-4111-8111-111111111111')).statusCode).toBe(404)
  })
})

describe('a shopper who leaves for another way to pay while the intent is being made', () => {
  it('can be charged by no card form afterwards', async () => {
    const create = card.create
    card.create = async (request) => {
      const intent = await create(request)
      card.create = create
      expect((await leave()).json()).toEqual({ state: 'cancelled' })
      return intent
    }
    const answer = await prepare()
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'ORDER_CANCELLED' })
    expect([...card.intents.values()].map(({ status }) => status)).toEqual(['canceled'])
    expect(await databaseState()).toMatchObject([{ status: 'cancelled', isPaid: false }])
  })
})

describe('the receipt of a card payment', () => {
  const isPromised = async (of: TestApp) => {
    const { isReceiptOnItsWay } = (await of.app.inject(`/api/orders/${order.id}/payment-status`)).json()
    return isReceiptOnItsWay as boolean
  }
  const withMail = () =>
    buildTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' }, gateways: { card }, databaseUrl: shop.databaseUrl })
  async function pay(email: string | null) {
    await shop.query('update orders set customer_email = $1', [email])
    const intent = await intentOfOrder()
    card.intents.set(intent.id, charged(intent))
    await confirm(intent.id)
  }

  it('is promised once it is queued, and no more once it is given up', async () => {
    await using mailing = await withMail()
    expect(await isPromised(mailing)).toBe(false)
    await pay('wanjiku@example.com')
    expect(await isPromised(mailing)).toBe(true)
    await shop.query('update payment_emails set sent_at = now(), next_attempt_at = null')
    expect(await isPromised(mailing)).toBe(true)
    await shop.query('update payment_emails set sent_at = null')
    expect(await isPromised(mailing)).toBe(false)
  })

  it('is promised to nobody who gave no e-mail', async () => {
    await pay(null)
    await using mailing = await withMail()
    expect(await isPromised(mailing)).toBe(false)
  })

  it('is promised by no shop without a mail server', async () => {
    await pay('wanjiku@example.com')
    expect(await isPromised(shop)).toBe(false)
  })
})

describe('confirming a card payment', () => {
  it('pays the order when Stripe says so, once', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, { ...charged(intent), feeCents: 13_050 })
    const answers = await Promise.all([confirm(intent.id), confirm(intent.id), confirm(intent.id)])
    // Those that come while Stripe is asked are told to come back, those that come later find the order paid.
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    for (let n = 0; n < 3; n++) expect((await confirm(intent.id)).json()).toEqual({ orderId: order.id })
    expect(await databaseState()).toEqual([
      {
        status: 'completed',
        attention: null,
        amount: '4500.00',
        fee: '130.50',
        orderStatus: 'processing',
        isPaid: true,
      },
    ])
  })

  it('changes its order by a fee that Stripe names later, for whoever follows the orders', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, charged(intent))
    await confirm(intent.id)
    now = new Date(now.getTime() + 3_600_000)
    card.intents.set(intent.id, { ...charged(intent), feeCents: 13_050 })
    await lookUp(intent.id)
    const headers = await logIn(shop.deps.orm)
    const url = `/api/admin/orders?updatedSince=${now.toISOString()}`
    expect((await shop.app.inject({ url, headers })).json()).toMatchObject({
      orders: [{ id: order.id, paymentProcessingFee: 130.5 }],
    })
  })

  describe('of which Stripe has more to say', () => {
    const recoverAfter = async (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000)
      await recoverPayments(jobContext({ ...shop.deps, log: shop.app.log }), stripeProvider)
    }
    const planned = () => shop.query('select from payments where next_query_at is not null')

    it('has its fee by itself, where Stripe books it later and no event of it comes', async () => {
      const intent = await intentOfOrder()
      card.intents.set(intent.id, charged(intent))
      await confirm(intent.id)
      card.intents.set(intent.id, { ...charged(intent), feeCents: 13_050 })
      await recoverAfter(2)
      expect((await databaseState())[0]).toMatchObject({ status: 'completed', fee: '130.50' })
      expect(await planned()).toEqual([])
    })

    it('has its fee by itself, where the database was away once the payment was booked', async () => {
      const intent = await intentOfOrder()
      card.intents.set(intent.id, { ...charged(intent), feeCents: 13_050 })
      await shop.query(`create function be_away() returns trigger language plpgsql as $$ begin
          raise 'a lock took too long' using errcode = '55P03';
        end $$;
        create trigger be_away before update of processing_fee on payments for each row execute function be_away()`)
      await recoverAfter(2)
      expect((await databaseState())[0]).toMatchObject({ status: 'completed', fee: null })
      await shop.query('drop trigger be_away on payments')
      await recoverAfter(60)
      expect((await databaseState())[0]).toMatchObject({ status: 'completed', fee: '130.50' })
      expect(await planned()).toEqual([])
    })

    it('has its refunds by itself, where Stripe was silent once the payment was booked', async () => {
      const intent = await intentOfOrder()
      card.intents.set(intent.id, { ...charged(intent), feeCents: 13_050, refundedCents: 100_000 })
      card.refunds.set(intent.id, [dashboardRefund('re_1', 100_000)])
      const { refundsOf } = card
      card.refundsOf = () => Promise.reject(new Error('silent'))
      await recoverAfter(2)
      const refunds = () => shop.query('select status, amount from payment_refunds')
      expect(await refunds()).toEqual([])
      card.refundsOf = refundsOf
      await recoverAfter(60)
      expect(await refunds()).toEqual([{ status: 'succeeded', amount: '1000.00' }])
      expect(await planned()).toEqual([])
    })

    it('is asked about no longer than three days, and worries nobody', async () => {
      const intent = await intentOfOrder()
      card.intents.set(intent.id, charged(intent))
      await confirm(intent.id)
      await recoverAfter(2)
      expect(await planned()).toHaveLength(1)
      await recoverAfter(73 * 60)
      expect(await planned()).toEqual([])
      expect((await databaseState())[0]).toMatchObject({ status: 'completed', attention: null })
    })

    it('worries nobody where Stripe stays silent for a month', async () => {
      const intent = await intentOfOrder()
      card.intents.set(intent.id, charged(intent))
      await confirm(intent.id)
      card.read = () => Promise.reject(new Error('silent'))
      await recoverAfter(31 * 24 * 60)
      expect(await planned()).toEqual([])
      expect((await databaseState())[0]).toMatchObject({ status: 'completed', attention: null })
    })
  })

  it('is a fact once the books say so, also while Stripe is silent', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, charged(intent))
    await confirm(intent.id)
    card.read = () => Promise.reject(new ShopError('SERVICE_UNAVAILABLE', 'Stripe is silent.'))
    expect((await confirm(intent.id)).json()).toEqual({ orderId: order.id })
  })

  it('is found by the job where nobody told, though another intent cannot be read', async () => {
    const unreadable = await intentOfOrder()
    const other = await makeOrder(shop.deps.orm)
    await prepare(other.id)
    const intent = [...card.intents.values()].at(-1) as CardIntent
    card.intents.set(intent.id, { ...charged(intent), feeCents: 13_050 })
    card.intents.delete(unreadable.id)
    await shop.query(
      `update payments set next_query_at = now() - case when order_id = $1 then interval '2 min'
      else interval '1 min' end`,
      [order.id],
    )
    await recoverPayments(jobContext({ ...shop.deps, log: shop.app.log }), stripeProvider)
    expect(await shop.query('select id from orders where paid_at is not null')).toEqual([{ id: other.id }])
    expect(await shop.query('select from payments where next_query_at > now()')).toHaveLength(1)
  })

  it('is found by the job where nobody told, also of a form that was opened again after three days', async () => {
    const daysPass = (days: number) => {
      now = new Date(now.getTime() + days * 24 * 60 * 60_000)
    }
    const recover = () => recoverPayments(jobContext({ ...shop.deps, log: shop.app.log }), stripeProvider)
    const intent = await intentOfOrder()
    daysPass(3.1)
    await recover()
    expect((await prepare()).json().clientSecret).toBe(intent.clientSecret)
    card.intents.set(intent.id, charged(intent))
    daysPass(0.001)
    await recover()
    expect((await databaseState())[0]).toMatchObject({ status: 'completed', isPaid: true })
  })

  describe('whose last question to Stripe had no answer', () => {
    const DAY_MS = 24 * 60 * 60_000
    const recoverAfter = async (days: number) => {
      now = new Date(now.getTime() + days * DAY_MS)
      await recoverPayments(jobContext({ ...shop.deps, log: shop.app.log }), stripeProvider)
    }
    const silent = () => Promise.reject(new Error('silent'))

    it('is found where Stripe answers again', async () => {
      const intent = await intentOfOrder()
      card.intents.set(intent.id, charged(intent))
      const { read } = card
      card.read = silent
      await recoverAfter(3.1)
      card.read = read
      await recoverAfter(0.05)
      expect((await databaseState())[0]).toMatchObject({ status: 'completed', isPaid: true, attention: null })
    })

    it('is found where its answer could not be written down', async () => {
      const intent = await intentOfOrder()
      card.intents.set(intent.id, charged(intent))
      await shop.query(`create function be_away() returns trigger language plpgsql as $$ begin
          raise 'a lock took too long' using errcode = '55P03';
        end $$;
        create trigger be_away before update of status on payments for each row execute function be_away()`)
      await recoverAfter(3.1)
      await shop.query('drop trigger be_away on payments')
      await recoverAfter(0.05)
      expect((await databaseState())[0]).toMatchObject({ status: 'completed', isPaid: true, attention: null })
    })

    it('is flagged where Stripe stays silent for a month', async () => {
      await intentOfOrder()
      card.read = silent
      await recoverAfter(29.9)
      expect((await databaseState())[0]).toMatchObject({ status: 'pending', attention: null })
      await recoverAfter(0.2)
      expect((await databaseState())[0]).toMatchObject({ status: 'pending', attention: 'unresolved' })
      expect(await shop.query('select from payments where next_query_at is not null')).toEqual([])
    })

    it('is flagged where the shop has no keys any more', async () => {
      await intentOfOrder()
      shop.deps.gateways.card = null
      await recoverAfter(3.1)
      expect((await databaseState())[0]).toMatchObject({ status: 'pending', attention: 'unresolved' })
    })
  })

  it('believes Stripe, not the browser', async () => {
    const intent = await intentOfOrder()
    expect((await confirm(intent.id)).statusCode).toBe(402)
    expect((await databaseState())[0]).toMatchObject({ status: 'pending', isPaid: false })
  })

  it('refuses the paid intent of another order', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, charged(intent))
    const other = await makeOrder(shop.deps.orm)
    expect((await confirm(intent.id, other.id)).statusCode).toBe(404)
  })

  it.each([
    ['less money', (intent: CardIntent) => ({ ...charged(intent), receivedCents: 100 }), 'amount-mismatch'],
    ['another currency', (intent: CardIntent) => ({ ...charged(intent), currency: 'ugx' }), 'id-mismatch'],
    ['another order in its metadata', (intent: CardIntent) => ({ ...charged(intent), orderId: 'x' }), 'id-mismatch'],
  ])('refuses and flags %s', async (_what, change, attention) => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, change(intent))
    expect((await confirm(intent.id)).statusCode).toBe(409)
    expect((await databaseState())[0]).toMatchObject({ status: 'pending', attention, isPaid: false })
  })

  it('says to wait while Stripe is still at it', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, { ...intent, status: 'processing' })
    const answer = await confirm(intent.id)
    expect(answer.json()).toMatchObject({ code: 'STILL_PROCESSING' })
    expect((await databaseState())[0]).toMatchObject({ status: 'processing' })
  })

  it('tells why a card was declined and lets the shopper try again', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, {
      ...intent,
      failure: { code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    })
    expect((await confirm(intent.id)).json().error).toBe('Your card has insufficient funds.')
    expect((await prepare()).json().clientSecret).toBe(intent.clientSecret)
  })

  it('keeps a refund on the books', async () => {
    const intent = await intentOfOrder()
    card.intents.set(intent.id, charged(intent))
    await confirm(intent.id)
    card.intents.set(intent.id, { ...charged(intent), refundedCents: 100_000 })
    card.refunds.set(intent.id, [dashboardRefund('re_1', 100_000)])
    await lookUp(intent.id)
    expect((await databaseState())[0]).toMatchObject({
      status: 'completed',
      attention: 'partly-refunded',
      isPaid: true,
    })
    card.intents.set(intent.id, { ...charged(intent), refundedCents: 450_000 })
    card.refunds.set(intent.id, [dashboardRefund('re_1', 100_000), dashboardRefund('re_2', 350_000)])
    await lookUp(intent.id)
    expect((await databaseState())[0]).toMatchObject({ status: 'refunded', attention: null, isPaid: false })
  })
})

import type { RefundList, RefundRecord } from '@marashi/domain/contracts/admin-refunds'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'
import { charged, dashboardRefund, fakeCard } from '../../../testing/fake-gateways.ts'
import { asAnotherRequest } from '../../../testing/refuse-second-connections.ts'
import type { Order } from '../../orders/order.entity.ts'
import type { CardRefund } from '../providers/stripe/refund-client.ts'
import { RefundRefused, RefundServerError } from '../providers/stripe/refund-client.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { recoverRefunds } from './recover-refunds.ts'

let shop: TestApp
let card: ReturnType<typeof fakeCard>
let order: Order
let paymentId: string
let intentId: string
let headers: { cookie: string }
let now: Date

beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00Z')
  card = fakeCard()
  shop = await buildTestApp({ gateways: { card }, clock: () => now })
  headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 7 * 24 * 60 * 60_000) })
  order = await makeOrder(shop.deps.orm)
  const post = (path: string, payload: object) => shop.app.inject({ method: 'POST', url: `/api/${path}`, payload })
  await post('create-payment-intent', { orderId: order.id, amount: 1 })
  const [intent] = card.intents.values()
  if (!intent) throw new Error('no intent')
  intentId = intent.id
  card.intents.set(intentId, charged(intent))
  await post('payments/stripe/confirm', { orderId: order.id, paymentIntentId: intentId })
  const [payment] = await shop.query<{ id: string }>('select id from payments')
  paymentId = payment?.id ?? ''
})
afterEach(() => shop[Symbol.asyncDispose]())

const form = (change: object = {}) => ({ amount: 100_000, way: 'provider', reason: 'The bottle was broken', ...change })
const request = (change: object = {}) =>
  shop.app.inject({ method: 'POST', url: `/api/admin/payments/${paymentId}/refunds`, headers, payload: form(change) })
const list = async () =>
  (await shop.app.inject({ url: `/api/admin/payments/${paymentId}/refunds`, headers })).json<RefundList>()
const makeContext = () => jobContext({ ...shop.deps, log: shop.app.log })
async function recoverAfter(seconds: number): Promise<void> {
  now = new Date(now.getTime() + seconds * 1000)
  await recoverRefunds(makeContext())
}
/** Stripe sends an event about the intent's refunds. */
const reconcile = () => reconcileRefunds(makeContext(), paymentId, { source: 'webhook' })
const change = (to: Partial<CardRefund>, of = intentId) =>
  card.refunds.set(
    of,
    (card.refunds.get(of) ?? []).map((refund) => ({ ...refund, ...to })),
  )
async function deliver(payload: object): Promise<void> {
  card.readEvent = (body) => JSON.parse(body.toString('utf8'))
  await shop.app.inject({ method: 'POST', url: '/api/hooks/stripe', headers: { 'stripe-signature': 'good' }, payload })
  await expect.poll(async () => await shop.query('select from webhook_events where processed_at is null')).toEqual([])
}

const databaseState = async () =>
  (
    await shop.query(
      `select p.status, p.attention, p.refunded_amount as refunded, o.paid_at is not null as "isPaid", o.refunded_amount as "orderRefunded",
              (select sum(amount) from counters where kind = 'order' and hour = '-infinity') as revenue,
              (select coalesce(sum(amount), 0) from counters where kind = 'payment' and detail = 'stripe:completed') as analytics
       from payments p join orders o on o.id = p.order_id where p.id = $1`,
      [paymentId],
    )
  )[0]

describe('a refund by card', () => {
  it('of a part leaves the order paid, and counts net', async () => {
    const answer = await request()
    expect(answer.statusCode).toBe(201)
    expect(answer.json<RefundRecord>()).toMatchObject({
      status: 'succeeded',
      amount: 100_000,
      reason: 'The bottle was broken',
      requestedBy: 'administrator',
      isManual: false,
      reference: 're_fake_1',
    })
    expect(await databaseState()).toEqual({
      status: 'completed',
      attention: null,
      refunded: '1000.00',
      isPaid: true,
      orderRefunded: '1000.00',
      revenue: '3500.00',
      analytics: '3500.00',
    })
    expect((await list()).left).toBe(350_000)
  })

  it('of the whole says so on the payment, and leaves revenue', async () => {
    await request()
    await request({ amount: 350_000 })
    expect(await databaseState()).toMatchObject({
      status: 'refunded',
      refunded: '4500.00',
      isPaid: false,
      orderRefunded: '0.00',
      revenue: '0.00',
      analytics: '0.00',
    })
    expect((await request({ amount: 1 })).json().error).toBe('All of this payment has gone back already.')
  })

  it('is asked for under a key of its own, with its row’s id', async () => {
    const asked: object[] = []
    const { refund } = card
    card.refund = async (what) => {
      asked.push(what)
      return await refund(what)
    }
    const { id } = (await request()).json<RefundRecord>()
    expect(asked).toEqual([{ paymentId: intentId, amountCents: 100_000, refundId: id, idempotencyKey: `rf-${id}` }])
  })

  it('is made once however often the owner’s browser sends it', async () => {
    const requestId = '11111111-1111-4111-8111-111111111111'
    const answers = await Promise.all([1, 2, 3].map(() => request({ requestId })))
    expect(answers.map((answer) => [answer.statusCode, answer.json().id])).toEqual(Array(3).fill([201, requestId]))
    expect(card.refunds.get(intentId)).toHaveLength(1)
    expect((await list()).left).toBe(350_000)
  })

  it('is refused under its request id with another amount, and nothing more goes back', async () => {
    const requestId = '11111111-1111-4111-8111-111111111111'
    await request({ requestId })
    const again = await request({ requestId, amount: 60_000 })
    expect([again.statusCode, again.json().error]).toEqual([409, expect.stringContaining('with another amount')])
    expect(card.refunds.get(intentId)).toHaveLength(1)
    expect((await list()).left).toBe(350_000)
  })

  it('is refused under the request id of a refund that was recorded by hand, rather than said to be made', async () => {
    const requestId = '11111111-1111-4111-8111-111111111111'
    await request({ requestId, way: 'manual' })
    const again = await request({ requestId })
    expect(again.statusCode).toBe(409)
    expect(again.json().error).toBe(
      'This refund was recorded by hand a moment ago. Please reload and see how it stands.',
    )
    expect((await list()).refunds).toHaveLength(1)
  })

  it('is not recorded by hand under the request id of one that the provider was asked for', async () => {
    const requestId = '11111111-1111-4111-8111-111111111111'
    await request({ requestId })
    const again = await request({ requestId, way: 'manual' })
    expect(again.statusCode).toBe(409)
    expect(again.json().error).toBe(
      'The provider was asked for this refund a moment ago. Please reload and see how it stands.',
    )
    expect((await list()).refunds).toHaveLength(1)
  })

  it('is refused under the request id of a refund of another payment, and nothing goes back', async () => {
    const requestId = '11111111-1111-4111-8111-111111111111'
    const other = await makeOrder(shop.deps.orm)
    const [payment] = await shop.query<{ id: string }>(
      `insert into payments (order_id, payment_method, amount, status, is_manual) values ($1, 'manual', 4500, 'completed', true) returning id`,
      [other.id],
    )
    expect((await request({ requestId })).statusCode).toBe(201)
    const url = `/api/admin/payments/${payment?.id}/refunds`
    const again = await shop.app.inject({ method: 'POST', url, headers, payload: form({ requestId, way: 'manual' }) })
    expect(again.statusCode).toBe(409)
    expect(await shop.query('select payment_id as id from payment_refunds')).toEqual([{ id: paymentId }])
  })

  it('never gives back more than came in, whatever is asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => request({ amount: 60_000 })))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(7)
    expect((await list()).left).toBe(30_000)
    expect((card.refunds.get(intentId) ?? []).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(420_000)
  })

  it('says how much is left where more is asked for', async () => {
    await request({ amount: 400_000 })
    const answer = await request({ amount: 60_000 })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().fields).toEqual({ amount: 'At most Ksh 500 can still go back.' })
  })

  it('that Stripe refuses is told with its reason, and the amount is free again', async () => {
    card.refund = () => Promise.reject(new RefundRefused('amount_too_small', 'Refunds must be at least 50 cents.'))
    expect((await request()).json()).toMatchObject({
      status: 'failed',
      failureCode: 'amount_too_small',
      failureReason: 'Refunds must be at least 50 cents.',
    })
    expect(await databaseState()).toMatchObject({ status: 'completed', attention: 'refund-failed', refunded: null })
    expect((await list()).left).toBe(450_000)
  })

  it('needs a session, a reason, and cards that are configured', async () => {
    const url = `/api/admin/payments/${paymentId}/refunds`
    expect((await shop.app.inject({ method: 'POST', url, payload: form() })).statusCode).toBe(401)
    expect((await request({ reason: ' ' })).json().fields).toEqual({ reason: 'Please give a reason' })
    shop.deps.gateways.card = null
    expect((await request()).statusCode).toBe(503)
  })

  it('of a payment that has not come is refused', async () => {
    await shop.query('delete from payments')
    const other = await makeOrder(shop.deps.orm)
    await shop.query(
      `insert into payments (order_id, payment_method, amount, status) values ($1, 'stripe', 4500, 'failed')`,
      [other.id],
    )
    const [payment] = await shop.query<{ id: string }>('select id from payments')
    paymentId = payment?.id ?? ''
    expect((await request()).json().error).toBe('No money has come by this payment.')
  })
})

describe('a refund of a charge that no form of the shop made, which the owner assigned to an order', () => {
  const nameAs = (receipt: string) =>
    shop.query('update payments set provider_reference = null, provider_receipt = $1', [receipt])

  it('goes back by the charge', async () => {
    await nameAs('ch_link')
    expect((await list()).provider?.unavailable).toBeNull()
    expect((await request()).json<RefundRecord>()).toMatchObject({ status: 'succeeded', reference: 're_fake_1' })
    expect(card.refunds.get('ch_link')).toHaveLength(1)
  })

  it('is refused, and says how to go on, where the shop does not know the charge', async () => {
    await nameAs('txn_1')
    const { provider } = await list()
    expect(provider?.unavailable).toMatch(/record it by hand/)
    const answer = await request()
    expect([answer.statusCode, answer.json().error]).toEqual([409, provider?.unavailable])
    expect(await list()).toMatchObject({ refunds: [], left: 450_000 })
    expect((await request({ way: 'manual' })).statusCode).toBe(201)
  })

  const refundEvent = (intent: string | null) => ({
    id: 'evt_back',
    type: 'refund.failed',
    data: { object: { id: 're_fake_1', object: 'refund', charge: 'ch_link', payment_intent: intent } },
  })

  it.each([
    ['the intent of a payment link', 'pi_link'],
    ['the charge alone', null],
  ])('is undone where the bank sends it back, and the event names %s', async (_what, intent) => {
    await nameAs('ch_link')
    await request({ amount: 450_000 })
    expect(await databaseState()).toMatchObject({ status: 'refunded' })
    change({ status: 'failed', failure: { code: 'declined', reason: 'Declined.' } }, 'ch_link')
    await deliver(refundEvent(intent))
    expect(await list()).toMatchObject({ refunds: [{ status: 'failed' }], left: 450_000 })
    expect(await databaseState()).toMatchObject({ status: 'completed', attention: 'refund-failed', isPaid: true })
  })

  it('ends as failed where it was asked for before that was refused', async () => {
    await nameAs('txn_1')
    await shop.query(
      `insert into payment_refunds (payment_id, payment_method, status, amount, reason, requested_by, requested_at, sent_at, next_query_at, updated_at)
       values ($1, 'stripe', 'unknown', 1000, 'Broken', 'administrator', $2, $2, $2, $2)`,
      [paymentId, now],
    )
    await recoverAfter(60)
    expect(await list()).toMatchObject({ refunds: [{ status: 'failed' }], left: 450_000 })
  })
})

describe('a refund whose answer was lost', () => {
  /** Stripe does what it is asked, and nobody hears of it. */
  const loseAnswer = (isMade: boolean) => {
    const { refund } = card
    card.refund = async (what) => {
      card.refund = refund
      if (isMade) await refund(what)
      throw new Error('the connection was cut')
    }
  }

  it('keeps its amount reserved until Stripe’s list shows it', async () => {
    loseAnswer(true)
    expect((await request()).json()).toMatchObject({ status: 'unknown', succeededAt: null })
    expect(await list()).toMatchObject({ left: 350_000 })
    await recoverAfter(61)
    expect((await list()).refunds).toMatchObject([{ status: 'succeeded', reference: 're_fake_1' }])
    expect(await databaseState()).toMatchObject({ refunded: '1000.00' })
  })

  it('is asked for again, under the same key, where Stripe’s list does not have it', async () => {
    loseAnswer(false)
    await request()
    await recoverAfter(61)
    expect((await list()).refunds).toMatchObject([{ status: 'succeeded' }])
    expect(card.refunds.get(intentId)).toHaveLength(1)
  })

  it('is not asked for again where the owner has decided it while Stripe was reading its list', async () => {
    loseAnswer(false)
    const { id } = (await request()).json<RefundRecord>()
    const { refundsOf } = card
    let reads = 0
    card.refundsOf = async (intent) => {
      const refunds = await refundsOf(intent)
      reads += 1
      if (reads < 2) return refunds
      const payload = { outcome: 'failed', reason: 'Stripe’s page does not have it' }
      const url = `/api/admin/refunds/${id}/outcome`
      expect((await shop.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
      return refunds
    }
    await recoverAfter(61)
    expect(card.refunds.size).toBe(0)
    expect(await list()).toMatchObject({ left: 450_000, refunds: [{ status: 'failed' }] })
  })

  it('gets a new key after a server error, which the old key would repeat for ever', async () => {
    const keys: string[] = []
    card.refund = async ({ idempotencyKey }) => {
      keys.push(idempotencyKey)
      throw new RefundServerError('Stripe answered 500')
    }
    const { id } = (await request()).json<RefundRecord>()
    await recoverAfter(61)
    await recoverAfter(121)
    expect(keys).toEqual([`rf-${id}`, `rf-${id}-2`, `rf-${id}-3`])
    expect((await list()).refunds).toMatchObject([{ status: 'unknown' }])
  })

  it('is not asked for again where Stripe has named it, though a later list lacks it', async () => {
    const { refund } = card
    let asked = 0
    card.refund = async (what) => {
      asked++
      return { ...(await refund(what)), status: 'pending' }
    }
    await request()
    card.refundsOf = async () => []
    // Stripe forgets a key after a day.
    for (let hours = 0; hours < 30; hours += 1) await recoverAfter(60 * 60)
    headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 24 * 60 * 60_000) })
    expect(asked).toBe(1)
    expect((await list()).refunds).toMatchObject([{ status: 'sent', reference: 're_fake_1' }])
  })

  it('and that Stripe has made twice is counted twice, each under its own name', async () => {
    card.refund = () => Promise.reject(new RefundServerError('Stripe answered 500'))
    const { id: refundId } = (await request()).json<RefundRecord>()
    card.refunds.set(
      intentId,
      ['re_1', 're_2'].map((id) => ({ ...dashboardRefund(id, 100_000), refundId })),
    )
    await reconcile()
    const { refunds, left } = await list()
    expect(refunds.map(({ reference, status }) => `${reference} ${status}`).toSorted()).toEqual([
      're_1 succeeded',
      're_2 succeeded',
    ])
    expect(left).toBe(250_000)
    expect(await databaseState()).toMatchObject({ refunded: '2000.00', attention: 'partly-refunded' })
  })

  it('is sent by the job where the shop stopped before it asked', async () => {
    await shop.query(
      `insert into payment_refunds (payment_id, payment_method, amount, reason, requested_by, requested_at, next_query_at, updated_at)
       values ($1, 'stripe', 1000, 'Broken', 'administrator', $2, $2, $2)`,
      [paymentId, now],
    )
    await recoverAfter(10)
    expect(card.refunds.get(intentId)).toBeUndefined()
    await recoverAfter(30)
    expect((await list()).refunds).toMatchObject([{ status: 'succeeded', reference: 're_fake_1' }])
  })

  it('that nobody can ask Stripe for any more is given up by the owner, who gives the money back otherwise', async () => {
    await shop.query(
      `insert into payment_refunds (payment_id, payment_method, amount, reason, requested_by, requested_at, next_query_at, updated_at)
       values ($1, 'stripe', 1000, 'Broken', 'administrator', $2, $2, $2)`,
      [paymentId, now],
    )
    const { card: keys } = shop.deps.gateways
    shop.deps.gateways.card = null
    await recoverAfter(24 * 60 * 60)
    headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 24 * 60 * 60_000) })
    const [unsent] = (await list()).refunds
    expect(unsent).toMatchObject({ status: 'requested' })
    const resolve = (outcome: string) =>
      shop.app.inject({
        method: 'POST',
        url: `/api/admin/refunds/${unsent?.id}/outcome`,
        headers,
        payload: { outcome, reason: 'The account is closed' },
      })
    const guessed = await resolve('succeeded')
    expect([guessed.statusCode, guessed.json().error]).toEqual([409, expect.stringContaining('record by hand')])
    expect((await resolve('failed')).json()).toMatchObject({ status: 'failed', failureReason: 'The account is closed' })
    expect((await list()).left).toBe(450_000)
    expect(await databaseState()).toMatchObject({ attention: null, refunded: null })
    expect((await request({ way: 'manual' })).statusCode).toBe(201)
    // Nor is it sent when there are keys again.
    shop.deps.gateways.card = keys
    await recoverAfter(60 * 60)
    expect(card.refunds.get(intentId)).toBeUndefined()
    expect((await resolve('failed')).statusCode).toBe(409)
  })

  it('is flagged after three days, and the owner decides by the statement', async () => {
    card.refund = () => Promise.reject(new Error('silent'))
    const { id } = (await request()).json<RefundRecord>()
    const resolve = (outcome: string) =>
      shop.app.inject({
        method: 'POST',
        url: `/api/admin/refunds/${id}/outcome`,
        headers,
        payload: { outcome, reason: 'Stripe’s statement of November' },
      })
    for (let hours = 0; hours < 75; hours += 1) await recoverAfter(60 * 60)
    headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 24 * 60 * 60_000) })
    expect(await databaseState()).toMatchObject({ attention: 'refund-unknown' })
    expect((await resolve('succeeded')).json()).toMatchObject({ status: 'succeeded' })
    expect(await databaseState()).toMatchObject({ refunded: '1000.00', attention: null })
    expect((await resolve('failed')).statusCode).toBe(409)
  })

  describe('and that Stripe does not tell of for three days either, is left to the owner', () => {
    beforeEach(async () => {
      card.refund = () => Promise.reject(new Error('silent'))
      await request()
      card.refundsOf = () => Promise.reject(new Error('the key was revoked'))
    })
    const expectFlag = async () => expect(await databaseState()).toMatchObject({ attention: 'refund-unknown' })

    it('where it shows no list the last time', async () => {
      for (let hours = 0; hours < 75; hours += 1) await recoverAfter(60 * 60)
      await expectFlag()
    })

    it('where the shop has no keys for it any more', async () => {
      shop.deps.gateways.card = null
      for (let hours = 0; hours < 75; hours += 1) await recoverAfter(60 * 60)
      await expectFlag()
    })

    it('where the shop is killed while it asks the last time', async () => {
      const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
      card.refundsOf = () => {
        ask()
        return new Promise(() => {})
      }
      now = new Date(now.getTime() + 73 * 60 * 60_000)
      void recoverRefunds(makeContext())
      await asked
      card.refundsOf = () => Promise.reject(new Error('silent'))
      await recoverAfter(11 * 60)
      await expectFlag()
    })
  })
})

describe('what happens at Stripe', () => {
  it.each(['refund.failed', 'charge.refund.updated'])(
    'a refund that the bank sends back is undone by %s, as newer and older versions of Stripe call it',
    async (type) => {
      await request({ amount: 450_000 })
      change({ status: 'failed', failure: { code: 'declined', reason: 'Declined.' } })
      const object = { id: 're_fake_1', object: 'refund', charge: 'ch_1', payment_intent: intentId }
      await deliver({ id: 'evt_back', type, data: { object } })
      expect(await databaseState()).toMatchObject({ status: 'completed', attention: 'refund-failed', isPaid: true })
    },
  )

  it('a refund that fails afterwards is undone in the books: the order is paid again, and the owner told', async () => {
    await request({ amount: 450_000 })
    expect(await databaseState()).toMatchObject({ status: 'refunded', isPaid: false, revenue: '0.00' })
    change({ status: 'failed', failure: { code: 'expired_or_canceled_card', reason: 'The card has expired.' } })
    await reconcile()
    expect(await databaseState()).toEqual({
      status: 'completed',
      attention: 'refund-failed',
      refunded: null,
      isPaid: true,
      orderRefunded: '0.00',
      revenue: '4500.00',
      analytics: '4500.00',
    })
    expect(await list()).toMatchObject({
      left: 450_000,
      refunds: [{ status: 'failed', failureReason: 'The card has expired.' }],
    })
    expect(
      await shop.query(
        `select data->'change' as change from events where type = 'order.refunded' and subject = $1 order by id`,
        [order.id],
      ),
    ).toEqual([{ change: 4_500 }, { change: -4_500 }])
  })

  it('a refund that fails after other money paid the order is more than the order asked for', async () => {
    await request({ amount: 450_000 })
    await shop.query(
      `insert into payments (order_id, payment_method, amount, status, is_manual) values ($1, 'mpesa', 4500, 'completed', true)`,
      [order.id],
    )
    await shop.query('update orders set paid_at = $1', [now])
    change({ status: 'failed', failure: { code: 'declined', reason: 'Declined.' } })
    await reconcile()
    expect(await shop.query('select status, is_surplus from payments where id = $1', [paymentId])).toEqual([
      { status: 'completed', is_surplus: true },
    ])
  })

  it('a refund that is made in the dashboard gets a row, once, and is flagged', async () => {
    card.refunds.set(intentId, [dashboardRefund('re_1', 50_000)])
    await Promise.all([reconcile(), reconcile(), reconcile()])
    expect((await list()).refunds).toMatchObject([
      { status: 'succeeded', amount: 50_000, requestedBy: 'provider', reference: 're_1', reason: 'Made at Stripe' },
    ])
    expect(await databaseState()).toMatchObject({
      status: 'completed',
      attention: 'partly-refunded',
      refunded: '500.00',
    })
  })

  it('a refund in the dashboard that fails afterwards is told, although nobody asked for it here', async () => {
    card.refunds.set(intentId, [dashboardRefund('re_1', 450_000)])
    await reconcile()
    expect(await databaseState()).toMatchObject({ status: 'refunded', attention: null })
    await shop.query(`update orders set status = 'cancelled'`)
    change({ status: 'failed', failure: { code: 'declined', reason: 'Declined.' } })
    await reconcile()
    await reconcile()
    expect(await databaseState()).toMatchObject({ status: 'completed', attention: 'refund-failed' })
    expect(await shop.query('select what from payment_flags')).toEqual([{ what: 'refund-failed' }])
  })

  it('a refund that failed and was made after all needs nobody any more, until it fails again', async () => {
    await request()
    change({ status: 'failed', failure: { code: 'declined', reason: 'Declined.' } })
    await reconcile()
    expect(await databaseState()).toMatchObject({ attention: 'refund-failed' })
    change({ status: 'succeeded', failure: undefined })
    await reconcile()
    expect(await databaseState()).toMatchObject({ attention: null, refunded: '1000.00' })
    expect(await shop.query('select resolved_by as by, resolution from payment_flags')).toEqual([
      { by: 'shop', resolution: 'the refund succeeded' },
    ])
    change({ status: 'failed', failure: { code: 'declined', reason: 'Declined.' } })
    await reconcile()
    expect(await databaseState()).toMatchObject({ attention: 'refund-failed', refunded: null })
  })

  it('a refund in the dashboard that leaves no room ends one of ours that Stripe never made', async () => {
    card.refund = () => Promise.reject(new Error('silent'))
    await request({ amount: 100_000 })
    card.refunds.set(intentId, [dashboardRefund('re_1', 450_000)])
    await reconcile()
    const statuses = (await list()).refunds.map(({ status, amount }) => `${amount} ${status}`)
    expect(statuses.toSorted()).toEqual(['100000 failed', '450000 succeeded'])
    expect(await databaseState()).toMatchObject({ status: 'refunded', refunded: '4500.00' })
  })

  it('a refund that the owner had recorded by hand is not counted twice when Stripe lists it', async () => {
    await request({ amount: 450_000, way: 'manual' })
    expect(await databaseState()).toMatchObject({ status: 'refunded', refunded: '4500.00' })
    card.refunds.set(intentId, [dashboardRefund('re_1', 450_000)])
    await reconcile()
    expect(await databaseState()).toMatchObject({ status: 'refunded', refunded: '4500.00' })
    expect((await list()).refunds.filter(({ status }) => status === 'succeeded')).toMatchObject([{ reference: 're_1' }])
  })

  it('a refund that the owner has sent with a receipt of its own is flagged where Stripe lists as much', async () => {
    const { id } = (await request({ amount: 450_000, way: 'manual', reference: 'TKR7H2K9QX' })).json<RefundRecord>()
    card.refunds.set(intentId, [dashboardRefund('re_1', 450_000)])
    await reconcile()
    await reconcile()
    expect(await shop.query('select what, details, resolved_at as resolved from payment_flags')).toEqual([
      {
        what: 'refund-unknown',
        details: { refundId: id, refundedShillings: 4_500, receipt: 'TKR7H2K9QX' },
        resolved: null,
      },
    ])
  })

  it('a refund that the owner gave up, and that Stripe is still at, ends none that she made instead', async () => {
    card.refund = () => Promise.reject(new Error('silent'))
    const { id: refundId } = (await request({ amount: 450_000 })).json<RefundRecord>()
    await shop.app.inject({
      method: 'POST',
      url: `/api/admin/refunds/${refundId}/outcome`,
      headers,
      payload: { outcome: 'failed', reason: 'Not on the statement' },
    })
    expect((await request({ amount: 450_000, way: 'manual' })).statusCode).toBe(201)
    card.refunds.set(intentId, [{ ...dashboardRefund('re_1', 450_000), refundId, status: 'pending' }])
    await reconcile()
    expect(await databaseState()).toMatchObject({ status: 'refunded', refunded: '4500.00' })
    change({ status: 'failed', failure: { code: 'declined', reason: 'Declined.' } })
    await reconcile()
    expect(await databaseState()).toMatchObject({ status: 'refunded', refunded: '4500.00' })
  })

  it('a refund that Stripe is still at stays open and reserved until it says more', async () => {
    card.refund = async () => {
      const pending = { ...dashboardRefund('re_slow', 100_000), status: 'pending' as const }
      card.refunds.set(intentId, [pending])
      return pending
    }
    expect((await request()).json()).toMatchObject({ status: 'sent', reference: 're_slow' })
    expect((await list()).left).toBe(350_000)
    change({ status: 'succeeded' })
    await reconcile()
    expect((await list()).refunds).toMatchObject([{ status: 'succeeded', requestedBy: 'administrator' }])
  })

  it('a refund whose end comes while it is left to the owner is not hers to look at', async () => {
    const slow = { ...dashboardRefund('re_slow', 100_000), status: 'pending' as const }
    card.refund = async () => slow
    card.refunds.set(intentId, [slow])
    await request()
    const { refundsOf } = card
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const wait = (many: number) => expect.poll(() => shop.query(waits)).toHaveLength(many)
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
    const others: Promise<unknown>[] = []
    let asked = 0
    card.refundsOf = async (id) => {
      if (++asked === 1) return await refundsOf(id)
      card.refundsOf = refundsOf
      change({ status: 'succeeded' })
      // Its event waits for somebody who has the order, and the last question, without an answer, behind it.
      const other = shop.deps.orm.em.fork().transactional(async (tx) => {
        await lockPayment(tx, paymentId)
        others.push(asAnotherRequest(reconcile))
        await wait(1)
        locked()
        await wait(2)
      })
      others.push(other)
      await isLocked
      throw new Error('silent')
    }
    await recoverAfter(73 * 60 * 60)
    await Promise.all(others)
    expect(await shop.query('select status from payment_refunds')).toEqual([{ status: 'succeeded' }])
    expect(await databaseState()).toMatchObject({ status: 'completed', attention: null, refunded: '1000.00' })
  })
})

describe('a refund that is recorded by hand', () => {
  it('asks nobody and counts at once', async () => {
    const answer = await request({
      way: 'manual',
      amount: 200_000,
      restockNote: 'Two bottles back',
      reference: 'SAF123',
    })
    expect(answer.json()).toMatchObject({
      status: 'succeeded',
      isManual: true,
      receipt: 'SAF123',
      restockNote: 'Two bottles back',
    })
    expect(card.refunds.size).toBe(0)
    expect(await databaseState()).toMatchObject({ status: 'completed', attention: null, refunded: '2000.00' })
  })

  it('is the rest of a payment that the owner sets to refunded', async () => {
    await request()
    const payload = { orderId: order.id, paymentMethod: 'stripe', amount: 450_000, status: 'refunded' }
    const url = `/api/admin/payments/${paymentId}`
    expect((await shop.app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200)
    expect((await list()).refunds.map(({ amount, isManual }) => [amount, isManual]).toSorted()).toEqual([
      [100_000, false],
      [350_000, true],
    ])
    const back = await shop.app.inject({ method: 'PUT', url, headers, payload: { ...payload, status: 'completed' } })
    expect(back.json().error).toBe('This money went back to the customer. A refunded payment stays refunded.')
  })
})

describe('what came beyond the price of an order', () => {
  const call = async (method: 'POST' | 'PUT', path: string, payload: object) => {
    const answer = await shop.app.inject({ method, url: `/api/admin/payments${path}`, headers, payload })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }

  it('goes back first: the sale stays a sale, and only what went back of its price is taken off it', async () => {
    const { id, total } = await makeOrder(shop.deps.orm, { total: 2_000 })
    const paid = { orderId: id, paymentMethod: 'mpesa', amount: 2_000_000, status: 'completed' }
    const payment = await call('POST', '', { ...paid, receipt_number: 'TKMUCH0001' })
    const state = async () => {
      const [row] = await shop.query<{ refunded: number; revenue: number }>(
        'select refunded_amount::int as refunded, order_revenue(o)::int as revenue from orders o where id = $1',
        [id],
      )
      const { refundedCents, totalCents } = (await shop.app.inject({ url: `/api/orders/${id}`, headers })).json()
      return { ...row, refundedCents, totalCents }
    }
    const giveBack = (amount: number) => call('POST', `/${payment.id}/refunds`, form({ amount, way: 'manual' }))
    await giveBack(1_800_000)
    expect(await state()).toEqual({ refunded: 0, revenue: total, refundedCents: 0, totalCents: 200_000 })
    await giveBack(50_000)
    expect(await state()).toMatchObject({ refunded: 500, revenue: 1_500, refundedCents: 50_000 })
    // The owner sees that 19,000 came: 1,000 of the 2,000 were never there to stay.
    await call('PUT', `/${payment.id}`, { ...paid, amount: 1_900_000, transactionId: 'TKMUCH0001' })
    expect(await state()).toMatchObject({ refunded: 1_500, revenue: 500, refundedCents: 150_000 })
    await call('PUT', `/${payment.id}`, { ...paid, amount: 1_900_000, transactionId: 'TKMUCH0001', status: 'refunded' })
    expect(await state()).toMatchObject({ refunded: 0, revenue: 0, refundedCents: 200_000 })
    expect(
      await shop.query(
        `select (data ->> 'change')::float as change, (data ->> 'refunded')::float as refunded from events
         where type = 'order.refunded' and subject = $1 order by id`,
        [id],
      ),
    ).toEqual([
      { change: 500, refunded: 500 },
      { change: 1_000, refunded: 1_500 },
      { change: 500, refunded: 2_000 },
    ])
  })
})

describe('the database itself', () => {
  const insert = (amount: number, columns = '', values = '') =>
    shop.query(
      `insert into payment_refunds (payment_id, payment_method, amount, reason, requested_by, requested_at, updated_at${columns})
       values ($1, 'stripe', $2, 'By script', 'administrator', now(), now()${values})`,
      [paymentId, amount],
    )

  it('refuses refunds above their payment, whoever writes them and however many at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => insert(1_000)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    await expect(insert(501)).rejects.toThrow('a refund exceeds its payment')
  })

  it('refuses a second reversal, and one of a part', async () => {
    await expect(insert(100, ', is_reversal', ', true')).rejects.toThrow('a refund exceeds its payment')
    await insert(4_500, ', is_reversal', ', true')
    await shop.query(`update payment_refunds set status = 'unknown'`)
    await expect(insert(4_500, ', is_reversal', ', true')).rejects.toThrow()
  })

  it('refuses to bring a failed refund back where its amount was given to another', async () => {
    await insert(4_500, ', status, failed_at', `, 'failed', now()`)
    await insert(1_000)
    await expect(
      shop.query(
        `update payment_refunds set status = 'succeeded', failed_at = null, succeeded_at = now() where status = 'failed'`,
      ),
    ).rejects.toThrow('a refund exceeds its payment')
  })

  it('refuses to make a payment smaller than what went back, or to say that it never came', async () => {
    await insert(1_000)
    await expect(shop.query('update payments set amount = 999')).rejects.toThrow('a payment is less than its refunds')
    await expect(shop.query(`update payments set status = 'failed'`)).rejects.toThrow(
      'a payment is less than its refunds',
    )
  })
})

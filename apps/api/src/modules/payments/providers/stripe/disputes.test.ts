import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../../../testing/factories.ts'
import { charged, fakeCard } from '../../../../testing/fake-gateways.ts'

let shop: TestApp
let paymentIntent: string
let events = 0
let lines: string[] = []

beforeEach(async () => {
  const card = fakeCard()
  lines = []
  shop = await buildTestApp({
    gateways: { card: { ...card, readEvent: (body) => JSON.parse(body.toString('utf8')) } },
    env: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => lines.push(line) },
  })
  const { id: orderId } = await makeOrder(shop.deps.orm)
  const post = (url: string, payload: object) => shop.app.inject({ method: 'POST', url: `/api/${url}`, payload })
  await post('create-payment-intent', { orderId })
  for (const intent of [...card.intents.values()]) {
    paymentIntent = intent.id
    card.intents.set(intent.id, charged(intent))
    await post('payments/stripe/confirm', { orderId, paymentIntentId: intent.id })
  }
})
afterEach(() => shop[Symbol.asyncDispose]())

const begun = Date.parse('2026-11-21T09:00:00Z') / 1000
const day = 86_400

interface DisputeEvent {
  type: 'created' | 'updated' | 'funds_withdrawn' | 'funds_reinstated' | 'closed'
  status: string
  /** Days after the first. */
  on?: number
  /** Days after the first until which the bank waits. */
  due?: number
  taken?: number[]
  currency?: string
}

async function report({ type, status, on = 0, due = 14, taken = [], currency = 'kes' }: DisputeEvent): Promise<void> {
  const object = {
    id: 'dp_1',
    object: 'dispute',
    payment_intent: paymentIntent,
    charge: 'ch_link',
    status,
    reason: 'fraudulent',
    amount: 450_000,
    currency,
    evidence_details: { due_by: begun + due * day },
    balance_transactions: taken.map((amount) => ({ amount })),
  }
  await deliver({ type: `charge.dispute.${type}`, created: begun + on * day, data: { object } })
}

async function deliver(event: object): Promise<void> {
  const payload = { id: `evt_${++events}`, ...event }
  await shop.app.inject({ method: 'POST', url: '/api/hooks/stripe', headers: { 'stripe-signature': 'good' }, payload })
  await expect
    .poll(
      async () =>
        await shop.query(`select from webhook_events where processed_at is null and outcome is distinct from 'waits'`),
    )
    .toEqual([])
}

interface Flag {
  id: number
  what: string
  details: Record<string, unknown>
  resolution: string | null
}
const flags = () => shop.query<Flag>('select id, what, details, resolution from payment_flags order by id')
const open = async () =>
  (await flags()).filter(({ resolution }) => resolution === null).map(({ what, details }) => [what, details.status])

/** The owner resolves the open flag. */
async function seeTo({ status }: DisputeEvent): Promise<void> {
  const flag = (await flags()).find(({ resolution }) => resolution === null)
  expect(flag?.details).toMatchObject({ status })
  const [payment] = await shop.query<{ id: string }>('select id from payments')
  const url = `/api/admin/payments/${payment?.id}/flags/${flag?.id}`
  const payload = { resolution: 'Sent the courier’s receipt' }
  const headers = await logIn(shop.deps.orm)
  expect((await shop.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
}

it('in another currency names no shillings', async () => {
  await report({ type: 'created', status: 'needs_response', currency: 'usd' })
  expect(await flags()).toMatchObject([
    { details: { amountShillings: null, currency: 'USD', smallestUnits: 450_000, status: 'needs_response' } },
  ])
})

it('of a charge that no form of the shop made, which the owner assigned to an order, is told as any other', async () => {
  await shop.query(`update payments set provider_reference = null, provider_receipt = 'ch_link'`)
  paymentIntent = 'pi_link'
  await report({ type: 'created', status: 'needs_response' })
  expect(await open()).toEqual([['disputed', 'needs_response']])
})

it('that cannot be read is the owner’s to look up, and those that can are told beside it', async () => {
  const object = { id: 'dp_1', object: 'dispute', payment_intent: paymentIntent, state: 'of another version' }
  await deliver({ type: 'charge.dispute.created', created: begun, data: { object } })
  expect(await flags()).toMatchObject([
    { what: 'disputed', details: { status: 'unreadable', reference: 'dp_1' }, resolution: null },
  ])
  await report({ type: 'updated', status: 'needs_response', on: 1 })
  expect(await open()).toEqual([
    ['disputed', 'unreadable'],
    ['disputed', 'needs_response'],
  ])
})

/** The course of a dispute as Stripe tells it. */
const created: DisputeEvent = { type: 'created', status: 'needs_response' }
const withdrawn: DisputeEvent = { type: 'funds_withdrawn', status: 'needs_response', taken: [-450_000] }
const extended: DisputeEvent = { type: 'updated', status: 'needs_response', on: 1, due: 20, taken: [-450_000] }
const answered: DisputeEvent = { type: 'updated', status: 'under_review', on: 2, due: 20, taken: [-450_000] }
const lost: DisputeEvent = { type: 'closed', status: 'lost', on: 30, taken: [-450_000] }
const won: DisputeEvent = { type: 'closed', status: 'won', on: 30, taken: [-450_000] }
const reinstated: DisputeEvent = { type: 'funds_reinstated', status: 'won', on: 30, taken: [-450_000, 450_000] }

describe('a card payment that the bank disputes', () => {
  it('is a security event of the log when it is opened, changes and is lost, once each', async () => {
    for (const event of [created, created, answered, lost, lost]) await report(event)
    const security = lines.map((line) => JSON.parse(line)).filter((line) => line.security)
    expect(security.map(({ security, state, level }) => [security, state, level])).toEqual([
      ['dispute', 'open', 40],
      ['dispute', 'open', 40],
      ['dispute', 'lost', 40],
    ])
    const [payment] = await shop.query<{ id: string }>('select id from payments')
    expect(new Set(security.map(({ paymentId }) => paymentId))).toEqual(new Set([payment?.id]))
  })

  it('is flagged with the reason, the amount, the day to answer by and what became of the money', async () => {
    await report(created)
    await report(withdrawn)
    const [first, second] = await flags()
    expect(first).toMatchObject({ what: 'disputed', resolution: 'replaced by a later report on this dispute' })
    expect(second).toMatchObject({
      what: 'disputed',
      resolution: null,
      details: {
        disputeId: 'dp_1',
        status: 'needs_response',
        reason: 'fraudulent',
        amountShillings: 4_500,
        answerBy: '2026-12-05T09:00:00.000Z',
        money: 'withdrawn',
      },
    })
  })

  it('shows the new day when the bank gives more time, and none once the shop has answered', async () => {
    for (const event of [created, withdrawn, extended]) await report(event)
    expect((await flags()).at(-1)?.details).toMatchObject({ answerBy: '2026-12-11T09:00:00.000Z' })
    await report(answered)
    expect((await flags()).at(-1)?.details).toMatchObject({ status: 'under_review', answerBy: null })
    expect(await open()).toEqual([['disputed', 'under_review']])
  })

  it('needs nobody again who has answered, until the bank asks again or decides', async () => {
    await report(created)
    await seeTo(created)
    await report(answered)
    expect(await open()).toEqual([])
    await report({ ...extended, on: 5 })
    expect(await open()).toEqual([['disputed', 'needs_response']])
    await report(lost)
    expect(await open()).toEqual([['dispute-lost', 'lost']])
  })

  it('needs nobody again by an older report that arrives after a newer one, of which nobody had to be told', async () => {
    await report(created)
    await seeTo(created)
    await report(answered)
    await report(extended)
    expect(await open()).toEqual([])
  })

  it('still has to be answered where an older report says that it was, and arrives after one like the first', async () => {
    for (const event of [created, { ...created, on: 5 }, { ...answered, on: 2 }]) await report(event)
    expect(await open()).toEqual([['disputed', 'needs_response']])
    await seeTo(created)
    await report({ ...answered, on: 6 })
    expect(await open()).toEqual([])
  })

  it('is flagged by an older report while a newer one waits, which may never be settled', async () => {
    await report(created)
    await seeTo(created)
    await report(answered)
    await shop.query(
      `update webhook_events set processed_at = null, outcome = 'waits', next_attempt_at = now() + interval '1 day'
       where body like '%under_review%'`,
    )
    await report(extended)
    expect(await open()).toEqual([['disputed', 'needs_response']])
  })

  it('stays completed when the dispute is lost, and flagged', async () => {
    for (const event of [created, withdrawn, lost]) await report(event)
    expect(await open()).toEqual([['dispute-lost', 'lost']])
    expect(await shop.query('select status, refunded_amount from payments')).toEqual([
      { status: 'completed', refunded_amount: null },
    ])
  })

  it('needs somebody again when a dispute that was lost is appealed', async () => {
    for (const event of [created, lost]) await report(event)
    await report({ type: 'updated', status: 'appeal_needs_response', on: 31 })
    expect(await open()).toEqual([['disputed', 'appeal_needs_response']])
    await report({ type: 'closed', status: 'won', on: 60 })
    expect(await open()).toEqual([])
  })

  it.each(['warning_closed', 'prevented'])(
    'needs nobody any more after an inquiry that ended as %s',
    async (status) => {
      await report({ type: 'created', status: 'warning_needs_response' })
      expect(await open()).toEqual([['disputed', 'warning_needs_response']])
      expect((await flags()).at(-1)?.details).toMatchObject({ money: null })
      await report({ type: 'updated', status: 'warning_under_review', on: 1 })
      await report({ type: 'closed', status, on: 2 })
      expect(await open()).toEqual([])
    },
  )

  it('is lost where it was prevented by taking the money', async () => {
    await report({ type: 'created', status: 'prevented', taken: [-450_000] })
    expect(await open()).toEqual([['dispute-lost', 'prevented']])
    expect((await flags()).at(-1)?.details).toMatchObject({ money: 'withdrawn' })
  })

  it('is flagged again when the inquiry becomes a dispute after all', async () => {
    await report({ type: 'created', status: 'warning_needs_response' })
    await report({ type: 'closed', status: 'warning_closed', on: 2 })
    await report({ type: 'updated', status: 'needs_response', on: 3 })
    expect(await open()).toEqual([['disputed', 'needs_response']])
  })
})

describe('a refund of a disputed card payment', () => {
  let headers: { cookie: string }
  let paymentId: string
  beforeEach(async () => {
    headers = await logIn(shop.deps.orm)
    paymentId = (await shop.query<{ id: string }>('select id from payments'))[0]?.id ?? ''
  })

  const form = { amount: 100_000, reason: 'The bottle was broken' }
  const ask = (way: 'provider' | 'manual' = 'provider') =>
    shop.app.inject({
      method: 'POST',
      url: `/api/admin/payments/${paymentId}/refunds`,
      headers,
      payload: { ...form, way },
    })
  const refused = /^The customer’s bank disputes this payment/

  it('is refused on both transports while the dispute is open, and the list says why', async () => {
    for (const event of [created, withdrawn]) await report(event)
    const answer = await ask()
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'CONFLICT', error: expect.stringMatching(refused) })
    const url = '/trpc/admin.refunds.request'
    const payload = { ...form, way: 'provider', id: paymentId }
    const overTrpc = await shop.app.inject({ method: 'POST', url, headers, payload })
    expect(overTrpc.statusCode).toBe(409)
    expect(overTrpc.json().error.message).toMatch(refused)
    expect(await shop.query('select from payment_refunds')).toEqual([])
    const list = await shop.app.inject({ url: `/api/admin/payments/${paymentId}/refunds`, headers })
    expect(list.json().provider.unavailable).toMatch(refused)
  })

  it('stays refused though the owner has seen to the flag', async () => {
    await report(created)
    const flagId = (await flags())[0]?.id
    const url = `/api/admin/payments/${paymentId}/flags/${flagId}`
    await shop.app.inject({ method: 'POST', url, headers, payload: { resolution: 'Sent the bank the receipt' } })
    expect(await open()).toEqual([])
    expect((await ask()).statusCode).toBe(409)
  })

  it('is made again once the shop has won, and during an inquiry', async () => {
    await report({ type: 'created', status: 'warning_needs_response' })
    expect((await ask()).statusCode).toBe(201)
    await report({ type: 'updated', status: 'needs_response', on: 1 })
    expect((await ask()).statusCode).toBe(409)
    await report(won)
    expect((await ask()).statusCode).toBe(201)
  })

  it('may be recorded that was made elsewhere', async () => {
    await report(created)
    expect((await ask('manual')).statusCode).toBe(201)
  })
})

describe('events of a dispute, in any order and twice', () => {
  const courses = [
    { events: [created, withdrawn, lost], ends: [['dispute-lost', 'lost']] },
    { events: [created, answered, won, reinstated], ends: [] },
    { events: [created, withdrawn, extended], ends: [['disputed', 'needs_response']] },
  ]
  const orders = courses.flatMap(({ events, ends }) => permutations(events).map((order) => ({ order, ends })))
  it.each(orders.map(({ order, ends }) => ({ types: order.map(({ type }) => type).join(', '), order, ends })))(
    '$types: leave the same flags open',
    async ({ order, ends }) => {
      for (const event of [...order, ...order]) await report(event)
      expect(await open()).toEqual(ends)
      const last = (await flags()).findLast(({ what }) => what === (ends[0]?.[0] ?? 'disputed'))
      if (ends[0]?.[1] === 'needs_response') {
        expect(last?.details).toMatchObject({ answerBy: '2026-12-11T09:00:00.000Z' })
      }
    },
  )
})

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, nth) => permutations(items.toSpliced(nth, 1)).map((rest) => [item, ...rest]))
}

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import { charged, fakeCard } from '../../../testing/fake-gateways.ts'
import { providerOf } from '../providers/registry.ts'
import { retryWebhookEvents } from './retry-webhook-events.ts'

const HOUR_MS = 3_600_000
const start = new Date('2026-11-21T09:00:00Z')
let now: Date
let shop: TestApp
let looked = 0
let answerLookUp: () => Promise<void>
const card = fakeCard()

beforeEach(async () => {
  now = start
  looked = 0
  answerLookUp = async () => undefined
  const read = async (id: string) => {
    looked++
    await answerLookUp()
    return await card.read(id)
  }
  const readEvent = (body: Buffer) => JSON.parse(body.toString('utf8'))
  shop = await buildTestApp({ gateways: { card: { ...card, read, readEvent } }, clock: () => now })
})
afterEach(() => shop[Symbol.asyncDispose]())

const silentLog = () => Object.assign(Object.create(shop.app.log), { error: () => undefined })
const run = (method: 'mpesa' | 'stripe' = 'mpesa') =>
  retryWebhookEvents(jobContext({ ...shop.deps, log: silentLog() }), providerOf(method))
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

let receipts = 0
const success = () =>
  JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: 'm',
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: {
          Item: [
            { Name: 'MpesaReceiptNumber', Value: `TKW${String(++receipts).padStart(7, '0')}` },
            { Name: 'Amount', Value: 4_500 },
          ],
        },
      },
    },
  })

const store = async (gateway: 'mpesa' | 'stripe', paymentId: string | null, body: string) => {
  const [{ id } = { id: '' }] = await shop.query<{ id: string }>(
    `insert into webhook_events (gateway, event_id, payment_id, body, received_at, next_attempt_at)
     values ($1, gen_random_uuid()::text, $2, $3, $4, $4) returning id`,
    [gateway, paymentId, body, now],
  )
  return id
}
/** A success of a payment that is nowhere: settling it throws. */
const storePoisoned = () => store('mpesa', randomUUID(), success())
const attempt = async () => await makePayment(shop.deps.orm, await makeOrder(shop.deps.orm))
const eventOf = async (id: string) =>
  (
    await shop.query<{ attempts: number; nextAt: Date | null; isProcessed: boolean }>(
      `select attempts, next_attempt_at as "nextAt", processed_at is not null as "isProcessed" from webhook_events where id = $1`,
      [id],
    )
  )[0]

/** Runs the job at each time that is planned for the event, until nothing is planned; answers the pauses. */
async function untilSetAside(id: string, method: 'mpesa' | 'stripe' = 'mpesa'): Promise<number[]> {
  const pauses: number[] = []
  for (;;) {
    await run(method)
    const event = await eventOf(id)
    if (!event?.nextAt) return pauses
    pauses.push(event.nextAt.getTime() - now.getTime())
    now = event.nextAt
  }
}

const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date('2027-01-01') })
  return await shop.app.inject({ method, url: `/api/admin/${url}`, headers, ...(payload && { payload }) })
}

describe('webhook events that cannot be processed', () => {
  it('do not stand before those that can: 10 behind a thousand are processed by the next run', async () => {
    await shop.query(
      `insert into webhook_events (gateway, event_id, payment_id, body, received_at, next_attempt_at)
       select 'mpesa', 'poison ' || n, gen_random_uuid(), $1, $2, $2 from generate_series(1, 1000) n`,
      [success(), now],
    )
    later(1_000)
    const payments = []
    for (let n = 0; n < 10; n++) {
      const { id } = await attempt()
      await store('mpesa', id, success())
      payments.push(id)
    }
    later(10_000)
    await run()
    const paid = await shop.query(`select from payments where id = any($1) and status = 'completed'`, [payments])
    expect(paid).toHaveLength(10)
    expect(await shop.query('select from webhook_events where processed_at is null and attempts = 1')).toHaveLength(
      1_000,
    )
  })

  it('are tried again after pauses that grow from seconds to hours for three days, then set aside', async () => {
    const id = await storePoisoned()
    const pauses = await untilSetAside(id)
    expect(pauses[0]).toBe(5_000)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses.at(-1)).toBe(6 * HOUR_MS)
    expect(now.getTime() - start.getTime()).toBeGreaterThan(72 * HOUR_MS)
    expect(now.getTime() - start.getTime()).toBeLessThan(80 * HOUR_MS)
    later(1_000 * HOUR_MS)
    await run()
    expect(await eventOf(id)).toEqual({ attempts: pauses.length + 1, nextAt: null, isProcessed: false })
  })

  it('are not tried again while nothing is planned yet', async () => {
    const id = await storePoisoned()
    await run()
    later(4_000)
    await run()
    expect(await eventOf(id)).toMatchObject({ attempts: 1 })
  })

  it('do not keep those of another provider waiting, even while theirs does not answer', async () => {
    const { id } = await attempt()
    await storeCardEvent()
    await store('mpesa', id, success())
    const answer = Promise.withResolvers<void>()
    answerLookUp = () => answer.promise
    const cards = run('stripe')
    await run('mpesa')
    expect(await shop.query(`select from payments where id = $1 and status = 'completed'`, [id])).toHaveLength(1)
    answer.resolve()
    await cards
  })
})

async function storeCardEvent() {
  const { id: orderId } = await makeOrder(shop.deps.orm)
  await shop.app.inject({ method: 'POST', url: '/api/create-payment-intent', payload: { orderId } })
  const intent = [...card.intents.values()].at(-1)
  if (!intent) throw new Error('no intent was made')
  card.intents.set(intent.id, charged(intent))
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    type: 'payment_intent.succeeded',
    data: { object: { id: intent.id, object: 'payment_intent' } },
  })
  looked = 0
  return { eventId: await store('stripe', null, body), orderId }
}

describe('while the shop has no keys for a provider, an event that waits', () => {
  const withoutKeys = async (work: () => Promise<unknown>) => {
    const { gateways } = shop.deps
    const keys = gateways.card
    gateways.card = null
    await work()
    gateways.card = keys
  }

  it('for an answer of the provider goes on waiting', async () => {
    const { eventId, orderId } = await storeCardEvent()
    await withoutKeys(() => run('stripe'))
    expect(await eventOf(eventId)).toMatchObject({ attempts: 1, isProcessed: false })
    later(10_000)
    await run('stripe')
    expect(await eventOf(eventId)).toMatchObject({ isProcessed: true })
    expect(await shop.query('select from orders where id = $1 and paid_at is not null', [orderId])).toHaveLength(1)
  })

  it('and says all itself, as of a dispute, counts', async () => {
    await storeCardEvent()
    await run('stripe')
    const payment_intent = [...card.intents.values()].at(-1)?.id
    const object = { id: 'dp_1', object: 'dispute', payment_intent, status: 'needs_response', amount: 450_000 }
    const created = now.getTime() / 1_000
    await store('stripe', null, JSON.stringify({ type: 'charge.dispute.created', created, data: { object } }))
    await withoutKeys(() => run('stripe'))
    expect(await shop.query('select what from payment_flags')).toEqual([{ what: 'disputed' }])
  })
})

describe('one webhook event', () => {
  it('is never processed twice at once, whoever runs', async () => {
    const { eventId } = await storeCardEvent()
    const answer = Promise.withResolvers<void>()
    answerLookUp = () => answer.promise
    const first = run('stripe')
    await expect.poll(() => looked).toBe(1)
    later(10_000)
    await Promise.all([run('stripe'), run('stripe')])
    expect(looked).toBe(1)
    answer.resolve()
    await first
    await run('stripe')
    expect(looked).toBe(1)
    expect(await eventOf(eventId)).toEqual({ attempts: 1, nextAt: null, isProcessed: true })
  })

  it('whose process died on the way is taken up by another run', async () => {
    const { eventId } = await storeCardEvent()
    await shop.query('update webhook_events set attempts = 1, next_attempt_at = $1', [new Date(now.getTime() + 40_000)])
    later(39_000)
    await run('stripe')
    expect(await eventOf(eventId)).toMatchObject({ isProcessed: false })
    later(2_000)
    await run('stripe')
    expect(await eventOf(eventId)).toMatchObject({ attempts: 2, isProcessed: true })
  })

  it('is set aside, not run for ever, where it ends every process that tries', async () => {
    const id = await storePoisoned()
    await shop.query('update webhook_events set attempts = 1000')
    await run()
    expect(await eventOf(id)).toMatchObject({ nextAt: null, isProcessed: false })
  })
})

describe('a webhook event that was set aside', () => {
  const flags = () => shop.query('select what, details, resolved_by as by from payment_flags order by id')

  async function setCardEventAside() {
    const stored = await storeCardEvent()
    answerLookUp = () => Promise.reject(new Error('Stripe is silent'))
    await untilSetAside(stored.eventId, 'stripe')
    return stored
  }

  it('flags its payment, and is processed when the owner retries it, which answers the flag', async () => {
    const { eventId } = await setCardEventAside()
    const details = { webhookEvent: eventId }
    expect(await flags()).toEqual([{ what: 'webhook-failed', details, by: null }])
    expect((await call('POST', `webhook-events/${eventId}/retry`)).json()).toEqual({ state: 'set-aside' })
    expect(await flags()).toHaveLength(1)

    answerLookUp = async () => undefined
    const answers = await Promise.all([1, 2].map(() => call('POST', `webhook-events/${eventId}/retry`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await call('POST', `webhook-events/${eventId}/retry`)).json()).toEqual({ state: 'processed' })
    expect(await flags()).toEqual([{ what: 'webhook-failed', details, by: 'shop' }])
    expect(await shop.query(`select from payments where status = 'completed'`)).toHaveLength(1)
    const notes = await shop.query<{ note: string }>('select note from payment_events where note is not null')
    expect(notes.map(({ note }) => note)).toEqual(
      expect.arrayContaining(['flagged: webhook-failed', 'resolved webhook-failed: the message was processed']),
    )
  })

  it('is listed for the owner, also where nobody knows its payment', async () => {
    const { eventId, orderId } = await setCardEventAside()
    const cardTime = start.toISOString()
    const [{ order_number: orderNumber } = { order_number: '' }] = await shop.query<{ order_number: string }>(
      'select order_number from orders where id = $1',
      [orderId],
    )
    const unknown = await store('mpesa', randomUUID(), success())
    const received = now.toISOString()
    await untilSetAside(unknown)
    expect((await call('GET', 'overview')).json()).toMatchObject({ webhookEventsSetAside: 2 })
    expect((await call('GET', 'webhook-events')).json()).toEqual({
      events: [
        { id: unknown, paymentMethod: 'mpesa', receivedAt: received, attempts: expect.any(Number), orderNumber: null },
        { id: eventId, paymentMethod: 'stripe', receivedAt: cardTime, attempts: expect.any(Number), orderNumber },
      ],
      dismissed: [],
    })
  })

  it('is dismissed with a reason: never tried again, its flag resolved, and its trace kept', async () => {
    const { eventId } = await setCardEventAside()
    const unknown = await store('mpesa', randomUUID(), success())
    await untilSetAside(unknown)
    const dismiss = (id: string, reason: string) => call('POST', `webhook-events/${id}/dismiss`, { reason })
    expect((await dismiss(eventId, ' ')).statusCode).toBe(400)
    for (const [id, reason] of [
      [eventId, 'Stripe says it was a test'],
      [unknown, 'No such sale'],
    ] as const) {
      expect((await dismiss(id, reason)).json()).toEqual({ state: 'dismissed' })
    }
    expect((await dismiss(eventId, 'Another reason')).json()).toEqual({ state: 'dismissed' })
    expect((await call('POST', `webhook-events/${eventId}/retry`)).json()).toEqual({ state: 'dismissed' })

    expect(await flags()).toEqual([{ what: 'webhook-failed', details: { webhookEvent: eventId }, by: 'administrator' }])
    const [note] = await shop.query<{ note: string; source: string }>(
      `select note, source from payment_events where note like 'resolved %'`,
    )
    expect(note).toEqual({
      note: 'resolved webhook-failed: the message was dismissed: Stripe says it was a test',
      source: 'administrator',
    })
    expect((await call('GET', 'overview')).json()).toMatchObject({ webhookEventsSetAside: 0 })
    expect((await call('GET', 'webhook-events')).json()).toMatchObject({
      events: [],
      dismissed: expect.arrayContaining([
        expect.objectContaining({ id: eventId, reason: 'Stripe says it was a test' }),
        expect.objectContaining({ id: unknown, reason: 'No such sale', orderNumber: null }),
      ]),
    })
  })

  it('is not dismissed while somebody tries it', async () => {
    const { eventId } = await setCardEventAside()
    const { promise: answer, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    answerLookUp = () => {
      isAsked()
      return answer
    }
    const retried = call('POST', `webhook-events/${eventId}/retry`)
    await asked
    const dismissed = await call('POST', `webhook-events/${eventId}/dismiss`, { reason: 'Not needed' })
    expect(dismissed.json()).toEqual({ state: 'waiting' })
    letGo()
    expect((await retried).json()).toEqual({ state: 'processed' })
    expect(await flags()).toMatchObject([{ by: 'shop' }])
  })

  it('is not found under an id that nothing has', async () => {
    expect((await call('POST', `webhook-events/${randomUUID()}/retry`)).statusCode).toBe(404)
    const reason = { reason: 'Not needed' }
    expect((await call('POST', `webhook-events/${randomUUID()}/dismiss`, reason)).statusCode).toBe(404)
  })
})

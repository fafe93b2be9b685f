import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts'
import { makeOrder } from '../../../../testing/factories.ts'
import { charged, fakeCard } from '../../../../testing/fake-gateways.ts'

let shop: TestApp
let paymentIntent: string
let events = 0

beforeEach(async () => {
  const card = fakeCard()
  shop = await buildTestApp({ gateways: { card: { ...card, readEvent: (body) => JSON.parse(body.toString('utf8')) } } })
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

async function report(type: string, dispute: object = {}) {
  const object = { id: 'dp_1', object: 'dispute', payment_intent: paymentIntent, ...dispute }
  const payload = { id: `evt_${++events}`, type: `charge.dispute.${type}`, data: { object } }
  await shop.app.inject({ method: 'POST', url: '/api/hooks/stripe', headers: { 'stripe-signature': 'good' }, payload })
  await expect.poll(async () => await shop.query('select from webhook_events where processed_at is null')).toEqual([])
}

const flags = () =>
  shop.query<Record<'what' | 'note' | 'resolution', string | null>>(
    'select what, note, resolution from payment_flags order by id',
  )

describe('a card payment that the bank disputes', () => {
  it('is flagged once, with the reason, the amount and the day to answer by', async () => {
    const details = { amount: 450_000, reason: 'fraudulent', evidence_details: { due_by: 1_796_083_200 } }
    await report('created', details)
    await report('updated', { ...details, status: 'under_review' })
    expect(await flags()).toEqual([
      {
        what: 'disputed',
        note: 'the customer’s bank disputes the charge; reason: fraudulent; amount: Ksh 4500; answer until 2026-12-01',
        resolution: null,
      },
    ])
  })

  it('stays flagged when the dispute is lost', async () => {
    await report('created')
    await report('funds_withdrawn')
    await report('closed', { status: 'lost' })
    expect((await flags()).map(({ what, resolution }) => [what, resolution])).toEqual([
      ['disputed', null],
      ['dispute-lost', null],
    ])
  })

  it('is flagged where the money was taken before anybody told of a dispute', async () => {
    await report('funds_withdrawn')
    expect(await flags()).toMatchObject([{ what: 'disputed', note: 'the bank has taken the money for now' }])
  })

  it.each([
    ['in order', ['created', 'closed']],
    ['out of order', ['closed', 'created']],
  ])('needs nobody any more once the dispute is won, told %s', async (_what, types) => {
    for (const type of types) await report(type, { status: type === 'closed' ? 'won' : 'needs_response' })
    expect(await flags()).toMatchObject([
      { what: 'disputed', resolution: 'the dispute was closed in favour of the shop' },
    ])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeOrder } from '../../../testing/factories.ts'
import { charged, fakeCard } from '../../../testing/fake-gateways.ts'
import type { CardIntent } from '../providers/stripe/card-intent.ts'
import { stripeProvider } from '../providers/stripe/provider.ts'
import { recoverPayments } from './recover-payments.ts'

const DAY = 24 * 60 * 60
let shop: TestApp
let card: ReturnType<typeof fakeCard>
let now: Date

beforeEach(async () => {
  card = fakeCard()
  now = new Date()
  shop = await buildTestApp({ gateways: { card }, clock: () => now })
})
afterEach(() => shop[Symbol.asyncDispose]())

async function recoverAfter(seconds: number) {
  now = new Date(now.getTime() + seconds * 1_000)
  await recoverPayments(jobContext({ ...shop.deps, log: shop.app.log }), stripeProvider)
}

/** Opens the card form of a new order; how to open it again, and its intent. */
async function openForm() {
  const { id: orderId } = await makeOrder(shop.deps.orm)
  const open = () => shop.app.inject({ method: 'POST', url: '/api/create-payment-intent', payload: { orderId } })
  await open()
  return { open, intent: [...card.intents.values()].at(-1) as CardIntent }
}

/** Stripe needs a second to answer the next question, in which something happens. */
function whileStripeIsAsked(happens: () => Promise<unknown>, answer: (id: string) => Promise<CardIntent> = card.read) {
  const { read } = card
  card.read = async (id) => {
    card.read = read
    const answered = answer(id)
    await Promise.allSettled([answered])
    now = new Date(now.getTime() + 1_000)
    await happens()
    return await answered
  }
}

const payments = () =>
  shop.query('select status, attention, next_query_at is not null as "isAsked", processing_fee as fee from payments')

describe('a card form that is opened again while Stripe is asked about it', () => {
  it.each([
    ['a day', 1],
    ['three days, when the questions end', 3.1],
  ])('is asked about a minute later, also after %s', async (_after, days) => {
    const { open, intent } = await openForm()
    whileStripeIsAsked(open)
    await recoverAfter(days * DAY)
    // The shopper pays; no event of it comes.
    card.intents.set(intent.id, { ...charged(intent), feeCents: 13_050 })
    await recoverAfter(61)
    expect(await payments()).toEqual([{ status: 'completed', attention: null, isAsked: false, fee: '130.50' }])
  })

  it.each([
    ['three days', 3.1],
    ['a month', 31],
  ])('worries nobody where Stripe did not answer after %s, and is asked about a minute later', async (_after, days) => {
    const { open, intent } = await openForm()
    whileStripeIsAsked(open, () => Promise.reject(new Error('silent')))
    await recoverAfter(days * DAY)
    expect(await payments()).toMatchObject([{ status: 'pending', attention: null, isAsked: true }])
    card.intents.set(intent.id, { ...charged(intent), feeCents: 13_050 })
    await recoverAfter(61)
    expect(await payments()).toEqual([{ status: 'completed', attention: null, isAsked: false, fee: '130.50' }])
  })
})

it('has its fee by itself, where the last question of three days found it paid and Stripe books the fee later', async () => {
  const { intent } = await openForm()
  card.intents.set(intent.id, charged(intent))
  await recoverAfter(3.1 * DAY)
  card.intents.set(intent.id, { ...charged(intent), feeCents: 13_050 })
  await recoverAfter(61)
  expect(await payments()).toEqual([{ status: 'completed', attention: null, isAsked: false, fee: '130.50' }])
})

it('is planned again as any other where a statement of the database planned it, to the microsecond', async () => {
  await openForm()
  await shop.query(`update payments set next_query_at = date_trunc('second', now()) - interval '0.123456 seconds'`)
  await recoverAfter(1)
  const planned = await shop.query('select from payments where next_query_at > $1', [now])
  expect(planned).toHaveLength(1)
})

import type { TransactionList } from '@marashi/domain/contracts/admin-transactions'
import { nairobiDay } from '@marashi/domain/rules/nairobi-time'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { armFaultPoint } from '../../../fault-points.ts'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'
import { charged, dashboardRefund, fakeCard } from '../../../testing/fake-gateways.ts'
import type { LedgerLine } from '../providers/provider-ledger.ts'
import { providerOf } from '../providers/registry.ts'
import type { CardIntent } from '../providers/stripe/card-intent.ts'
import { recoverPayments } from '../recovery/recover-payments.ts'
import { retryWebhookEvents } from '../webhooks/retry-webhook-events.ts'
import { matchTransactions } from './match-transactions.ts'

const MINUTE_MS = 60_000

let shop: TestApp
let card: ReturnType<typeof fakeCard>
let headers: { cookie: string }
let now: Date
let orderId: string
let intent: CardIntent

beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00Z')
  card = fakeCard()
  shop = await buildTestApp({ gateways: { card }, clock: () => now })
  await startSession()
  orderId = (await makeOrder(shop.deps.orm)).id
  const payload = { orderId }
  await shop.app.inject({ method: 'POST', url: '/api/create-payment-intent', payload })
  // The card is charged; the webhook is lost, and the browser is closed before it confirms.
  intent = charged([...card.intents.values()][0] as CardIntent)
  card.intents.set(intent.id, intent)
})
afterEach(() => shop[Symbol.asyncDispose]())

async function startSession(): Promise<void> {
  headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 24 * 60 * MINUTE_MS) })
}
const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
const send = (url: string, payload?: object, more: object = {}) =>
  shop.app.inject({
    method: payload ? 'POST' : 'GET',
    url: `/api/admin/${url}`,
    headers: { ...headers, ...more },
    ...(payload && { payload }),
  })
const line = (change: Partial<LedgerLine> = {}): LedgerLine => ({
  reference: 'txn_1',
  kind: 'payment',
  amountCents: 450_000,
  feeCents: 130,
  netCents: 3_370,
  balanceCurrency: 'USD',
  occurredAt: now,
  account: null,
  payerName: null,
  payerPhone: null,
  description: 'charge',
  relatedReference: intent.chargeId ?? null,
  paymentReference: intent.id,
  ...change,
})
/** The shop reads Stripe's list, a quarter of an hour later. */
async function readList(...lines: LedgerLine[]): Promise<void> {
  card.balance.push(...lines)
  const day = nairobiDay(now)
  now = new Date(now.getTime() + 15 * MINUTE_MS)
  expect((await send('cash-up/check', { day })).statusCode).toBe(200)
}
const unmatched = async () => (await send('transactions')).json<TransactionList>().transactions
const assign = async (to = orderId, more: object = {}) =>
  await send(`transactions/${(await unmatched())[0]?.id}/assign`, { orderId: to }, more)
/** As a program sends it (docs/behaviour.md#repeated-requests). */
const underKey = { 'idempotency-key': 'once' }
async function recoverAfter(ms: number): Promise<void> {
  now = new Date(now.getTime() + ms)
  await recoverPayments(ctx(), providerOf('stripe'))
}
const payments = () =>
  shop.query<{ orderId: string }>(
    `select order_id as "orderId", status, attention, provider_receipt as receipt, stripe_charge_id as charge from payments order by created_at`,
  )
const paidOnce = () => [
  { orderId, status: 'completed', attention: null, receipt: intent.chargeId, charge: intent.chargeId },
]

describe('a card that was charged, and whose list the shop reads before it has heard of it', () => {
  it('is booked once where the owner assigns the line to its order', async () => {
    await readList(line())
    expect((await assign()).statusCode).toBe(200)
    expect(await payments()).toEqual(paidOnce())
    await recoverAfter(60 * MINUTE_MS)
    expect(await payments()).toEqual(paidOnce())
    expect(await unmatched()).toEqual([])
  })

  it('is booked once where Stripe is silent when the owner assigns it', async () => {
    await readList(line())
    const { read } = card
    card.read = () => Promise.reject(new Error('silent'))
    expect((await assign()).statusCode).toBe(200)
    expect(await payments()).toEqual(paidOnce())
    card.read = read
    await shop.app.inject({
      method: 'POST',
      url: '/api/payments/stripe/confirm',
      payload: { orderId, paymentIntentId: intent.id },
    })
    await recoverAfter(60 * MINUTE_MS)
    expect(await payments()).toEqual(paidOnce())
  })

  it.each(['answers', 'is silent'])('is assigned to no other order, while Stripe %s', async (how) => {
    await readList(line())
    if (how === 'is silent') card.read = () => Promise.reject(new Error('silent'))
    const other = await makeOrder(shop.deps.orm)
    const answer = await assign(other.id)
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      expect.stringMatching(
        /was paid for order MR\d+\. Assign it to that one\. If the customer meant another order, give it back there and ask for the money again\.$/,
      ),
    ])
    expect((await payments()).filter((payment) => payment.orderId === other.id)).toEqual([])
  })

  it('is asked about as soon as the list was read, also days after the shop had given up', async () => {
    card.read = async () => ({ ...intent, status: 'requires_payment_method' })
    await recoverAfter(73 * 60 * MINUTE_MS)
    expect(await shop.query('select next_query_at as next from payments')).toEqual([{ next: null }])
    card.read = async () => intent
    await startSession()
    await readList(line())
    await recoverAfter(0)
    await matchTransactions(ctx())
    expect(await payments()).toEqual(paidOnce())
    expect(await unmatched()).toEqual([])
  })
})

it('money of a settled card is its payment’s, though the shop has not compared its line yet', async () => {
  await readList(line())
  await recoverAfter(60 * MINUTE_MS)
  expect((await assign()).statusCode).toBe(200)
  expect(await payments()).toEqual(paidOnce())
})

it('a charge of no order of the shop is a payment of its own, which names the charge', async () => {
  await shop.query('delete from payments')
  await readList(line({ relatedReference: 'ch_link', paymentReference: 'pi_link' }))
  expect((await assign()).statusCode).toBe(200)
  expect(await payments()).toEqual([{ ...paidOnce()[0], receipt: 'ch_link', charge: 'ch_link' }])
})

it.each(['answers', 'is silent at first'])(
  'a charge of which a part went back before it was assigned is booked less that part, where Stripe %s',
  async (how) => {
    await shop.query('delete from payments')
    await readList(line({ relatedReference: 'ch_link', paymentReference: 'pi_link' }))
    card.refunds.set('ch_link', [dashboardRefund('re_1', 50_000)])
    const { refundsOf } = card
    if (how === 'is silent at first') card.refundsOf = () => Promise.reject(new Error('silent'))
    const [found] = await unmatched()
    const assignIt = async () => (await send(`transactions/${found?.id}/assign`, { orderId })).statusCode
    expect(await assignIt()).toBe(200)
    card.refundsOf = refundsOf
    expect(await assignIt()).toBe(200)
    expect(await shop.query('select attention, refunded_amount as back from payments')).toEqual([
      { attention: 'partly-refunded', back: '500.00' },
    ])
  },
)

it.each([
  ['was no order’s', false],
  ['was another order’s', true],
])(
  'a charge that the bank disputed while it %s is flagged on the order that it is assigned to',
  async (_whose, isMoved) => {
    await shop.query('delete from payments')
    card.readEvent = (body) => JSON.parse(body.toString('utf8'))
    await readList(line({ relatedReference: 'ch_link', paymentReference: 'pi_link' }))
    const [found] = await unmatched()
    if (isMoved) expect((await assign((await makeOrder(shop.deps.orm)).id)).statusCode).toBe(200)
    const dispute = {
      id: 'dp_1',
      object: 'dispute',
      payment_intent: 'pi_link',
      charge: 'ch_link',
      status: 'needs_response',
    }
    const payload = {
      id: 'evt_1',
      type: 'charge.dispute.created',
      created: now.getTime() / 1_000,
      data: { object: { ...dispute, reason: 'fraudulent', amount: 450_000 } },
    }
    const headers = { 'stripe-signature': 'good' }
    await shop.app.inject({ method: 'POST', url: '/api/hooks/stripe', headers, payload })
    await expect.poll(() => shop.query('select from webhook_events where processed_at is null')).toEqual([])
    if (isMoved) expect((await send(`transactions/${found?.id}/unassign`, {})).statusCode).toBe(200)
    expect((await assign()).statusCode).toBe(200)
    now = new Date(now.getTime() + 2 * MINUTE_MS)
    await retryWebhookEvents(ctx(), providerOf('stripe'))
    expect(await shop.query('select order_id as "orderId", attention from payments where deleted_at is null')).toEqual([
      { orderId, attention: 'disputed' },
    ])
    expect(await shop.query('select from webhook_events where processed_at is null')).toEqual([])
  },
)

it('keeps no transaction open while Stripe is asked about money that is assigned under an Idempotency-Key', async () => {
  const { read, refundsOf } = card
  const open: unknown[] = []
  const look = async () =>
    open.push(
      ...(await shop.query(
        `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
      )),
    )
  card.read = async (id) => {
    await look()
    return await read(id)
  }
  card.refundsOf = async (id) => {
    await look()
    return await refundsOf(id)
  }
  card.refunds.set(intent.id, [dashboardRefund('re_1', 50_000)])
  await readList(line())
  expect((await assign(orderId, underKey)).statusCode).toBe(200)
  expect(await payments()).toMatchObject([{ orderId, status: 'completed', receipt: intent.chargeId }])
  expect(open).toEqual([])
})

it.each([{}, underKey])(
  'is assigned though what Stripe told cannot be searched for it just then, which is done once it is assigned again: %j',
  async (key) => {
    await shop.query('delete from payments')
    await readList(line({ relatedReference: 'ch_link', paymentReference: 'pi_link' }))
    await shop.query(
      `insert into webhook_events (gateway, event_id, body, received_at, processed_at, outcome)
     select 'stripe', n::text, case when n = 1 then 'ch_link' else 'ch_other' end, $1, $1, 'unknown payment'
     from generate_series(1, 3) n`,
      [now],
    )
    await shop.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'too slow'; end $$;
     create trigger too_slow before update on webhook_events for each row execute function fail()`,
    )
    const [found] = await unmatched()
    const assignIt = async (more: object) =>
      (await send(`transactions/${found?.id}/assign`, { orderId }, more)).statusCode
    const due = () => shop.query('select body from webhook_events where processed_at is null')
    expect(await assignIt(key)).toBe(200)
    expect(await payments()).toMatchObject([{ orderId, status: 'completed' }])
    expect(await due()).toEqual([])
    await shop.query('drop trigger too_slow on webhook_events')
    expect(await assignIt({})).toBe(200)
    expect(await due()).toEqual([{ body: 'ch_link' }])
  },
)

describe('where the shop dies as soon as the line is assigned', () => {
  /** The process stops there. */
  async function assignAndDie(id = ''): Promise<void> {
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw new Error('The process is gone')
    })
    armFaultPoint('assign-committed')
    expect((await send(`transactions/${id}/assign`, { orderId })).statusCode).toBe(500)
    armFaultPoint(undefined)
    kill.mockRestore()
    expect(await payments()).toMatchObject([{ orderId, status: 'completed' }])
    now = new Date(now.getTime() + 5 * MINUTE_MS)
  }

  beforeEach(async () => {
    await shop.query('delete from payments')
    await readList(line({ relatedReference: 'ch_link', paymentReference: 'pi_link' }))
  })

  it('what Stripe told of it before is read again all the same', async () => {
    await shop.query(
      `insert into webhook_events (gateway, event_id, body, received_at, processed_at, outcome)
       values ('stripe', '1', 'ch_link', $1, $1, 'unknown payment')`,
      [now],
    )
    await assignAndDie((await unmatched())[0]?.id)
    expect(
      await shop.query('select body from webhook_events where processed_at is null and next_attempt_at <= $1', [now]),
    ).toEqual([{ body: 'ch_link' }])
  })

  it('what went back of it before is taken off all the same', async () => {
    card.refunds.set('ch_link', [dashboardRefund('re_1', 50_000)])
    await assignAndDie((await unmatched())[0]?.id)
    await recoverAfter(0)
    expect(await shop.query('select refunded_amount as back, next_query_at as next from payments')).toEqual([
      { back: '500.00', next: null },
    ])
  })
})

describe('card money that no payment of the shop is', () => {
  const charge = () => line({ relatedReference: 'ch_link', paymentReference: 'pi_link' })
  const back = (reference: string, kind: 'refund' | 'dispute', amountCents: number): LedgerLine =>
    line({ reference, kind, amountCents, relatedReference: `of_${reference}`, paymentReference: 'pi_link' })

  it.each([
    ['was refunded', true, [['refund', -450_000]]],
    [
      'was refunded in parts',
      true,
      [
        ['refund', -50_000],
        ['refund', -400_000],
      ],
    ],
    ['was taken by the bank', true, [['dispute', -450_000]]],
    ['was refunded in part', false, [['refund', -50_000]]],
    [
      'came again, as the refund failed',
      false,
      [
        ['refund', -450_000],
        ['refund', 450_000],
      ],
    ],
    [
      'came again, as the dispute was won',
      false,
      [
        ['dispute', -450_000],
        ['dispute', 450_000],
      ],
    ],
  ] as const)('%s: the owner reads that it went back: %s', async (_what, isSentBack, moved) => {
    await readList(charge(), ...moved.map(([kind, cents], at) => back(`txn_back_${at}`, kind, cents)))
    expect(await unmatched()).toMatchObject([{ reference: 'txn_1', isSentBack }])
  })
})

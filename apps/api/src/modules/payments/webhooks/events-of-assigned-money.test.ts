import type { EntityManager } from '@mikro-orm/postgresql'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { ledgerLine } from '../../../testing/cash-up-harness.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'
import { fakeCard } from '../../../testing/fake-gateways.ts'
import { asAnotherRequest } from '../../../testing/refuse-second-connections.ts'
import { providerOf } from '../providers/registry.ts'
import { upsertTransaction } from '../transactions/upsert-transaction.ts'
import { retryWebhookEvents } from './retry-webhook-events.ts'

let shop: TestApp
let now: Date
let lineId: string
let orderId: string

beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00Z')
  const card = fakeCard()
  card.readEvent = (body) => JSON.parse(body.toString('utf8'))
  shop = await buildTestApp({ gateways: { card }, clock: () => now })
  orderId = (await makeOrder(shop.deps.orm)).id
  const listed = ledgerLine({ reference: 'txn_1', at: now.toISOString() })
  const line = { ...listed, relatedReference: 'ch_link', paymentReference: 'pi_link' }
  lineId = await shop.deps.orm.em.fork().transactional(async (tx) => {
    const { id } = await upsertTransaction(tx, now, { ...line, gateway: 'stripe', source: 'balance' })
    return id
  })
})
afterEach(() => shop[Symbol.asyncDispose]())

const stripe = providerOf('stripe')
const run = (em: EntityManager = shop.deps.orm.em.fork()) =>
  retryWebhookEvents({ ...jobContext({ ...shop.deps, log: shop.app.log }), em }, stripe)

/** The bank disputes the money. */
const disputed = () => ({
  id: 'evt_1',
  type: 'charge.dispute.created',
  created: now.getTime() / 1_000,
  data: {
    object: {
      id: 'dp_1',
      object: 'dispute',
      payment_intent: 'pi_link',
      charge: 'ch_link',
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 450_000,
    },
  },
})
const storeEvent = () =>
  shop.query(
    `insert into webhook_events (gateway, event_id, body, received_at, next_attempt_at) values ('stripe', 'evt_1', $1, $2, $2)`,
    [JSON.stringify(disputed()), now],
  )

async function assign(): Promise<void> {
  const headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 86_400_000) })
  const url = `/api/admin/transactions/${lineId}/assign`
  const { statusCode, body } = await shop.app.inject({ method: 'POST', url, headers, payload: { orderId } })
  expect(statusCode, body).toBe(200)
}

/** Assigns the money, which has to wait for somebody who has its line; does `work` meanwhile. */
async function assignDuring(work: () => Promise<unknown>): Promise<void> {
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let assigned: Promise<void> | undefined
  await shop.deps.orm.em.fork().transactional(async (tx) => {
    await tx.execute('select from gateway_transactions for update')
    assigned = asAnotherRequest(assign)
    await expect.poll(() => shop.query(waits)).toHaveLength(1)
    await asAnotherRequest(work)
  })
  await assigned
}

async function expectDisputed(): Promise<void> {
  now = new Date(now.getTime() + 2 * 60_000)
  await run()
  expect(await shop.query('select order_id as "orderId", attention from payments')).toEqual([
    { orderId, attention: 'disputed' },
  ])
  expect(await shop.query('select from webhook_events where processed_at is null')).toEqual([])
}

/** What a process works with that is slow once it has found no payment, neither by the intent nor by the charge. */
function slowProcess() {
  const found = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const em = shop.deps.orm.em.fork()
  const getKysely = em.getKysely.bind(em)
  let misses = 0
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.length > 0 || ++misses !== 2) return result
      found.resolve()
      await goOn.promise
      return result
    },
  }
  Object.assign(em, { getKysely: () => getKysely().withPlugin(slow) })
  return { em, hasFoundNone: found.promise, goOn: goOn.resolve }
}

describe('a dispute of money that is assigned', () => {
  it('is shown though its event is under way meanwhile, and has found no payment', async () => {
    await storeEvent()
    const { em, hasFoundNone, goOn } = slowProcess()
    const running = run(em)
    await hasFoundNone
    await assign()
    goOn()
    await running
    await expectDisputed()
  })

  it('is shown though its event becomes due while the money waits to be assigned', async () => {
    await storeEvent()
    await assignDuring(() => run())
    await expectDisputed()
  })

  it('is shown though its event comes while the money waits to be assigned', async () => {
    await assignDuring(async () => {
      const headers = { 'stripe-signature': 'good' }
      await shop.app.inject({ method: 'POST', url: '/api/hooks/stripe', headers, payload: disputed() })
      await expect.poll(() => shop.query('select outcome from webhook_events')).toEqual([{ outcome: 'unmatched' }])
    })
    await expectDisputed()
  })
})

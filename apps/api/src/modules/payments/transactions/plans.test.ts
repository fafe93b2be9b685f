import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeOrder } from '../../../testing/factories.ts'
import { claimsWithKnownReceipt } from '../claims/recover-claims.ts'
import { claimsToTakeUp } from '../claims/take-up-claims.ts'
import { listAllRefunds } from '../refunds/list-all-refunds.ts'
import { asksOfUsed } from '../settlement/reference-in-use.ts'
import { foundTransactions, listTransactions, newestOf } from './list-transactions.ts'
import { linesOfPayments, linesOfRefunds } from './match-transactions.ts'
import { suggestedOrders } from './suggested-orders.ts'
import { transactionsIn } from './transaction-row.ts'

let shop: TestApp
let plansBefore: string[]
let suggestionsBefore: string
beforeAll(async () => {
  shop = await buildTestApp()
  const { id } = await makeOrder(shop.deps.orm)
  await shop.query('alter table payments set (autovacuum_enabled = false)')
  await shop.query(
    `set session_replication_role = replica;
     insert into orders (order_number, customer_name, customer_phone, delivery_address, delivery_location, delivery_charge,
       subtotal, total, payment_method, created_at, updated_at)
     select 'MR' || 1000000 + n, 'Amina', '07' || 20000000 + n, 'Moi Avenue', 'embu', 0, 4500, 4500, 'mpesa',
       now() - n * interval '1 minute', now()
     from generate_series(1, 20000) n;
     set session_replication_role = origin`,
  )
  await shop.query(
    `set session_replication_role = replica;
     insert into payments (order_id, payment_method, amount, status, is_surplus, provider_receipt, provider_reference,
       created_at, updated_at, completed_at)
     select '${id}', 'mpesa', 4500, 'completed', true, 'PAID' || n, 'ws_CO_' || n, now(), now(), now()
     from generate_series(1, 20000) n;
     set session_replication_role = origin`,
  )
  await shop.query(
    `insert into payment_refunds (payment_id, payment_method, status, amount, reason, requested_by, provider_receipt, requested_at, succeeded_at, updated_at)
     select id, 'mpesa', 'succeeded', 1, 'broken', 'administrator', 'BACK' || provider_receipt, now(), now(), now() from payments limit 5000`,
  )
  await shop.query(
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at, payment_id)
     select 'mpesa', provider_receipt, 'payment', 450000, now(), 'statement', now(), id from payments limit 5000`,
  )
  await shop.query(
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at)
     select 'mpesa', 'UNKNOWN' || n, case when n % 2 = 0 then 'payment' else 'refund' end, 450000, now(), 'statement', now()
     from generate_series(1, 1000) n`,
  )
  await shop.query(
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at, dismissed_at)
     select 'mpesa', 'RENT' || n, 'payment', 450000, now(), 'statement', now(), now() from generate_series(1, 1000) n`,
  )
  await shop.query(
    `insert into gateway_transaction_events (transaction_id, at, by, what)
     select id, now() - row_number() over () * interval '1 hour', 'administrator',
       case when dismissed_at is null then 'assigned' else 'dismissed' end
     from gateway_transactions where payment_id is not null or dismissed_at is not null`,
  )
  await shop.query(
    `insert into gateway_transaction_events (transaction_id, at, by, what)
     select gen_random_uuid(), now(), 'shop', 'reported' from generate_series(1, 30000)`,
  )
  await shop.query(
    `insert into receipt_claims (order_id, gateway, receipt, asked_at)
     select $1, 'mpesa', 'CLAIM' || n, now() from generate_series(1, 200) n`,
    [id],
  )
  await shop.query(
    `insert into receipt_claims (order_id, gateway, receipt, state, reason, waits_for_other, asked_at, answered_at)
     select $1, 'mpesa', 'CLAIM' || n, 'refused', 'claimed', n <= 200, now(), now() from generate_series(1, 10000) n`,
    [id],
  )
  suggestionsBefore = await planOf(suggestionsOf('UNKNOWN2'))
  plansBefore = [
    await planOf(linesOfPayments(shop.deps.orm.em.fork())),
    await planOf(claimsWithKnownReceipt({ em: shop.deps.orm.em.fork() })),
    await planOf(asksOfUsed(shop.deps.orm.em.fork(), [{ paymentId: id, reference: 'PAID1' }])),
  ]
  await shop.query('vacuum analyze')
}, 120_000)
afterAll(() => shop[Symbol.asyncDispose]())

interface Explained {
  explain: <Row extends Record<string, unknown>>(format: 'text') => Promise<Row[]>
}
const planOf = async (statement: Explained) =>
  (await statement.explain<{ 'QUERY PLAN': string }>('text')).map((row) => row['QUERY PLAN']).join('\n')
const statements: [string, () => Explained][] = [
  ['the payments of unmatched lines', () => linesOfPayments(shop.deps.orm.em.fork())],
  ['the refunds of unmatched lines', () => linesOfRefunds(shop.deps.orm.em.fork())],
  ['the payments of typed receipts', () => claimsWithKnownReceipt({ em: shop.deps.orm.em.fork() })],
]

it.each(statements)('%s are found by indexes', async (_what, made) => {
  const plan = await planOf(made())
  expect(plan).not.toMatch(/Seq Scan/)
  expect(plan).not.toMatch(/_newest_idx/)
  expect(plan).toMatch(/Index Cond: .*(receipt|reference)/)
})

it('the typed receipts that wait are found without reading those that are decided', async () => {
  const plan = await planOf(claimsToTakeUp({ em: shop.deps.orm.em.fork() }))
  expect(plan).toContain('receipt_claims_waiting_idx')
  expect(plan).not.toMatch(/Seq Scan on receipt_claims/)
})

const suggestionsOf = (reference: string) =>
  transactionsIn(shop.deps.orm.em.fork(), new Date(), 'unmatched')
    .where('t.reference', '=', reference)
    .select(suggestedOrders.as('suggestions'))

it('the orders that a line may be for are found by what speaks for them', async () => {
  for (const plan of [suggestionsBefore, await planOf(suggestionsOf('UNKNOWN2'))]) {
    expect(plan).not.toMatch(/Seq Scan on orders/)
    expect(plan).toMatch(/orders_unpaid_amount_idx.*\n.*Index Cond: \(\(total = /)
    expect(plan).toMatch(/orders_order_number_unique.*\n.*Index Cond: \(order_number = ANY/)
    // Beside these the orders of an hour alone are read by their time.
    expect(plan.match(/orders_newest_idx/g) ?? []).toHaveLength(1)
  }
})

it('a page of lines comes with its orders within the time of a statement, in a month in which thousands cost as much', async () => {
  const em = shop.deps.orm.em.fork()
  const { transactions } = await listTransactions(
    { em, clock: () => new Date() },
    { state: 'unmatched', limit: 100, offset: 0 },
  )
  expect(transactions).toHaveLength(100)
  expect(transactions[0]?.suggestions).toHaveLength(3)
})

it('the orders that a receipt was typed for are found by that receipt', async () => {
  const plan = await planOf(suggestionsOf('UNKNOWN2'))
  for (const index of ['receipt_claims_one_at_a_time', 'receipt_claims_waiting_idx'])
    expect(plan).toMatch(new RegExp(`${index}.*\\n.*Index Cond: .*receipt = t\\.reference`))
  expect(plan).not.toMatch(/Seq Scan on receipt_claims/)
})

it('a database that was not analysed yet reads no payments beside those', () => {
  for (const plan of plansBefore) {
    expect(plan).not.toMatch(/Seq Scan on payments|payments_\w*newest_idx/)
    const scans = plan.match(/Index Scan (using|on) payments_\w+.*\n.*/g)
    expect(scans).toHaveLength(4)
    for (const scan of scans ?? []) expect(scan).toMatch(/Index Cond: .*(receipt|reference|transaction_id)/)
  }
})

const found = (state: 'unmatched' | 'matched' | 'dismissed', settledOn?: string) =>
  foundTransactions(shop.deps.orm.em.fork(), new Date(), { state, settledOn })

it.each(['unmatched', 'matched', 'dismissed'] as const)('a page of %s lines stops at its end', async (state) => {
  const plan = await planOf(newestOf(found(state)).limit(50))
  expect(plan).toContain(`gateway_transactions_${state}_idx`)
  expect(plan).not.toMatch(/Sort|Seq Scan/)
})

it.each(['matched', 'dismissed'] as const)(
  'the %s lines that were settled on a day are found by that day',
  async (state) => {
    const plan = await planOf(newestOf(found(state, '2026-11-21')).limit(50))
    expect(plan).toContain('gateway_transaction_events_settled_idx')
    expect(plan).not.toMatch(/Seq Scan/)
  },
)

it('the lines that changed since a time are found by that time, with what became of them', async () => {
  const updatedSince = new Date(Date.now() + 60_000).toISOString()
  const changed = () =>
    newestOf(foundTransactions(shop.deps.orm.em.fork(), new Date(), { state: 'matched', updatedSince })).limit(50)
  expect(await planOf(changed())).toContain('gateway_transactions_changed_idx')
  expect(await changed().execute()).toEqual([])
  const [line] = await shop.query<{ id: string }>(
    `insert into gateway_transaction_events (transaction_id, at, by, what)
     select id, now() + interval '2 minutes', 'shop', 'reported' from gateway_transactions where payment_id is not null limit 1
     returning transaction_id as id`,
  )
  expect(await changed().execute()).toEqual([line])
})

// As an analysis leaves it that ran while the rows were being inserted, and saw none of them.
const believedEmpty = `
  update pg_class set reltuples = 0, relpages = greatest(1, pg_relation_size(oid) / 8192)
  where relkind = 'r' and relnamespace = 'public'::regnamespace;
  delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`

it('the list of all refunds is answered while PostgreSQL believes every table to be empty', async () => {
  await shop.query(believedEmpty)
  const { refunds, total } = await listAllRefunds({ em: shop.deps.orm.em.fork() }, { limit: 50 })
  expect({ read: refunds.length, total }).toEqual({ read: 50, total: 5_000 })
})

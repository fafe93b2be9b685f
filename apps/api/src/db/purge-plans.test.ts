import { afterAll, beforeAll, expect, it } from 'vitest'
import { clearBodies } from '../modules/payments/purge-expired.ts'
import { erasePayers } from '../modules/payments/transactions/purge-payers.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'

const DAY_MS = 24 * 60 * 60_000

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
  // A shop of three years, purged every night. Five hundred old messages are kept for open flags, three hundred old lines
  // because an order's number was typed as their account.
  await shop.query(
    `set session_replication_role = replica;
     insert into webhook_events (gateway, event_id, payment_id, body, received_at, processed_at, next_attempt_at)
     select 'mpesa', 'event ' || n, gen_random_uuid(), case when n < 2500 or n % 60 = 0 then '{}' end,
       now() - n * interval '50 minutes', now(), null from generate_series(30000, 1, -1) n;
     insert into payment_flags (payment_id, what, source, raised_at)
     select payment_id, 'late', 'callback', received_at from webhook_events
     where body is not null and received_at < now() - interval '90 days';
     insert into orders (order_number, customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
     select 'MR' || n, 'Amina', '0712345678', 'Moi Avenue', 'cbd', 0, 1, 1, 'mpesa' from generate_series(1, 30000) n;
     insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at, payer_name, payer_phone, account)
     select 'mpesa', 'LINE' || n, 'payment', 100, now(), 'confirmation', now() - n * interval '50 minutes',
       case when n < 2500 then 'Amina' else 'Erased' end, case when n < 2500 then '0712345678' else 'Erased' end,
       case when n % 100 = 0 then 'MR' || n when n < 2500 then 'Amina' else 'Erased' end from generate_series(30000, 1, -1) n;
     set session_replication_role = origin`,
  )
  await shop.query('vacuum analyze')
}, 120_000)
afterAll(() => shop[Symbol.asyncDispose]())

const em = () => shop.deps.orm.em.fork()
const before = () => new Date(Date.now() - 90 * DAY_MS)

it.each([
  ['bodies', () => clearBodies(em(), before()), 'webhook_events', 'webhook_events_body_idx'],
  ['payers', () => erasePayers(em(), new Date()), 'gateway_transactions', 'gateway_transactions_payer_idx'],
] as const)('the %s that are due are found without reading those that are gone', async (_what, due, table, index) => {
  const { sql, parameters } = due().compile()
  const rows = await shop.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain(index)
  expect(plan).not.toContain(`Seq Scan on ${table}`)
  expect((await due().executeTakeFirstOrThrow()).numUpdatedRows).toBe(0n)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { customerData } from './customer-data.ts'
import { eraseByPhone } from './erase-customer.ts'
import { linesOfCustomer } from './erase-payments.ts'
import { listCustomers } from './list-customers.ts'
import { paymentEmailsTo } from './payment-emails-to.ts'

/** Three parameters for each would be more than a statement takes. */
const ROWS = 22_000
const nobody = '11111111-1111-4111-8111-111111111111'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
  // One phone ordered half of everything.
  await shop.query(
    `set session_replication_role = replica;
     insert into orders (order_number, customer_name, customer_phone, customer_email, delivery_address, delivery_location,
       delivery_charge, subtotal, total, payment_method, created_at, updated_at)
     select 'MR' || n, 'Amina', case when n % 2 = 0 then '0712345678' else '07' || 20000000 + n end, n || '@example.com',
       'Moi Avenue', 'cbd', 0, 1, 1, 'mpesa', now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series(1, ${ROWS}) n;
     insert into payments (order_id, payment_method, amount, status, created_at)
     select id, 'mpesa', 1, 'pending', created_at from orders;
     insert into payment_emails (payment_id, recipient) select p.id, o.customer_email from payments p join orders o on o.id = p.order_id;
     insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at, payer_phone, account)
     select 'mpesa', 'LINE' || n, 'payment', 100, now(), 'confirmation', now(), md5(n::text), 'MR' || n from generate_series(1, ${ROWS}) n;
     set session_replication_role = origin`,
  )
  await shop.query('vacuum analyze')
}, 120_000)
afterAll(() => shop[Symbol.asyncDispose]())

const em = () => shop.deps.orm.em.fork()

it.each([
  [
    'lines of the ledger',
    () => linesOfCustomer(em(), { phone: '0799000111', paymentIds: [nobody], orderNumbers: ['MR1'] }),
  ],
  ['e-mails', () => paymentEmailsTo(em(), [nobody]).select('e.id')],
])('the %s of a customer are found without reading those of others', async (_what, found) => {
  const { sql, parameters } = found().compile()
  const rows = await shop.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).not.toMatch(/Seq Scan on (gateway_transactions|payment_emails|payments|orders)/)
})

it('a name that everybody has is found within the time limit, also where PostgreSQL believes that nobody has ordered', async () => {
  await shop.query(
    `update pg_class set reltuples = 0, relpages = greatest(1, pg_relation_size(oid) / 8192) where oid = 'orders'::regclass`,
  )
  await shop.query(`delete from pg_statistic where starelid = 'orders'::regclass`)
  const { customers } = await listCustomers({ em: em() }, { search: 'amina', limit: 20 })
  expect(customers).toHaveLength(20)
}, 20_000)

const phone = '0712345678'
const giveAllTo = () =>
  shop.query(`set session_replication_role = replica;
    update orders set customer_phone = '${phone}';
    set session_replication_role = origin`)

it('the data of a phone that a till gave to all of its customers is still answered', async () => {
  await giveAllTo()
  const [order] = await shop.query<{ id: string }>('select id from orders limit 1')
  const data = await customerData({ em: em(), log: shop.app.log }, { id: order?.id ?? nobody })
  expect(data.orders).toHaveLength(ROWS)
}, 60_000)

it('a phone that a till gave to all of its customers is erased, with every message and answer about them', async () => {
  await giveAllTo()
  const messages = 5_000
  const word = 'Wanjiku'
  await shop.query(
    `set session_replication_role = replica;
     update payments set status = 'failed';
     insert into webhook_events (gateway, event_id, is_confirmation, body, received_at, processed_at)
     select 'mpesa', n, true, '{"TransID":"LINE' || n || '","FirstName":"${word}"}', now() - n * interval '1 second', now()
     from generate_series(1, ${messages}) n;
     insert into request_keys (caller, operation, key, request_hash, answered_at, status, body, created_at)
     select 'owner', 'POST /orders', order_number, 'h', now(), 201, '{"orderId":"' || id || '","name":"${word}"}', created_at
     from orders order by id limit ${messages};
     insert into order_notes (order_id, kind, text, written_by, written_at)
     select id, 'note', '${word}', 'owner', now() from orders;
     insert into request_keys (caller, operation, key, request_hash, answered_at, status, body, created_at)
     select 'owner', 'POST /admin/orders/{id}/notes', id, 'h', now(), 201, '{"id":' || id || ',"text":"${word}"}', now()
     from order_notes order by id limit ${messages};
     set session_replication_role = origin`,
  )
  const erased = em().transactional((tx) => eraseByPhone(tx, phone, new Date()))
  expect(await erased).toBe(ROWS)
  const left = await shop.query(
    `select 1 from webhook_events where body is not null union all select 2 from request_keys where body is not null
     union all select 3 from orders where customer_name <> 'Erased' union all select 4 from order_notes where text <> 'Erased'
     union all select 5 from gateway_transactions where payer_phone <> 'Erased'
     union all select 6 from payment_emails where recipient <> 'Erased'`,
  )
  expect(left).toEqual([])
}, 120_000)

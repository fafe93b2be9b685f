import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { customerData } from './customer-data.ts'
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

it('the data of a phone that a till gave to all of its customers is still answered', async () => {
  await shop.query(`set session_replication_role = replica;
    update orders set customer_phone = '0712345678';
    set session_replication_role = origin`)
  const [order] = await shop.query<{ id: string }>('select id from orders limit 1')
  const data = await customerData({ em: em(), log: shop.app.log }, { id: order?.id ?? nobody })
  expect(data.orders).toHaveLength(ROWS)
}, 60_000)

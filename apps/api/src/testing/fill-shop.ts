import { startJobs } from '../jobs/jobs.ts'
import { Product } from '../modules/catalogue/product.entity.ts'
import { seedShop } from '../seed/seed.ts'
import type { TestApp } from './build-test-app.ts'
import { logIn, makeOrder, makePayment, makeReview } from './factories.ts'

/** Inserts rows into every kind of table: products, orders, payments, webhook events, sessions, and the job queues. */
export async function fillShop({ app, deps: { orm }, databaseUrl, query }: TestApp): Promise<void> {
  await seedShop(orm, new Date())
  await logIn(orm)
  const order = await makeOrder(orm, { total: 3_200 })
  await makeOrder(orm, { customerEmail: null })
  const { id: paymentId } = await makePayment(orm, order)
  await makeReview(orm, await orm.em.fork().findOneOrFail(Product, { name: { $ne: '' } }), { customerName: 'Achiêng’' })
  const inserts: [sql: string, values: unknown[]][] = [
    [
      `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
       select $1, id, name, price, 2, row_number() over (order by id) from products limit 3`,
      [order.id],
    ],
    [`insert into order_keys (key, request_hash, order_id) values ('a key', 'a hash', $1)`, [order.id]],
    [
      `insert into request_keys (caller, operation, key, request_hash, answered_at, status, body, created_at)
       values ('owner', 'POST /categories', 'a key', 'a hash', now(), 201, '{}', now())`,
      [],
    ],
    [
      `insert into order_notes (order_id, kind, text, written_by, written_at)
       values ($1, 'note', 'Call before you come', 'administrator', now())`,
      [order.id],
    ],
    [
      `insert into payment_events (payment_id, at, source, to_status, note)
       values ($1, now(), 'shopper', 'processing', 'NUL is no letter; \t and \\ are')`,
      [paymentId],
    ],
    [
      `insert into webhook_events (gateway, event_id, payment_id, body, received_at)
       values ('mpesa', 'e1', $1, '{"Body":{}}', now())`,
      [paymentId],
    ],
    [`insert into payment_emails (payment_id, recipient) values ($1, 'amina@example.com')`, [paymentId]],
    [`insert into order_emails (order_id, kind, happened_at) values ($1, 'received', now())`, [order.id]],
    [
      `update payments set status = 'completed', provider_receipt = 'SGR7XK3LM1', mpesa_receipt_number = 'SGR7XK3LM1', gateway_response = '{"n":1.50}'
       where id = $1`,
      [paymentId],
    ],
    [
      `insert into payment_flags (payment_id, what, source, details, raised_at, resolved_at, resolved_by, resolution)
       values ($1, 'late', 'callback', '{}', now(), now(), 'administrator', 'paid back'), ($1, 'paid-twice', 'callback', '{"receipt":"TJK1"}', now(), null, null, null)`,
      [paymentId],
    ],
    [
      `insert into payment_refunds (payment_id, payment_method, status, amount, reason, requested_by, requested_at, sent_at, succeeded_at, updated_at)
       values ($1, 'mpesa', 'succeeded', 100.50, 'a broken bottle', 'administrator', now(), now(), now(), now())`,
      [paymentId],
    ],
    [
      `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, payment_id, created_at)
       values ('mpesa', 'SGR7XK3LM1', 'payment', 320000, now(), 'confirmation', $1, now())`,
      [paymentId],
    ],
    [
      `insert into gateway_transaction_events (transaction_id, at, by, what)
       select id, now(), 'shop', 'reported' from gateway_transactions`,
      [],
    ],
    [
      `insert into product_pictures (product_id, position, image, alt)
       select id, 1, '/media/box-1/1080.jpg', 'Its box' from products limit 2`,
      [],
    ],
    [`insert into customer_notes (phone, note, updated_at) values ('0712345678', 'Rings twice', now())`, []],
    [
      `insert into price_changes (batch_id, product_id, price_before, price_after, original_price_after, changed_at)
       select gen_random_uuid(), id, price, price, price, now() from products limit 2`,
      [],
    ],
    [`insert into uploaded_pictures (id) values (gen_random_uuid())`, []],
    ['update variants set stock_count = 7, ml = 50 where id = (select min(id::text)::uuid from variants)', []],
    [
      `insert into stock_changes (variant_id, reason, count_after)
       select id, 'counted', stock_count from variants where stock_count is not null`,
      [],
    ],
  ]
  for (const [sql, values] of inserts) await query(sql, values)
  const stopJobs = await startJobs(databaseUrl, [{ name: 'count', every: 3_600, run: async () => undefined }], app.log)
  await stopJobs()
}

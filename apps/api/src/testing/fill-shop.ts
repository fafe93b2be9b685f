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
    [
      `update payments set status = 'completed', provider_receipt = 'SGR7XK3LM1', mpesa_receipt_number = 'SGR7XK3LM1', gateway_response = '{"n":1.50}'
       where id = $1`,
      [paymentId],
    ],
    [`insert into uploaded_pictures (id) values (gen_random_uuid())`, []],
  ]
  for (const [sql, values] of inserts) await query(sql, values)
  const stopJobs = await startJobs(databaseUrl, [{ name: 'count', every: 3_600, run: async () => undefined }], app.log)
  await stopJobs()
}

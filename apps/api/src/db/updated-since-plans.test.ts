import { expect, it } from 'vitest'
import { orderMatches } from '../modules/orders/list-orders.ts'
import { paymentMatches } from '../modules/payments/records/payment-search.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { db } from './db.ts'

it('orders and payments that were changed of late are found without reading those before', async () => {
  await using shop = await buildTestApp()
  await shop.query(
    `set session_replication_role = replica;
     insert into orders (order_number, customer_name, customer_phone, delivery_address, delivery_location, delivery_charge,
       subtotal, total, payment_method, created_at, updated_at)
     select 'MR' || n, 'Amina', '0712345678', 'Moi Avenue', 'cbd', 0, 1, 1, 'mpesa', at, at
     from (select n, '2026-11-20T12:00:00Z'::timestamptz - n * interval '1 minute' as at from generate_series(20000, 1, -1) n) row;
     insert into payments (order_id, payment_method, amount, created_at, updated_at)
     select id, 'mpesa', 1, created_at, updated_at from orders order by created_at;
     set session_replication_role = origin`,
  )
  await shop.query('vacuum analyze')
  const em = shop.deps.orm.em.fork()
  const asked = { updatedSince: '2026-11-20T11:50:30Z' }
  const matches = await orderMatches(em, asked)
  const orders = db(em)
    .selectFrom('orders as o')
    .select('o.id')
    .where(({ and }) => matches ?? and([]))
  const payments = db(em).selectFrom(paymentMatches(asked).as('matches')).select('id')
  for (const found of [orders, payments]) {
    const plan = await found.explain<{ 'QUERY PLAN': string }>('text')
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /Bitmap Index Scan on (orders|payments)_updated_idx/,
    )
    expect((await found.execute()).length).toBe(9)
  }
})

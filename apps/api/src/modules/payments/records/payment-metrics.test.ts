import { expect, it } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { makeOrder } from '../../../testing/factories.ts'
import { countWaiting, paymentMetrics } from './payment-metrics.ts'

it('counts what waits without reading what is done, and no payment that was taken off the lists', async () => {
  await using shop = await buildTestApp()
  const { id } = await makeOrder(shop.deps.orm)
  await shop.query(
    `set session_replication_role = replica;
     insert into payments (order_id, payment_method, amount, status, attention, deleted_at, created_at)
     select '${id}', 'mpesa', 1, 'failed', case when n <= 5 then 'late' end, case when n <= 2 then now() end, now()
     from generate_series(1, 20000) n;
     insert into payment_refunds (payment_id, payment_method, status, amount, reason, requested_by, requested_at, succeeded_at, updated_at)
     select id, 'mpesa', 'succeeded', 1, 'broken', 'administrator', now(), now(), now() from payments;
     update payment_refunds set status = 'unknown', succeeded_at = null
     where id in (select id from payment_refunds limit 3);
     set session_replication_role = origin`,
  )
  await shop.query('vacuum analyze')
  const { marashi_payments_flagged, marashi_refunds_open } = await paymentMetrics(shop.deps.orm).read()
  expect({ marashi_payments_flagged, marashi_refunds_open }).toEqual({
    marashi_payments_flagged: 3,
    marashi_refunds_open: 3,
  })
  const plan = await countWaiting(shop.deps.orm.em.fork()).explain<{ 'QUERY PLAN': string }>('text')
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on (payments|payment_refunds)/)
})

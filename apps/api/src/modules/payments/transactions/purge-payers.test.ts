import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../../../testing/factories.ts'
import { purgePayers } from './purge-payers.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

const keep = (reference: string, line: { ageDays: number; account?: string; paymentId?: string }) =>
  shop.query(
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, account, payment_id, payer_name, payer_phone, created_at)
     values ('mpesa', $1, 'payment', 50000, now(), 'confirmation', $2, $3, 'Amina Otieno', '254712345678', now() - make_interval(days => $4))`,
    [reference, line.account ?? null, line.paymentId ?? null, line.ageDays],
  )

it('takes strangers’ names and phones out of money that is no order’s after 90 days, and keeps the money', async () => {
  const order = await makeOrder(shop.deps.orm)
  const { id: paymentId } = await makePayment(shop.deps.orm, order)
  await keep('NEW', { ageDays: 89, account: 'Amina' })
  await keep('MATCHED', { ageDays: 91, paymentId })
  await keep('OLD', { ageDays: 91, account: 'Amina' })
  await keep('NAMES-ORDER', { ageDays: 91, account: order.orderNumber.toLowerCase() })
  await shop.query(
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, payer_name, created_at)
     select 'mpesa', 'MANY' || nth, 'payment', 100, now(), 'pull', 'Amina', now() - interval '1 year' from generate_series(1, 4500) nth`,
  )
  await shop.query(`update gateway_transactions set changed_at = '2026-01-01T00:00:00Z'`)
  await purgePayers({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
  const rows = await shop.query(
    `select reference, payer_name, payer_phone, account, amount_cents::int as cents,
       changed_at > now() - interval '1 hour' as "isChanged" from gateway_transactions
     where reference not like 'MANY%' order by reference`,
  )
  const whole = { payer_name: 'Amina Otieno', payer_phone: '254712345678', cents: 50_000, isChanged: false }
  const erased = { payer_name: 'Erased', payer_phone: 'Erased', cents: 50_000, isChanged: true }
  expect(rows).toEqual([
    { ...whole, reference: 'MATCHED', account: null },
    { ...erased, reference: 'NAMES-ORDER', account: order.orderNumber.toLowerCase() },
    { ...whole, reference: 'NEW', account: 'Amina' },
    { ...erased, reference: 'OLD', account: 'Erased' },
  ])
  expect(await shop.query(`select from gateway_transactions where payer_name = 'Amina'`)).toEqual([])
})

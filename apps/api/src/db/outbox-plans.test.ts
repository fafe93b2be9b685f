import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Context, jobContext } from '../http/context.ts'
import { nextNotice } from '../modules/notices/send-notices.ts'
import { nextOrderEmail } from '../modules/order-emails/send-order-emails.ts'
import { nextPaymentEmail } from '../modules/payments/emails/send-emails.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'

let shop: TestApp
let ctx: Context
beforeAll(async () => {
  shop = await buildTestApp()
  ctx = jobContext({ ...shop.deps, log: shop.app.log })
  // As after a night without a mail server. Their orders and payments play no part.
  await shop.query(
    `set session_replication_role = replica;
     insert into notices (kind, cause, channel, recipient, text, created_at, next_attempt_at, attempts)
     select 'order', 'event ' || n, 'email', 'owner', '{}', now(), now(), n % 7 from generate_series(1, 20000) n;
     insert into order_emails (id, order_id, kind, happened_at, next_attempt_at, attempts)
     select gen_random_uuid(), gen_random_uuid(), 'received', now(), now(), n % 7 from generate_series(1, 20000) n;
     insert into payment_emails (id, payment_id, recipient, next_attempt_at, attempts)
     select gen_random_uuid(), gen_random_uuid(), 'a@shop.test', now(), n % 7 from generate_series(1, 20000) n;
     set session_replication_role = origin`,
  )
  await shop.query('vacuum analyze')
}, 120_000)
afterAll(() => shop[Symbol.asyncDispose]())

it.each([
  ['notices', () => nextNotice(ctx, 'email')],
  ['order_emails', () => nextOrderEmail(ctx)],
  ['payment_emails', () => nextPaymentEmail(ctx)],
])('the next of %s is found without reading all that wait', async (table, next) => {
  const rows = await next().explain<{ 'QUERY PLAN': string }>('text')
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain(`${table}_due_idx`)
  expect(plan).not.toMatch(/Sort|Seq Scan/)
})

import { expect, it } from 'vitest'
import { jobContext } from '../http/context.ts'
import { notifyOwner } from '../modules/admin/health/problems/notify-owner.ts'
import type { SendEmail } from '../modules/mail/smtp.ts'
import { runOrderEmails } from '../modules/order-emails/order-emails.job.ts'
import { sendEmails } from '../modules/payments/emails/send-emails.ts'
import { settlePayment } from '../modules/payments/settlement/settle-payment.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { databaseAway } from '../testing/database-away.ts'
import { makeOrder, makePayment } from '../testing/factories.ts'
import { runNotices } from '../testing/run-notices.ts'
import { recordDone } from './record-done.ts'

const MINUTE_MS = 60_000

async function settled({ deps: { orm, clock } }: TestApp) {
  const payment = await makePayment(
    orm,
    await makeOrder(orm, { customerEmail: 'amina@example.com', createdAt: clock() }),
  )
  await settlePayment({ em: orm.em.fork(), clock }, payment.id, {
    source: 'callback',
    kind: 'succeeded',
    receipt: 'TJK1',
  })
}
const ordered = ({ deps: { orm, clock } }: TestApp) =>
  makeOrder(orm, { customerEmail: 'amina@example.com', createdAt: clock() })
const broken = (shop: TestApp, now: Date) =>
  shop.query(
    `insert into health_problems (check_name, part, state, message, since, last_seen_at)
     values ('disk', 'Disk', 'broken', 'It is full.', $1, $2)`,
    [new Date(now.getTime() - 10 * MINUTE_MS), now],
  )
type Ctx = ReturnType<typeof jobContext>
const never = () => Promise.reject(new Error('nobody subscribed'))

it.each([
  ['receipt', 'payment_emails', 'sent_at', settled, sendEmails],
  ['word on an order', 'order_emails', 'sent_at', ordered, runOrderEmails],
  [
    'notice',
    'notices',
    'sent_at',
    ordered,
    (ctx: Ctx, sendEmail: SendEmail) => runNotices(ctx, { sendEmail, post: never }),
  ],
  ['problem', 'health_problems', 'mailed_at', broken, notifyOwner],
])('sends a %s once where the database is away just after', async (_, table, column, happen, run) => {
  let now = new Date('2026-11-22T09:00:00+03:00')
  await using shop = await buildTestApp({
    clock: () => now,
    env: { SMTP_URL: 'smtp://mail.test', SHOP_EMAIL: 'o@shop.test' },
  })
  const sent: string[] = []
  const send = () =>
    run(jobContext({ ...shop.deps, log: shop.app.log }), async ({ messageId }) => void sent.push(messageId))
  await send()
  await happen(shop, now)
  await databaseAway(shop, { table, column, times: 2 })
  now = new Date(now.getTime() + 3 * MINUTE_MS)
  await send()
  expect(sent).toHaveLength(1)
  // Longer than anybody keeps it for itself.
  now = new Date(now.getTime() + 20 * MINUTE_MS)
  await send()
  expect(sent).toHaveLength(1)
})

it('asks no second time where the database says why not', async () => {
  let times = 0
  const refused = Object.assign(new Error('no such column'), { code: '42703', severity: 'ERROR' })
  const write = () => {
    times += 1
    return Promise.reject(refused)
  }
  await expect(recordDone(write)).rejects.toBe(refused)
  expect(times).toBe(1)
})

it('tries no more once there is no time left for it', async () => {
  let times = 0
  const away = Object.assign(new Error('restarting'), { code: '57P01', severity: 'FATAL' })
  const write = () => {
    times += 1
    return Promise.reject(away)
  }
  await expect(recordDone(write, { lastTryAt: performance.now() + 500 })).rejects.toBe(away)
  expect(times).toBe(2)
})

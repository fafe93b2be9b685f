import { expect, it } from 'vitest'
import { jobContext } from '../http/context.ts'
import type { SendEmail } from '../modules/mail/smtp.ts'
import { queueNotices } from '../modules/notices/queue-notices.ts'
import { sendNotices } from '../modules/notices/send-notices.ts'
import { queueOrderEmails } from '../modules/order-emails/queue-order-emails.ts'
import { sendOrderEmails } from '../modules/order-emails/send-order-emails.ts'
import { sendEmails } from '../modules/payments/emails/send-emails.ts'
import { settlePayment } from '../modules/payments/settlement/settle-payment.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../testing/factories.ts'

const MINUTE_MS = 60_000
type Ctx = ReturnType<typeof jobContext>
const never = () => Promise.reject(new Error('nobody subscribed'))
const nothing = async () => undefined

const order = ({ deps: { orm, clock } }: TestApp) =>
  makeOrder(orm, { customerEmail: 'amina@example.com', createdAt: clock() })

async function settled(shop: TestApp) {
  const { orm, clock } = shop.deps
  const payment = await makePayment(orm, await order(shop))
  await settlePayment({ em: orm.em.fork(), clock }, payment.id, {
    source: 'callback',
    kind: 'succeeded',
    receipt: 'TJK1',
  })
}

it.each([
  ['receipt', settled, nothing, sendEmails],
  ['word on an order', order, queueOrderEmails, sendOrderEmails],
  [
    'notice',
    order,
    queueNotices,
    (ctx: Ctx, sendEmail: SendEmail) => sendNotices(ctx, { sendEmail, post: never }, 'email'),
  ],
])('sends a %s half a minute after the database was away while it was written', async (_, happen, queue, send) => {
  let now = new Date('2026-11-22T09:00:00+03:00')
  await using shop = await buildTestApp({
    clock: () => now,
    env: { SMTP_URL: 'smtp://mail.test', SHOP_EMAIL: 'o@shop.test' },
  })
  const ctx = jobContext({ ...shop.deps, log: shop.app.log })
  await queue(ctx)
  await happen(shop)
  await queue(ctx)
  now = new Date(now.getTime() + 3 * MINUTE_MS)

  const restarting = Object.assign(new Error('restarting'), { code: '57P01', severity: 'FATAL' })
  const known = await shop.deps.settings.read()
  // Away only once it is written: before, the quiet hours of the notices are read.
  const away = {
    ...known,
    get shop(): never {
      throw restarting
    },
  }
  const settings = { ...shop.deps.settings, read: async () => away }
  const sent: string[] = []
  const take: SendEmail = async ({ messageId }) => void sent.push(messageId)
  await expect(send({ ...ctx, settings }, take)).rejects.toThrow(/could not be written/)
  await send(ctx, take)
  expect(sent).toEqual([])
  now = new Date(now.getTime() + 31_000)
  await send(ctx, take)
  expect(sent).toHaveLength(1)
})

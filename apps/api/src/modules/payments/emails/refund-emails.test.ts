import { afterEach, beforeEach, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeOrder } from '../../../testing/factories.ts'
import type { Email } from '../../mail/smtp.ts'
import { setPaymentStatus } from '../manual/set-payment-status.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { sendEmails } from './send-emails.ts'

let shop: TestApp
let now: Date
let paymentId: string
const sent: Email[] = []

beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00Z')
  sent.length = 0
  shop = await buildTestApp({ clock: () => now })
  const order = await makeOrder(shop.deps.orm, { customerEmail: 'amina@example.com' })
  const [payment] = await shop.query<{ id: string }>(
    `insert into payments (order_id, payment_method, amount, status) values ($1, 'stripe', 4500, 'completed') returning id`,
    [order.id],
  )
  paymentId = payment?.id ?? ''
})
afterEach(() => shop[Symbol.asyncDispose]())

const makeContext = () => jobContext({ ...shop.deps, log: shop.app.log })
const refund = (amount: number) =>
  requestRefund(makeContext(), { id: paymentId, amount, way: 'manual', reason: 'Broken', reference: 'TKR1' })
const run = (send: (email: Email) => Promise<void> = async (email) => void sent.push(email)) =>
  sendEmails(makeContext(), send)

it('tells the shopper once what was refunded', async () => {
  await refund(100_000)
  await Promise.all([run(), run(), run()])
  now = new Date(now.getTime() + 24 * 60 * 60_000)
  await run()
  expect(sent.map(({ to, text }) => ({ to, text: text.split('\n').slice(2, 4) }))).toEqual([
    {
      to: 'amina@example.com',
      text: [expect.stringMatching(/^we have refunded Ksh 1,000 of your order MR\d+\.$/), 'Receipt: TKR1'],
    },
  ])
})

it('says when a refund by card arrives', async () => {
  await refund(100_000)
  await shop.query('update payment_refunds set is_manual = false')
  await run()
  expect(sent[0]?.text).toContain('It arrives on the card that you paid with, within 5 to 10 working days.')
})

it('is tried again for three days with growing pauses, and flagged then', async () => {
  await refund(100_000)
  let tries = 0
  const refuse = () => {
    tries += 1
    const mailboxFull = { code: 'EENVELOPE', responseCode: 452, command: 'RCPT TO' }
    return Promise.reject(Object.assign(new Error('452 mailbox full <amina@example.com>'), mailboxFull))
  }
  for (let hours = 0; hours < 80; hours += 1) {
    await run(refuse)
    now = new Date(now.getTime() + 60 * 60_000)
  }
  expect(tries).toBeGreaterThan(12)
  expect(tries).toBeLessThan(30)
  expect(await shop.query('select what from payment_flags')).toEqual([{ what: 'email-failed' }])
  await run()
  expect(sent).toEqual([])
})

it('comes after the receipt of what it gives back, and that promises nothing of an order that is over', async () => {
  await shop.query(`update orders set delivery_promise = 'Saturday 28 November'`)
  await shop.query(
    `insert into payment_emails (payment_id, recipient, attempts, next_attempt_at) values ($1, 'amina@example.com', 3, $2)`,
    [paymentId, new Date(now.getTime() + 20_000)],
  )
  await refund(450_000)
  await run()
  expect(sent).toEqual([])
  now = new Date(now.getTime() + 30_000)
  await run()
  expect(sent.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your receipt/),
    expect.stringMatching(/^Your refund/),
  ])
  expect(sent[0]?.text).toMatch(/We have received Ksh 4,500 for[\s\S]*\nTotal - Ksh 4,500\n/)
  expect(sent[0]?.text).not.toContain('Promised')
})

it('tells nobody of a refund that was taken back, or failed, before it could be told, until it stands', async () => {
  await refund(450_000)
  await makeContext().em.transactional((tx) => setPaymentStatus(tx, now, paymentId, { status: 'completed' }))
  const refundEmails = () => sent.filter(({ subject }) => subject.startsWith('Your refund'))
  await run()
  expect(refundEmails()).toEqual([])

  const { id } = await refund(100_000)
  const report = (kind: 'succeeded' | 'failed') =>
    settleRefund(makeContext(), id, { report: { kind, code: 'declined', reason: 'Declined.' }, source: 'webhook' })
  await report('failed')
  await run()
  expect(refundEmails()).toEqual([])
  await report('succeeded')
  await run()
  expect(refundEmails()).toHaveLength(1)
})

it('waits for a mail server where the shop has none', async () => {
  await refund(100_000)
  await sendEmails(makeContext(), null)
  await run()
  expect(sent).toHaveLength(1)
})

it('lets no e-mail wait behind one that a slow mail server holds', async () => {
  await refund(100_000)
  await refund(50_000)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const slow = run(async (email) => {
    await released
    sent.push(email)
  })
  await expect.poll(() => shop.query('select from payment_emails where attempts = 1')).toHaveLength(1)
  await run()
  expect(sent).toHaveLength(1)
  release()
  await slow
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2)
  expect(sent).toHaveLength(2)
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { newReceipt } from '../../../testing/confirmation-harness.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'
import type { Email } from '../../mail/smtp.ts'
import { sendOrderEmails } from '../../order-emails/send-order-emails.ts'
import { sendEmails } from './send-emails.ts'

let shop: TestApp
let headers: { cookie: string }
beforeEach(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
})
afterEach(() => shop[Symbol.asyncDispose]())

const call = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
  const url = `/api/admin/payments${path}`
  const answer = await shop.app.inject({ method, url, headers, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body ? answer.json() : null
}

/** A payment that the owner enters for the wrong order, before its receipt has left. */
async function enteredForWrongOrder() {
  const order = await makeOrder(shop.deps.orm, { customerEmail: 'amina@example.com' })
  const form = { orderId: order.id, paymentMethod: 'mpesa', amount: 450_000, status: 'completed' }
  const { id, receipt_number } = await call('POST', '', { ...form, receipt_number: newReceipt() })
  return { id, edit: (change: object) => call('PUT', `/${id}`, { ...form, transactionId: receipt_number, ...change }) }
}

async function sent(): Promise<Email[]> {
  const emails: Email[] = []
  await sendEmails(jobContext({ ...shop.deps, log: shop.app.log }), async (email) => void emails.push(email))
  return emails
}

it('tells the customer of the right order, and no other, of a payment that was moved', async () => {
  const { edit } = await enteredForWrongOrder()
  const right = await makeOrder(shop.deps.orm, { customerEmail: 'brian@example.com' })
  await edit({ orderId: right.id })
  const [row] = await shop.query<{ number: string }>('select order_number as number from orders where id = $1', [
    right.id,
  ])
  expect((await sent()).map(({ to, subject }) => [to, subject])).toEqual([
    ['brian@example.com', expect.stringContaining(row?.number ?? '?')],
  ])
})

it('tells the customer of the right order that it was received, where only somebody else got the receipt of its payment', async () => {
  const { edit } = await enteredForWrongOrder()
  await sent()
  const right = await makeOrder(shop.deps.orm, { customerEmail: 'brian@example.com' })
  await shop.query(
    `insert into order_emails (order_id, kind, happened_at, next_attempt_at) values ($1, 'received', $2, $2)`,
    [right.id, new Date()],
  )
  await edit({ orderId: right.id })
  const emails: Email[] = []
  const ctx = jobContext({ ...shop.deps, log: shop.app.log })
  await sendOrderEmails(ctx, async (email) => void emails.push(email))
  expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
    ['brian@example.com', expect.stringMatching(/^Your order/)],
  ])
})

it.each([100_000, 450_000])(
  'tells of a refund the customer to whose order its payment was moved, and no other',
  async (amount) => {
    const { id, edit } = await enteredForWrongOrder()
    await sent()
    await call('POST', `/${id}/refunds`, { amount, way: 'manual', reason: 'Broken bottle', reference: newReceipt() })
    const right = await makeOrder(shop.deps.orm, { customerEmail: 'brian@example.com' })
    await edit({ orderId: right.id, status: amount < 450_000 ? 'completed' : 'refunded' })
    expect((await sent()).map(({ to, subject }) => [to, subject])).toEqual([
      ['brian@example.com', expect.stringMatching(/^Your refund/)],
    ])
  },
)

it.each(['pending', 'failed', 'cancelled'])('sends no receipt of a payment that was set to %s', async (status) => {
  const { edit } = await enteredForWrongOrder()
  await edit({ status })
  expect(await sent()).toEqual([])
})

it('sends no receipt of a payment that was removed', async () => {
  const { id } = await enteredForWrongOrder()
  await call('DELETE', `/${id}`)
  expect(await sent()).toEqual([])
})

it('tells nobody of the refund of a payment that never was', async () => {
  const { id, edit } = await enteredForWrongOrder()
  await sent()
  await call('POST', `/${id}/refunds`, { amount: 100_000, way: 'manual', reason: 'Broken' })
  await edit({ status: 'refunded' })
  await call('DELETE', `/${id}`)
  expect(await sent()).toEqual([])
})

it('sends the receipt of a payment that is completed after all, once', async () => {
  const { edit } = await enteredForWrongOrder()
  await edit({ status: 'failed' })
  await edit({ status: 'completed' })
  expect((await sent()).map(({ to }) => to)).toEqual(['amina@example.com'])
  expect(await sent()).toEqual([])
})

it('says nothing of a refund that was taken back', async () => {
  const { id, edit } = await enteredForWrongOrder()
  await sent()
  const refund = { amount: 450_000, way: 'manual', reason: 'Broken bottle', reference: newReceipt() }
  await call('POST', `/${id}/refunds`, refund)
  await edit({ status: 'completed' })
  expect(await sent()).toEqual([])
})

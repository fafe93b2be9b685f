import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../testing/factories.ts'
import { addWebhook, taken, webhooksOf } from '../../testing/webhook-harness.ts'

let shop: TestApp
let ahead = 0
beforeAll(async () => {
  shop = await buildTestApp({ clock: () => new Date(Date.now() + ahead) })
})
afterAll(() => shop[Symbol.asyncDispose]())

const HOUR_MS = 60 * 60_000
const isGenuine = (secret: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

it('is what Standard Webhooks verifies, by the old secret too for 24 hours', async () => {
  const { id, secret: old } = await addWebhook(shop, ['order.paid'])
  const { received, run } = webhooksOf(shop, () => taken)
  const pay = async () => {
    const order = await makeOrder(shop.deps.orm)
    await shop.query('update orders set paid_at = now() where id = $1', [order.id])
    await run()
    const last = received.at(-1)
    if (!last) throw new Error('nothing was sent')
    return { order, last }
  }
  const { order, last } = await pay()
  expect(isGenuine(old, last)).toBe(true)
  expect(JSON.parse(last.body)).toEqual({
    type: 'order.paid',
    timestamp: expect.any(String),
    data: {
      eventId: expect.any(Number),
      version: 1,
      subject: order.id,
      orderNumber: order.orderNumber,
      total: 4_500,
      paymentMethod: 'mpesa',
    },
  })
  expect(isGenuine(old, { ...last, body: last.body.replace('4500', '1') })).toBe(false)

  const headers = await logIn(shop.deps.orm)
  const rotated = await shop.app.inject({ method: 'POST', url: `/api/admin/webhooks/${id}/secrets`, headers })
  const [fresh, before] = rotated.json().secrets
  expect([rotated.statusCode, before.secret, fresh.endsAt]).toEqual([201, old, null])
  const { last: both } = await pay()
  expect(both.headers['webhook-signature']?.split(' ').length).toBe(2)
  for (const secret of [old, fresh.secret]) expect(isGenuine(secret, both)).toBe(true)

  ahead = 25 * HOUR_MS
  const { last: after } = await pay()
  expect(after.headers['webhook-signature']?.split(' ').length).toBe(1)
  // Its time is ahead of the machine's, by which the package checks: compare the signature alone.
  const at = new Date(Number(after.headers['webhook-timestamp']) * 1_000)
  expect(after.headers['webhook-signature']).toBe(
    new Webhook(fresh.secret).sign(after.headers['webhook-id'] ?? '', at, after.body),
  )
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeOrder } from '../../../testing/factories.ts'
import { fakeMpesa } from '../../../testing/fake-gateways.ts'
import { providerOf } from '../providers/registry.ts'
import { retryWebhookEvents } from './retry-webhook-events.ts'

let shop: TestApp

beforeEach(async () => {
  shop = await buildTestApp({ gateways: { mpesa: fakeMpesa() } })
})
afterEach(() => shop[Symbol.asyncDispose]())

const body = JSON.stringify({
  Body: {
    stkCallback: {
      CheckoutRequestID: 'ws_1',
      ResultCode: 0,
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: 4500 },
          { Name: 'MpesaReceiptNumber', Value: 'TJK7RT61SV' },
        ],
      },
    },
  },
})

it('books a payment whose callback is read while the answer to its prompt is being stored', async () => {
  const order = await makeOrder(shop.deps.orm)
  await shop.query(
    `with p as (insert into payments (order_id, payment_method, amount, status) values ($1, 'mpesa', 4500, 'pending') returning id)
     insert into webhook_events (gateway, event_id, payment_id, received_at, next_attempt_at, body, was_tried_together)
     select 'mpesa', 'late', id, now(), now(), $2, true from p`,
    [order.id, body],
  )
  const release = Promise.withResolvers<void>()
  const stored = Promise.withResolvers<void>()
  const answer = shop.deps.orm.em.fork().transactional(async (tx) => {
    const statement = `update payments set provider_reference = 'ws_1', mpesa_checkout_request_id = 'ws_1'`
    await tx.getConnection().execute(statement, [], 'run', tx.getTransactionContext())
    stored.resolve()
    await release.promise
  })
  await stored.promise
  const running = retryWebhookEvents(jobContext({ ...shop.deps, log: shop.app.log }), providerOf('mpesa'))
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => shop.query(waiting)).toHaveLength(1)
  release.resolve()
  await Promise.all([answer, running])
  expect(await shop.query('select status, provider_receipt as receipt, attention from payments')).toEqual([
    { status: 'completed', receipt: 'TJK7RT61SV', attention: null },
  ])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '../../../db/db.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../../../testing/factories.ts'
import { asAnotherRequest } from '../../../testing/refuse-second-connections.ts'
import { lockPayment } from './lock-payment.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

it('locks the order to which a payment is moved while its old one is waited for', async () => {
  const { orm } = shop.deps
  const [first, second] = [await makeOrder(orm), await makeOrder(orm)]
  const payment = await makePayment(orm, first)
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let locking: Promise<unknown> | undefined
  await orm.em.fork().transactional(async (tx) => {
    await lockPayment(tx, payment.id)
    locking = asAnotherRequest(() =>
      orm.em.fork().transactional(async (other) => {
        expect(await lockPayment(other, payment.id)).toMatchObject({ orderId: second.id })
        await expect(shop.query('select from orders where id = $1 for update nowait', [second.id])).rejects.toThrow(
          'could not obtain lock',
        )
      }),
    )
    await expect.poll(() => shop.query(waits)).toHaveLength(1)
    await db(tx).updateTable('payments').set({ order_id: second.id }).where('id', '=', payment.id).execute()
  })
  await locking
})

it('waits for nobody who queues an e-mail about the order or connects a line with the payment, nor makes one wait', async () => {
  const { orm } = shop.deps
  const order = await makeOrder(orm)
  const payment = await makePayment(orm, order)
  const writtenBeside = (kind: string) => [
    `insert into order_emails (order_id, kind, happened_at) values ('${order.id}', '${kind}', now())`,
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, payment_id, created_at)
     values ('mpesa', '${kind.toUpperCase()}', 'payment', 100, now(), 'pull', '${payment.id}', now())`,
  ]
  await orm.em.fork().transactional(async (tx) => {
    for (const statement of writtenBeside('received')) await tx.execute(statement)
    await asAnotherRequest(() =>
      orm.em.fork().transactional(async (settling) => {
        expect(await lockPayment(settling, payment.id)).toMatchObject({ id: payment.id })
        for (const statement of writtenBeside('sent-out')) await shop.query(statement)
      }),
    )
  })
})

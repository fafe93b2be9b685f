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

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeOrder, makePayment, makeProduct, makeReview } from '../testing/factories.ts'
import { compactCounters, countersOf } from './counters.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

const read = () =>
  shop.query(`select kind, hour, detail, sum(count)::int as count, sum(amount)::float8 as amount from counters
              group by 1, 2, 3 having sum(count) <> 0 or sum(amount) <> 0 order by 1, 2, 3`)

/** The counters must equal a recount of all rows. */
async function expectTrue() {
  const kept = await read()
  await shop.query('call rebuild_counters()')
  expect(kept).toEqual(await read())
}

describe('counters', () => {
  it('follow every change of a row', async () => {
    const { orm } = shop.deps
    const product = await makeProduct(orm, await makeCategory(orm, 'Oud'))
    await makeReview(orm, product)
    await makeReview(orm, product, { status: 'pending' })
    const orders = []
    for (const total of [100, 200, 300, 400]) orders.push(await makeOrder(orm, { total }))
    for (const order of orders) await makePayment(orm, order)
    await expectTrue()
    for (const change of [
      `update orders set status = 'shipped', paid_at = now() where total > 100`,
      `update orders set created_at = created_at - interval '3 hours' where total = 200`,
      `update orders set deleted_at = now() where total = 300`,
      `update payments set status = 'completed', is_surplus = true`,
      `update payments set amount = 1.50, payment_method = 'stripe' where amount = 400`,
      `update payments set deleted_at = now() where amount = 100`,
      `update reviews set status = 'rejected' where status = 'pending'`,
      `update reviews set deleted_at = now() where status = 'approved'`,
      `update orders set customer_name = 'Nobody counts names'`,
      'delete from orders where total = 400',
      `with other as (insert into categories (name) values ('Musk') returning id) update products set category_id = other.id from other`,
      'delete from products',
    ]) {
      await shop.query(change)
      await expectTrue()
    }
  })

  it('have the same sums after they are compacted, in one row each', async () => {
    for (let total = 1; total < 6; total++) await makeOrder(shop.deps.orm, { total })
    const em = shop.deps.orm.em.fork()
    const before = await countersOf(em, 'order')
    await Promise.all([compactCounters(em.fork()), compactCounters(em.fork())])
    expect(await countersOf(em, 'order')).toEqual(before)
    const [rows] = await shop.query<{ most: number }>(
      'select max(n)::int as most from (select count(*) as n from counters group by kind, hour, detail) t',
    )
    expect(rows?.most).toBe(1)
    await expectTrue()
  })
})

import { eventTypes, shopEvent } from '@marashi/domain/contracts/events'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeOrder, makePayment, makeProduct, makeReview } from '../../testing/factories.ts'
import { fillShop } from '../../testing/fill-shop.ts'
import { purgeEvents } from './purge-events.ts'
import { lastEventId, readEvents } from './read-events.ts'

let shop: TestApp
let start: number
beforeAll(async () => {
  shop = await buildTestApp()
})
beforeEach(async () => {
  start = await lastEventId(shop.deps.orm.em.fork())
})
afterAll(() => shop[Symbol.asyncDispose]())

const read = (after = start, limit?: number) => readEvents(shop.deps.orm.em.fork(), { after, limit })

/** A reader that asks for a few at a time and goes on after the last one. */
function reader(limit = 3) {
  let after = start
  const ids: number[] = []
  return {
    ids,
    async readAll() {
      for (;;) {
        const events = await read(after, limit)
        if (events.length === 0) return
        after = events.at(-1)?.id ?? after
        ids.push(...events.map(({ id }) => id))
      }
    },
  }
}

it('writes events of every type, each as its contract says', async () => {
  await using full = await buildTestApp()
  await fillShop(full)
  const { orm } = full.deps
  // One that is not deleted below, and that nobody has counted.
  const [product] = await full.query<{ id: string }>(
    `select product_id as id from reviews join variants using (product_id) where stock_count is null
     order by product_id limit 1`,
  )
  await full.query(`update reviews set status = 'pending'`)
  await full.query(`update reviews set status = 'approved'`)
  await full.query(`update products set price = 990, is_new = not is_new, updated_at = now() where id = $1`, [
    product?.id,
  ])
  await full.query(
    'delete from products where id not in (select product_id from order_items) and id not in (select product_id from reviews)',
  )
  await full.query('update variants set stock_count = 5, low_at = 3 where product_id = $1', [product?.id])
  await full.query('update variants set stock_count = 3 where product_id = $1', [product?.id])
  await full.query('update variants set stock_count = 2, sold_out = true where product_id = $1', [product?.id])
  await full.query(
    `insert into shop_setting_changes (key, before, after, changed_at, changed_by) values ('shop.phone', '"1"', '"2"', now(), 'x')`,
  )
  const { id } = await makeOrder(orm, { total: 3_200 })
  await full.query(`update orders set paid_at = now(), status = 'processing' where id = $1`, [id])
  await full.query(
    `insert into payments (order_id, payment_method, amount, status, is_manual) values ($1, 'mpesa', 3200, 'completed', true)`,
    [id],
  )
  await full.query('update payments set refunded_amount = 1200.5 where order_id = $1', [id])
  await full.query(`update orders set status = 'cancelled' where id = $1`, [id])
  await full.query('update payments set refunded_amount = null where order_id = $1', [id])
  await full.query('update payments set refunded_amount = 3200 where order_id = $1', [id])
  await full.query('update payments set deleted_at = now() where order_id = $1', [id])

  const events = await readEvents(orm.em.fork(), { after: 0, limit: 5_000 })
  for (const event of events) expect(shopEvent.safeParse(event).error, JSON.stringify(event)).toBeUndefined()
  expect([...new Set(events.map(({ type }) => type))].toSorted()).toEqual([...eventTypes].toSorted())
  expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1))
  expect(events.find(({ type, subject }) => type === 'product.changed' && subject === product?.id)?.data).toMatchObject(
    {
      price: 990,
      changed: ['isNew', 'price'],
    },
  )
  expect(events.filter(({ subject }) => subject === id).map(({ type, data }) => [type, data])).toMatchObject([
    ['order.placed', { total: 3_200, status: 'pending', deliveryLocation: 'embu' }],
    ['order.paid', { total: 3_200 }],
    ['order.status_changed', { from: 'pending', to: 'processing' }],
    ['order.refunded', { change: 1_200.5, refunded: 1_200.5 }],
    ['order.status_changed', { from: 'processing', to: 'cancelled' }],
    ['order.cancelled', { from: 'processing', isPaid: true }],
    ['order.refunded', { change: -1_200.5, refunded: 0 }],
    ['order.refunded', { change: 3_200, refunded: 3_200 }],
    ['order.refunded', { change: -3_200, refunded: 0 }],
  ])
  const stock = events.filter(({ type, subject }) => type.startsWith('stock.') && subject === product?.id)
  expect(stock.map(({ type, data }) => [type, data])).toMatchObject([
    ['stock.changed', { from: null, to: 5, isSoldOut: false }],
    ['stock.changed', { from: 5, to: 3, isSoldOut: false }],
    ['stock.low', { left: 3 }],
    ['stock.changed', { from: 3, to: 2, isSoldOut: true }],
  ])
  expect(JSON.stringify(events)).not.toMatch(/Amina|0712345678|Kimathi|Achi/)
})

it('writes none for what changes nothing that readers are told of', async () => {
  const { orm } = shop.deps
  const category = await makeCategory(orm, 'Quiet')
  const product = await makeProduct(orm, category)
  const order = await makeOrder(orm)
  const review = await makeReview(orm, product)
  const before = await lastEventId(orm.em.fork())
  await shop.query('update products set updated_at = now() where id = $1', [product.id])
  await shop.query('update orders set customer_name = $2, updated_at = now() where id = $1', [order.id, 'Wanjiru'])
  await shop.query('update reviews set content = $2 where id = $1', [review.id, 'Lasts until the evening.'])
  expect(await read(before)).toEqual([])
})

it('keeps nothing of a transaction that is rolled back', async () => {
  const { orm } = shop.deps
  const { id } = await makeOrder(orm)
  const before = await lastEventId(orm.em.fork())
  const attempt = orm.em.fork().transactional(async (tx) => {
    await tx.execute(`update orders set status = 'shipped' where id = ?`, [id])
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  expect(await read(before)).toEqual([])
})

/** A transaction that a test holds open. */
async function openTransaction() {
  const began = Promise.withResolvers<(sql: string, values?: unknown[]) => Promise<unknown>>()
  const ended = Promise.withResolvers<void>()
  const whole = shop.deps.orm.em.fork().transactional(async (tx) => {
    began.resolve((sql, values) => tx.execute(sql, values))
    await ended.promise
  })
  const run = await began.promise
  return {
    run,
    commit: async () => {
      ended.resolve()
      await whole
    },
  }
}

it('loses no event of a transaction that wrote first and ends last', async () => {
  const { orm } = shop.deps
  const orders = await Promise.all([makeOrder(orm), makeOrder(orm)])
  start = await lastEventId(orm.em.fork())
  const [first, second] = await Promise.all([openTransaction(), openTransaction()])
  await first.run(`update orders set status = 'shipped' where id = ?`, [orders[0].id])
  await second.run(`update orders set status = 'shipped' where id = ?`, [orders[1].id])
  await second.commit()
  const seen = await read()
  expect(seen.map(({ subject }) => subject)).toEqual([orders[1].id])
  expect(await read(seen[0]?.id)).toEqual([])
  await first.commit()
  expect((await read(seen[0]?.id)).map(({ subject }) => subject)).toEqual([orders[0].id])
})

it('keeps the order of one order’s events where the later change has the older transaction', async () => {
  const { orm } = shop.deps
  const [order, other] = await Promise.all([makeOrder(orm), makeOrder(orm)])
  start = await lastEventId(orm.em.fork())
  const older = await openTransaction()
  await older.run('update orders set customer_name = ? where id = ?', ['Otieno', other.id])
  const bystander = await openTransaction()
  await bystander.run('select pg_current_xact_id()')
  const younger = await openTransaction()
  await younger.run(`update orders set status = 'processing' where id = ?`, [order.id])
  const waiting = older.run(`update orders set status = 'shipped' where id = ?`, [order.id])
  await younger.commit()
  await waiting
  await older.commit()
  // The bystander's transaction is older than the younger one, and still open: it holds nobody up.
  expect((await read()).map(({ data }) => data)).toMatchObject([
    { to: 'processing' },
    { from: 'processing', to: 'shipped' },
  ])
  await bystander.commit()
})

it('gives every event once to each of several readers while others write', async () => {
  const { orm } = shop.deps
  start = await lastEventId(orm.em.fork())
  const readers = [reader(), reader(7)]
  let isWriting = true
  const reading = readers.map(async ({ readAll }) => {
    while (isWriting) await readAll()
    await readAll()
  })
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      const order = await makeOrder(orm)
      const payment = await makePayment(orm, order)
      await shop.query(
        `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'late', 'callback', now())`,
        [payment.id],
      )
    }),
  )
  isWriting = false
  await Promise.all(reading)
  const expected = Array.from({ length: 80 }, (_, index) => start + 1 + index)
  for (const { ids } of readers) expect(ids).toEqual(expected)
})

it('lets a new reader begin at the end, however many events nobody has read yet', async () => {
  await shop.query(
    `insert into events (type, subject, occurred_at, data)
     select 'review.approved', gen_random_uuid(), now(), '{}' from generate_series(1, 11000)`,
  )
  expect(await read(await lastEventId(shop.deps.orm.em.fork()))).toEqual([])
})

it('refuses to rewrite or remove an event, and purges those older than 30 days but the newest', async () => {
  const { orm } = shop.deps
  await makeOrder(orm)
  const last = await lastEventId(orm.em.fork())
  for (const sql of [
    `update events set data = '{}'`,
    'update events set position = position + 1000',
    'delete from events',
    'truncate events',
  ]) {
    await expect(shop.query(sql), sql).rejects.toThrow('events is append-only')
  }
  await shop.query('alter table events disable trigger user')
  await shop.query(`update events set written_at = written_at - interval '30 days'`)
  await shop.query('alter table events enable trigger user')
  const purge = (days: number) =>
    purgeEvents({ em: orm.em.fork(), clock: () => new Date(Date.now() + days * 24 * 60 * 60_000) })
  await purge(0)
  expect((await read(0)).length).toBeGreaterThan(1)
  await purge(2)
  expect((await read(0)).map(({ id }) => id)).toEqual([last])
  await makeOrder(orm)
  expect((await read(last)).map(({ id }) => id)).toEqual([last + 1])
})

it('keeps what is imported today with an old date, and all that stands after it', async () => {
  const { orm } = shop.deps
  await makeProduct(orm, await makeCategory(orm, 'Imported'), { createdAt: new Date('2020-01-01') })
  const last = await lastEventId(orm.em.fork())
  await makeOrder(orm)
  await purgeEvents({ em: orm.em.fork(), clock: () => new Date() })
  expect((await read(last - 1)).map(({ id }) => id)).toEqual([last, last + 1])
})

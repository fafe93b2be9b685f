import type { ErrorBody } from '@marashi/domain/contracts/error-body'
import type { OrderReceipt } from '@marashi/domain/contracts/orders'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeProduct } from '../../testing/factories.ts'
import { saveStock } from '../admin/stock/save-stock.ts'
import type { Category } from '../catalogue/category.entity.ts'
import type { Product } from '../catalogue/product.entity.ts'
import { giveBackStock } from '../catalogue/stock/give-back-stock.ts'

const PRICE = 1_000
/** As many as a count may hold. */
const MOST = 1_000_000

let shop: TestApp
let category: Category
let oud: Product
let rose: Product

beforeAll(async () => {
  shop = await buildTestApp()
  category = await makeCategory(shop.deps.orm, 'Oud')
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.query('delete from orders')
  oud = await makeProduct(shop.deps.orm, category, { name: 'Oud Zahra', price: PRICE })
  rose = await makeProduct(shop.deps.orm, category, { name: 'Rose Nights', price: PRICE })
})

const count = (product: Product, pieces: number | null, columns: Record<string, unknown> = {}) =>
  shop.query('update variants set stock_count = $2, sold_out = $3 where product_id = $1', [
    product.id,
    pieces,
    columns.soldOut ?? false,
  ])

async function left(product: Product) {
  const [row] = await shop.query<{ left: number | null }>(
    'select stock_count as left from variants where product_id = $1',
    [product.id],
  )
  return row?.left
}

const ledger = (orderId: string) =>
  shop.query(`select reason, pieces, count_after as "countAfter" from stock_changes where order_id = $1 order by id`, [
    orderId,
  ])

let visitors = 0

/** Every order comes from another network, as those of many shoppers do. */
function order(
  lines: [Product, number][],
  {
    key,
    session = {},
    ...given
  }: { key?: string; session?: Record<string, string>; paymentMethod?: string; status?: string } = {},
) {
  const subtotal = lines.reduce((sum, [, quantity]) => sum + quantity * PRICE, 0)
  visitors++
  return shop.app.inject({
    method: 'POST',
    url: '/api/orders',
    remoteAddress: `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`,
    headers: { ...session, ...(key && { 'idempotency-key': key }) },
    payload: {
      order: {
        customerName: 'Amina Otieno',
        customerPhone: '0712 345 678',
        deliveryAddress: 'Kimathi Street 4',
        deliveryLocation: 'embu',
        deliveryCharge: 0,
        subtotal,
        total: subtotal,
        paymentMethod: 'mpesa',
        ...given,
      },
      items: lines.map(([{ id: productId, name: productName }, quantity]) => ({
        productId,
        productName,
        productPrice: PRICE,
        quantity,
      })),
    },
  })
}

async function ordered(lines: [Product, number][], options: Parameters<typeof order>[1] = {}): Promise<string> {
  const answer = await order(lines, options)
  expect(answer.statusCode).toBe(201)
  return answer.json<OrderReceipt>().id
}

const change = (id: string, columns: string) => shop.query(`update orders set ${columns} where id = $1`, [id])

describe('an order of what is counted', () => {
  it('takes its pieces and says so in the ledger', async () => {
    await count(oud, 5)
    const id = await ordered([
      [oud, 2],
      [rose, 1],
    ])
    expect([await left(oud), await left(rose)]).toEqual([3, null])
    expect(await ledger(id)).toEqual([{ reason: 'ordered', pieces: -2, countAfter: 3 }])
    const lines = await shop.query(
      `select v.product_id as product, i.taken from order_items i join variants v on v.id = i.variant_id
       where i.order_id = $1 order by i.position`,
      [id],
    )
    expect(lines).toEqual([
      { product: oud.id, taken: 2 },
      { product: rose.id, taken: 0 },
    ])
  })

  it('is refused where fewer are left, with the quote that says how many, and nothing is taken', async () => {
    await count(oud, 2)
    await count(rose, 0)
    const answer = await order([
      [oud, 3],
      [rose, 1],
    ])
    expect(answer.statusCode).toBe(409)
    expect(answer.json<ErrorBody>()).toMatchObject({
      code: 'PRODUCT_UNAVAILABLE',
      quote: {
        items: [{ productId: oud.id, quantity: 2, lineTotal: 2 * PRICE }],
        unavailable: [rose.id],
        shortages: [
          { productId: oud.id, productName: 'Oud Zahra', asked: 3, left: 2 },
          { productId: rose.id, productName: 'Rose Nights', asked: 1, left: 0 },
        ],
        subtotal: 2 * PRICE,
      },
    })
    expect([await left(oud), await left(rose)]).toEqual([2, 0])
    expect(await shop.query('select from orders')).toEqual([])
  })

  it('is refused while the owner has switched the perfume to sold out, whatever its count is', async () => {
    await count(oud, 7, { soldOut: true })
    expect((await order([[oud, 1]])).json<ErrorBody>()).toMatchObject({
      code: 'PRODUCT_UNAVAILABLE',
      quote: { items: [], unavailable: [oud.id], shortages: [{ left: 0 }] },
    })
  })

  it('takes nothing twice when its request is repeated', async () => {
    await count(oud, 3)
    const first = await ordered([[oud, 2]], { key: 'same-order' })
    const again = await Promise.all(Array.from({ length: 5 }, () => ordered([[oud, 2]], { key: 'same-order' })))
    expect(new Set(again)).toEqual(new Set([first]))
    expect(await left(oud)).toBe(1)
  })

  it('is stored once when the same request comes five times at once for the last pieces', async () => {
    await count(oud, 2)
    const ids = await Promise.all(Array.from({ length: 5 }, () => ordered([[oud, 2]], { key: 'at-once' })))
    expect(new Set(ids).size).toBe(1)
    expect(await left(oud)).toBe(0)
  })

  it('takes nothing where the owner enters it as cancelled', async () => {
    await count(oud, 5)
    const session = await logIn(shop.deps.orm)
    const id = await ordered([[oud, 2]], { session, paymentMethod: 'manual', status: 'cancelled' })
    expect(await left(oud)).toBe(5)
    expect(await ledger(id)).toEqual([])
    await change(id, `status = 'processing'`)
    await change(id, `status = 'cancelled'`)
    expect(await left(oud)).toBe(5)
  })

  it('sells ten of ten pieces to sixty shoppers at once, and refuses the others', async () => {
    await count(oud, 10)
    const answers = await Promise.all(Array.from({ length: 60 }, () => order([[oud, 1]])))
    const codes = answers.map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 201)).toHaveLength(10)
    expect(codes.filter((code) => code === 409)).toHaveLength(50)
    expect(await left(oud)).toBe(0)
    expect(await shop.query('select from order_items')).toHaveLength(10)
  })

  it('waits for no other that names the same perfumes the other way round, nor for an owner who saves them', async () => {
    await count(oud, 40)
    await count(rose, 40)
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, nth) => {
        if (nth % 8 === 0)
          await shop.query('update products set price = price, original_price = $2 where id = any($1)', [
            [rose.id, oud.id],
            PRICE + nth,
          ])
        return await order(
          nth % 2 === 0
            ? [
                [oud, 1],
                [rose, 1],
              ]
            : [
                [rose, 1],
                [oud, 1],
              ],
        )
      }),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 40 }, () => 201))
    expect([await left(oud), await left(rose)]).toEqual([0, 0])
  })
})

it('stores an order of a perfume that is counted no more while a cancellation gives back pieces of it', async () => {
  await count(rose, 5)
  const before = await ordered([[rose, 1]])
  await count(rose, null)
  await shop.deps.orm.em.fork().transactional(async (tx) => {
    await giveBackStock(tx, before, { reason: 'cancelled', now: new Date() })
    expect((await order([[rose, 1]])).statusCode).toBe(201)
  })
  // As an owner who counts it again does.
  await shop.deps.orm.em.fork().transactional(async (tx) => {
    await saveStock({ ...shop.deps, em: tx }, { id: rose.id, soldOut: false, lowAt: 1 })
    expect((await order([[rose, 1]])).statusCode).toBe(201)
  })
})

it('is stored where PostgreSQL has ended its statement, because it and another one waited for each other', async () => {
  await count(oud, 5)
  await shop.query(
    `create sequence tries;
     create function end_first() returns trigger language plpgsql as $$ begin
       if nextval('tries') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if;
       return new;
     end $$;
     create trigger end_first before insert on order_items for each row execute function end_first()`,
  )
  const answer = await order([[oud, 1]])
  await shop.query('drop trigger end_first on order_items; drop function end_first; drop sequence tries')
  expect(answer.statusCode).toBe(201)
  expect(await left(oud)).toBe(4)
})

describe('an order that ends', () => {
  it.each([
    [`status = 'cancelled'`, 'cancelled'],
    ['deleted_at = now()', 'deleted'],
  ])('by %s gives its pieces back, once', async (columns, reason) => {
    await count(oud, 5)
    const id = await ordered([[oud, 2]])
    await change(id, columns)
    await giveBackStock(shop.deps.orm.em.fork(), id, { reason: 'cancelled', now: new Date() })
    expect(await left(oud)).toBe(5)
    expect(await ledger(id)).toEqual([
      { reason: 'ordered', pieces: -2, countAfter: 3 },
      { reason, pieces: 2, countAfter: 5 },
    ])
  })

  it('ends also where the shelf is full already, and the ledger says how many came back', async () => {
    await count(oud, MOST)
    const id = await ordered([[oud, 3]])
    await count(oud, MOST - 1)
    await change(id, `status = 'cancelled'`)
    expect(await left(oud)).toBe(MOST)
    expect(await ledger(id)).toMatchObject([{ pieces: -3 }, { pieces: 1, countAfter: MOST }])
    expect(await shop.query('select taken, given_back from order_items where order_id = $1', [id])).toEqual([
      { taken: 0, given_back: 3 },
    ])
  })

  it('ends also where the owner has stopped counting', async () => {
    await count(oud, 5)
    const id = await ordered([[oud, 2]])
    await count(oud, null)
    await change(id, `status = 'cancelled'`)
    expect(await left(oud)).toBeNull()
    expect(await ledger(id)).toMatchObject([{ pieces: -2 }, { reason: 'cancelled', pieces: null, countAfter: null }])
  })

  it('keeps them where it has left the shop before it is deleted, and where the owner says that they are gone', async () => {
    await count(oud, 5)
    const sent = await ordered([[oud, 1]])
    await change(sent, `status = 'shipped'`)
    await change(sent, 'deleted_at = now()')
    const lost = await ordered([[oud, 1]])
    await change(lost, `status = 'cancelled', keeps_pieces = true`)
    expect(await left(oud)).toBe(3)
  })

  it.each([
    ['deleted', 'deleted_at = now()'],
    ['cancelled by its shopper', `status = 'cancelled', cancelled_by_shopper = true`],
  ])('keeps what is gone only until it lives again: %s afterwards, it gives its pieces back', async (_how, end) => {
    await count(oud, 5)
    const id = await ordered([[oud, 2]])
    await change(id, `status = 'cancelled', keeps_pieces = true`)
    await change(id, `status = 'processing'`)
    expect(await left(oud)).toBe(3)
    await change(id, end)
    expect(await left(oud)).toBe(5)
    await change(id, `status = 'pending', deleted_at = null`)
    await change(id, `status = 'cancelled', keeps_pieces = true`)
    expect(await left(oud)).toBe(3)
  })

  it('gives back once to two who end it at the same time', async () => {
    await count(oud, 5)
    const id = await ordered([[oud, 2]])
    const ends = [`status = 'cancelled'`, 'deleted_at = now()', `status = 'cancelled'`]
    await Promise.all([
      ...ends.map((columns) => change(id, columns)),
      giveBackStock(shop.deps.orm.em.fork(), id, { reason: 'cancelled', now: new Date() }),
    ])
    expect(await left(oud)).toBe(5)
    expect(await ledger(id)).toHaveLength(2)
  })

  it('takes its pieces again when it lives again, as many as are left', async () => {
    await count(oud, 3)
    const id = await ordered([[oud, 3]])
    await change(id, `status = 'cancelled'`)
    await ordered([[oud, 1]])
    await change(id, `status = 'processing', paid_at = now()`)
    expect(await left(oud)).toBe(0)
    expect(await ledger(id)).toMatchObject([
      { reason: 'ordered', pieces: -3 },
      { reason: 'cancelled', pieces: 3 },
      { reason: 'ordered-again', pieces: -2, countAfter: 0 },
    ])
    expect(await shop.query('select taken, given_back from order_items where order_id = $1', [id])).toEqual([
      { taken: 2, given_back: 1 },
    ])
    await change(id, `status = 'cancelled'`)
    expect(await left(oud)).toBe(2)
  })

  it('takes nothing later that it did not take when it was placed', async () => {
    const id = await ordered([[oud, 2]])
    await count(oud, 5)
    await change(id, `status = 'processing', paid_at = now()`)
    await change(id, `status = 'cancelled'`)
    expect(await left(oud)).toBe(5)
    expect(await ledger(id)).toEqual([])
  })
})

describe('the first variant of a product', () => {
  it('has the product’s prices, also after they changed', async () => {
    const prices = () => shop.query('select price, original_price from variants where product_id = $1', [oud.id])
    expect(await prices()).toEqual([{ price: PRICE, original_price: null }])
    await shop.query('update products set price = 800, original_price = 1000 where id = $1', [oud.id])
    expect(await prices()).toEqual([{ price: 800, original_price: 1_000 }])
  })
})

it('never rewrites the ledger', async () => {
  await count(oud, 5)
  const id = await ordered([[oud, 1]])
  for (const sql of ['update stock_changes set pieces = 0', 'delete from stock_changes'])
    await expect(shop.query(sql)).rejects.toThrow('append-only')
  await shop.query('delete from products where id = $1', [oud.id])
  expect(await ledger(id)).toEqual([])
})

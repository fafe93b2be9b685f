import type { ErrorBody } from '@marashi/domain/contracts/error-body'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorAnswer } from '../http/error-response.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct } from '../testing/factories.ts'
import { constraintMeanings, INTERNAL } from './constraint-meanings.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Every constraint of the migrated schema as "table: constraint". The NOT NULLs of a table count as one. */
async function constraintsOfSchema(): Promise<string[]> {
  const rows = await shop.query<{ name: string }>(`
    with shop_tables as (
      select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    )
    select t.relname || ': ' || c.conname as name from shop_tables t join pg_constraint c on c.conrelid = t.oid
    where c.contype in ('p', 'u', 'f', 'c', 'x')
    union
    select t.relname || ': ' || i.relname from shop_tables t join pg_index x on x.indrelid = t.oid
    join pg_class i on i.oid = x.indexrelid where x.indisunique or x.indisexclusion
    union
    select distinct t.relname || ': not null' from shop_tables t join pg_attribute a on a.attrelid = t.oid
    where a.attnum > 0 and a.attnotnull and not a.attisdropped
    order by 1`)
  return rows.map(({ name }) => name)
}

const entries = Object.entries(constraintMeanings).flatMap(([table, byName]) =>
  Object.entries(byName).map(([name, meaning]) => ({ name: `${table}: ${name}`, meaning })),
)

describe('the table of constraints', () => {
  it('says of every constraint of the migrated database what its violation means to the caller', async () => {
    expect(entries.map(({ name }) => name).toSorted()).toEqual((await constraintsOfSchema()).toSorted())
  })

  /** For each constraint that a caller can violate: the statement of a concurrent request, without the verb's own check. */
  const violations: Record<string, (ids: Ids) => [sql: string, values?: unknown[]]> = {
    'categories: categories_name_unique': () => [`insert into categories (name) values (' OUD ')`],
    'order_items: order_items_product_id_foreign': ({ order }) => [
      `insert into order_items (order_id, product_id, product_name, product_price, quantity, position)
       values ($1, gen_random_uuid(), 'Gone', 1, 1, 1)`,
      [order],
    ],
    'order_items: order_items_variant_id_foreign': ({ order }) => [
      `insert into order_items (order_id, variant_id, product_name, product_price, quantity, position)
       values ($1, gen_random_uuid(), 'Gone', 1, 1, 1)`,
      [order],
    ],
    'webhook_deliveries: webhook_deliveries_endpoint_id_foreign': () => [
      `insert into webhook_deliveries (endpoint_id, message_id, type, subject, body, state, created_at)
       values (gen_random_uuid(), 'test_1', 'webhook.test', 'test_1', '{}', 'failed', now())`,
    ],
    'payment_refunds: payment_refunds_pkey': () => [
      `insert into payment_refunds (id, payment_id, payment_method, amount, reason, requested_by, requested_at, updated_at)
       select '11111111-1111-4111-8111-111111111111', id, 'manual', 1, 'Broken', 'administrator', now(), now()
       from payments, generate_series(1, 2) where transaction_id = 'T1'`,
    ],
    'payments: payments_mpesa_receipt_number_unique': ({ rival }) => [
      `update payments set mpesa_receipt_number = 'R1' where id = $1`,
      [rival],
    ],
    'payments: payments_provider_receipt_unique': ({ rival }) => [
      `update payments set provider_receipt = 'R1' where id = $1`,
      [rival],
    ],
    'payments: payments_receipt_any_case_unique': ({ rival }) => [
      `update payments set provider_receipt = 'r1' where id = $1`,
      [rival],
    ],
    'payments: payments_one_per_order': ({ rival }) => [
      `update payments set status = 'completed' where id = $1`,
      [rival],
    ],
    'payments: payments_transaction_id_unique': ({ rival }) => [
      `update payments set transaction_id = 'T1' where id = $1`,
      [rival],
    ],
    'products: products_category_id_foreign': ({ category }) => [`delete from categories where id = $1`, [category]],
    'reviews: reviews_product_id_foreign': () => [
      `insert into reviews (product_id, rating, content) values (gen_random_uuid(), 5, 'Of nothing')`,
    ],
  }
  interface Ids {
    category: string
    order: string
    rival: string
  }

  it('has an example of each that a caller can violate', () => {
    const refused = entries.filter(({ meaning }) => meaning !== INTERNAL).map(({ name }) => name)
    expect(refused.toSorted()).toEqual(Object.keys(violations).toSorted())
  })

  it('answers each of them with a 4xx that says what is wrong', async () => {
    const { orm } = shop.deps
    const category = await makeCategory(orm, 'Oud')
    await makeProduct(orm, category)
    const order = await makeOrder(orm)
    const payment = await makePayment(orm, order)
    const rival = await makePayment(orm, order)
    await shop.query(
      `update payments set status = 'completed', transaction_id = 'T1', mpesa_receipt_number = 'R1', provider_receipt = 'R1' where id = $1`,
      [payment.id],
    )
    const { id: otherOrder } = await makeOrder(orm)
    await shop.query(`update orders set mpesa_receipt_number = 'R1' where id = $1`, [otherOrder])
    for (const [name, violation] of Object.entries(violations)) {
      const [sql, values] = violation({ category: category.id, order: order.id, rival: rival.id })
      const thrown = await shop.query(sql, values).catch((error: unknown) => error)
      const { status, body, isInternal } = errorAnswer(thrown, 'request')
      expect.soft([status >= 400 && status < 500, isInternal], `${name}: ${status}`).toEqual([true, false])
      expect.soft(body.error, name).not.toMatch(/constraint|duplicate key|_/)
    }
  })
})

it('answers 500 for a rule that only a bug of ours can break, and reveals nothing of the database', async () => {
  const thrown = await shop
    .query(`insert into reviews (product_id, rating, content) values (gen_random_uuid(), 9, 'Nine stars')`)
    .catch((error: unknown) => error)
  expect(errorAnswer(thrown, 'request')).toMatchObject({ status: 500, isInternal: true })
})

it('names the field of a transaction id that two tabs entered at once', async () => {
  const { orm } = shop.deps
  const headers = await logIn(orm)
  const orders = await Promise.all(Array.from({ length: 6 }, () => makeOrder(orm)))
  const answers = await Promise.all(
    orders.map(({ id }) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/admin/payments',
        headers,
        payload: { orderId: id, paymentMethod: 'mpesa', amount: 100, status: 'pending', transactionId: 'TJK-SAME' },
      }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409, 409, 409])
  for (const refused of answers.filter(({ statusCode }) => statusCode === 409)) {
    expect(refused.json<ErrorBody>().fields).toHaveProperty('transactionId')
  }
})

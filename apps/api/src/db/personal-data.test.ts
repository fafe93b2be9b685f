import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Names of columns that tell, or may tell, of a person. */
const telling =
  /phone|name|e?mail|address|recipient|payer|customer|account|note|text|body|response|answer|content|who|browser|details|description|reason|resolution|outcome/

/** Tables of goods, and of the shop's own work. */
const ofThings = new Set([
  'backup_runs',
  'categories',
  'delivery_places',
  'event_readers',
  'health_checks',
  'health_problems',
  'job_runs',
  'order_items',
  'price_changes',
  'products',
  'product_pictures',
  'schema_migrations',
  'search_suffixes',
  'search_words',
  'seen_certificates',
  'stock_changes',
  'variants',
])

/** Columns whose names tell more than they hold. */
const ofNobody = new Set([
  'api_keys.name',
  'orders.payment_failure_reason', // a gateway's message
  'payment_refunds.failure_reason',
  'payments.failure_reason',
  'payments.search_text', // receipts and ids
  'receipt_claims.answered_at',
  'receipt_claims.reason', // one of a list
  'request_keys.answered_at',
  'reviews.content', // stays, as the guide says
  'webhook_deliveries.body', // an event, which tells of nobody
  'webhook_events.is_of_replaced_address', // of the shop's own
])

const guide = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
const [, table = ''] = /## Personal data\n([\s\S]*?)\n## /.exec(guide) ?? []
const listed = new Set(
  table.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name)),
)

it('has an end in the operator’s guide for every column that may tell of a person, and for no other', async () => {
  const rows = await shop.query<{ column: string; table: string; name: string }>(
    `select c.table_name || '.' || c.column_name as column, c.table_name as table, c.column_name as name
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`,
  )
  const columns = new Set(rows.map(({ column }) => column))
  const personal = rows.filter(({ table, name }) => telling.test(name) && !ofThings.has(table))
  expect(listed.size).toBeGreaterThan(30)
  expect(personal.map(({ column }) => column).filter((each) => !listed.has(each) && !ofNobody.has(each))).toEqual([])
  expect([...listed, ...ofNobody].filter((each) => !each || !columns.has(each))).toEqual([])
  expect([...listed].filter((each) => each && ofNobody.has(each))).toEqual([])
})

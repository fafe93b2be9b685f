import { randomUUID } from 'node:crypto'
import type { OpenAPIObject } from 'trpc-to-openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { documentedOperations } from '../../testing/documented-operations.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct, makeReview } from '../../testing/factories.ts'
import type { Product } from '../catalogue/product.entity.ts'

let shop: TestApp
let headers: { cookie: string }
let product: Product
let endpointId: string
let made = 0
beforeAll(async () => {
  shop = await buildTestApp()
  headers = await logIn(shop.deps.orm)
  product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
  endpointId = await idOf(
    `insert into webhook_endpoints (url, types, position, created_at, updated_at)
     values ('http://192.0.2.1/hook', '{order.paid}', 0, now(), now()) returning id`,
    [],
  )
})
afterAll(() => shop[Symbol.asyncDispose]())

const idOf = async (statement: string, values: unknown[]) =>
  (await shop.query<{ id: string }>(statement, values))[0]?.id ?? ''

/** When a row was stored, as the list is sorted, and when it was changed last. */
interface Times {
  created: string
  updated: string
}

interface List {
  /** The member of its answers that holds the rows. */
  rows: string
  /** Adds a row, now unless a time is given, and answers its id. */
  add: (times?: Times) => Promise<string>
  /** A search that finds every row. */
  search?: string
  hasNoOffset?: true
  /** Answers no total. */
  isUncounted?: true
  /** Nothing of a row changes after it was stored. */
  isUnchanging?: true
}

const dated = async (table: string, id: string, times: Times | undefined) => {
  if (times)
    await shop.query(`update ${table} set created_at = $2, updated_at = $3 where id = $1`, [
      id,
      times.created,
      times.updated,
    ])
  return id
}
const now = () => new Date().toISOString()
const addReview = async (times?: Times) => dated('reviews', (await makeReview(shop.deps.orm, product)).id, times)

const lists: Record<string, List> = {
  '/admin/orders': {
    rows: 'orders',
    search: 'mr',
    add: async (times) => dated('orders', (await makeOrder(shop.deps.orm)).id, times),
  },
  '/admin/payments': {
    rows: 'payments',
    search: 'mr',
    add: async (times) =>
      dated('payments', (await makePayment(shop.deps.orm, await makeOrder(shop.deps.orm))).id, times),
  },
  '/admin/customers': {
    rows: 'customers',
    search: 'amina',
    hasNoOffset: true,
    isUncounted: true,
    add: async (times) => {
      const { id } = await makeOrder(shop.deps.orm)
      await shop.query('update orders set customer_phone = $2 where id = $1', [id, String(799_000_000 + ++made)])
      return await dated('orders', id, times)
    },
  },
  '/admin/products': {
    rows: 'products',
    hasNoOffset: true,
    add: async (times) =>
      dated('products', (await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, `C${++made}`))).id, times),
  },
  '/admin/reviews': { rows: 'reviews', add: addReview },
  '/admin/reviews/search': { rows: 'reviews', search: 'day', add: addReview },
  '/admin/transactions': {
    rows: 'transactions',
    search: 'ref',
    add: ({ created, updated } = { created: now(), updated: now() }) =>
      idOf(
        `insert into gateway_transactions (gateway, reference, kind, amount_cents, first_source, occurred_at, created_at)
         values ('mpesa', $1, 'payment', 77, 'pull', $2, $3) returning id`,
        [`REF${++made}`, created, updated],
      ),
  },
  '/admin/refunds': {
    rows: 'refunds',
    hasNoOffset: true,
    add: async ({ created, updated } = { created: now(), updated: now() }) => {
      const payment = await makePayment(shop.deps.orm, await makeOrder(shop.deps.orm))
      await shop.query(`update payments set status = 'completed' where id = $1`, [payment.id])
      return await idOf(
        `insert into payment_refunds (payment_id, payment_method, status, amount, reason, requested_by, requested_at,
           updated_at)
         values ($1, 'mpesa', 'unknown', 1, 'Broken', 'administrator', $2, $3) returning id`,
        [payment.id, created, updated],
      )
    },
  },
  '/admin/receipt-claims': {
    rows: 'claims',
    hasNoOffset: true,
    isUnchanging: true,
    add: async ({ created } = { created: now(), updated: now() }) =>
      idOf(
        `insert into receipt_claims (order_id, gateway, receipt, asked_at) values ($1, 'mpesa', $2, $3) returning id`,
        [(await makeOrder(shop.deps.orm)).id, `SKJ${++made}`, created],
      ),
  },
  '/admin/webhooks/{id}/deliveries': {
    rows: 'deliveries',
    add: ({ created, updated } = { created: now(), updated: now() }) =>
      idOf(
        `insert into webhook_deliveries (endpoint_id, position, message_id, type, subject, body, state, created_at,
           last_attempt_at)
         values ($1, $2, 'evt', 'order.paid', 'x', '{}', 'failed', $3, $4) returning id`,
        [endpointId, ++made, created, updated],
      ),
  },
}

type Row = { id: string }
const get = (path: string, query: string) =>
  shop.app.inject({ url: `/api${path.replace('{id}', endpointId)}?${query}`, headers })
async function pageOf(path: string, query: string) {
  const answer = await get(path, query)
  expect(answer.statusCode, answer.body).toBe(200)
  const { nextCursor, total, [lists[path]?.rows ?? '']: rows } = answer.json()
  return { ids: (rows as Row[]).map(({ id }) => id), nextCursor: nextCursor as string | null, total: total as number }
}

/** Every row that a program reads by cursor, with `between` done before each page. */
async function readAll(path: string, query: string, between: () => Promise<unknown> = async () => undefined) {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    await between()
    const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(path, `${query}${cursor && `&cursor=${cursor}`}`)
    ids.push(...page.ids)
    cursor = page.nextCursor
  }
  return ids
}

/** A cursor that somebody made up. */
const cursorAt = (time: string) => `cursor=${Buffer.from(`${time}|${randomUUID()}`).toString('base64url')}`

describe.each(Object.entries(lists))('GET %s', (path, { add, search, hasNoOffset, isUncounted, isUnchanging }) => {
  it('gives a program every row once while others are added', async () => {
    const before: string[] = []
    for (let nth = 0; nth < 7; nth++) before.push(await add())
    const since = 'createdFrom=2000-01-01T00:00:00%2B03:00'
    for (const filter of ['', `&${since}`, ...(search ? [`&search=${search}`] : [])]) {
      const { ids: known } = await pageOf(path, `limit=100${filter}`)
      expect(known).toEqual(expect.arrayContaining(before))
      const read = await readAll(path, `limit=3${filter}`, () => add())
      expect(new Set(read).size).toBe(read.length)
      expect(known.filter((id) => !read.includes(id))).toEqual([])
    }
  })

  it('passes nobody over whose time is the same to the microsecond', async () => {
    const created = '2026-03-09 06:30:00.123456Z'
    const same = await Promise.all(Array.from({ length: 5 }, () => add({ created, updated: created })))
    const { ids: listed } = await pageOf(path, 'limit=100')
    const read = await readAll(path, 'limit=3')
    expect(read).toEqual(listed)
    expect(read.filter((id) => same.includes(id))).toHaveLength(5)
  })

  it('goes on by offset as before, where it has one', async () => {
    const { ids } = await pageOf(path, 'limit=4')
    const answer = await get(path, 'limit=2&offset=2')
    if (hasNoOffset) expect(answer.statusCode).toBe(400)
    else expect((await pageOf(path, 'limit=2&offset=2')).ids).toEqual(ids.slice(2))
  })

  // Two lists may be of the same rows.
  const year = 2031 + Object.keys(lists).indexOf(path)

  it('is narrowed by time', async () => {
    const at = (day: string) => `${year}-01-${day}T00:00:00Z`
    const early = await add({ created: at('01'), updated: at('05') })
    const late = await add({ created: at('02'), updated: at('02') })
    const found = async (query: string) => (await pageOf(path, query)).ids
    expect(await found(`createdFrom=${at('01')}&createdTo=${at('03')}`)).toEqual([late, early])
    expect(await found(`createdFrom=${at('01')}&createdTo=${at('02')}`)).toEqual([early])
    expect(await found(`createdFrom=${year}-01-02T03:00:00%2B03:00&createdTo=${at('03')}`)).toEqual([late])
    expect(await found(`updatedSince=${year}-01-04T03:00:00%2B03:00&createdTo=${at('03')}`)).toEqual(
      isUnchanging ? [] : [early],
    )
    const { total, nextCursor } = await pageOf(path, `createdFrom=${at('01')}&createdTo=${at('03')}&limit=1`)
    expect([total, typeof nextCursor]).toEqual([isUncounted ? undefined : 2, 'string'])
  })

  it('refuses a cursor that is not ours, and a time without its zone', async () => {
    for (const query of [
      'cursor=x',
      'cursor=',
      `cursor=${Buffer.from('now|1').toString('base64url')}`,
      ...['1', '2026', '2026-02-30 00:00:00+00', '1 Jan 2026 (GMT)'].map(cursorAt),
      'createdFrom=2031-01-01',
    ])
      expect((await get(path, query)).statusCode).toBe(400)
  })
})

it.each(['orders', 'payments', 'products'])('the file of %s is narrowed by time as its list is', async (what) => {
  const all = await pageOf(`/admin/${what}`, 'limit=100')
  for (const filter of [
    'createdFrom=2030-01-01T00:00:00Z',
    'createdTo=2026-03-10T00:00:00Z',
    'updatedSince=2030-01-01T00:00:00Z',
  ]) {
    const { ids } = await pageOf(`/admin/${what}`, `limit=100&${filter}`)
    const file = await get(`/admin/${what}.csv`, filter)
    expect(file.body.trim().split('\n'), filter).toHaveLength(ids.length + 1)
    expect(ids.length).toBeGreaterThan(0)
    expect(ids.length).toBeLessThan(all.ids.length)
  }
})

describe('the document', () => {
  const parametersOf = ({ parameters = [] }: { parameters?: unknown[] }) =>
    (parameters as { name: string }[]).map(({ name }) => name)
  const following = ['createdFrom', 'createdTo', 'updatedSince']
  const readings = async () => (await operations()).filter(({ method }) => method === 'GET')

  it('has no list in pages that a program cannot follow, but those with a position of their own', async () => {
    const others = new Map([
      ['/products', 'what shoppers turn over, by number and in their order; /admin/products is for programs'],
      ['/events', 'goes on from `after`'],
      ['/admin/setting-changes', 'an array, which goes on from `before`'],
    ])
    const paged = (await readings()).filter(({ address, ...each }) => {
      return !others.has(address) && parametersOf(each).some((name) => name === 'limit' || name === 'cursor')
    })
    expect(paged.map(({ address }) => address).sort()).toEqual(Object.keys(lists).sort())
    for (const each of paged) {
      expect(parametersOf(each), each.name).toEqual(expect.arrayContaining(['limit', 'cursor', ...following]))
    }
  })

  it('has no list of the administrator without pages, but those that stay short', async () => {
    const short = [
      '/admin/api-keys', // the owner makes each
      '/admin/cash-up', // of one day
      '/admin/categories/use', // the owner makes each category
      '/admin/health', // of these days
      '/admin/overview', // of these days
      '/admin/packing-slips', // those that are asked for
      '/admin/push', // 20 browsers
      '/admin/stock/low', // what is low, at most 100
      '/admin/webhook-events', // what waits for the owner, the newest 50
      '/admin/webhooks', // the owner makes each
    ]
    const known = new Set([...short, ...Object.keys(lists), '/admin/setting-changes'])
    const document = await documentNow()
    const unknown = (await readings()).filter(({ address, responses }) => {
      const isOfAll = address.startsWith('/admin/') && !address.includes('{')
      return isOfAll && !known.has(address) && holdsRows(document, responses?.[200])
    })
    expect(unknown.map(({ name }) => name)).toEqual([])
  })

  it('lets the files of these lists be narrowed as they are', async () => {
    const files = (await readings()).filter(({ address }) => Object.hasOwn(lists, address.replace(/\.csv$/, '')))
    const narrowed = files.filter(({ address }) => address.endsWith('.csv'))
    expect(narrowed).toHaveLength(3)
    for (const file of narrowed) expect(parametersOf(file), file.name).toEqual(expect.arrayContaining(following))
  })
})

const documentNow = async (): Promise<OpenAPIObject> => (await shop.app.inject('/api/openapi.json')).json()
const operations = async () => documentedOperations(await documentNow())

interface Schema {
  $ref?: string
  type?: string
  items?: Schema
  properties?: Record<string, Schema>
}

/** Whether an answer is an array of objects, or has one. */
function holdsRows({ components }: OpenAPIObject, response: unknown): boolean {
  const resolved = ({ $ref, ...schema }: Schema): Schema =>
    $ref ? (components?.schemas?.[$ref.replace('#/components/schemas/', '')] as Schema) : schema
  const { content = {} } = response as { content?: Record<string, { schema?: Schema }> }
  const answer = resolved(content['application/json']?.schema ?? {})
  return [answer, ...Object.values(answer.properties ?? {})].some(
    ({ items }) => items !== undefined && resolved(items).properties !== undefined,
  )
}

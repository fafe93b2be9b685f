import type { EventList } from '@marashi/domain/contracts/event-list'
import { eventTypes } from '@marashi/domain/contracts/events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { errorOf } from '../../testing/documented-operations.ts'
import { logIn, makeCategory, makeOrder, makeProduct, makeReview } from '../../testing/factories.ts'
import { purgeEvents } from './purge-events.ts'

let shop: TestApp
let session: Record<string, string>
beforeAll(async () => {
  shop = await buildTestApp({ env: { LIMIT_KEYS: 'off' } })
  session = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())

const get = (query: string, headers: Record<string, string> = session) =>
  shop.app.inject({ url: `/api/events?${query}`, headers })
const read = async (query: string, headers?: Record<string, string>) => (await get(query, headers)).json<EventList>()

async function keyFor(...scopes: string[]) {
  const payload = { name: 'Bookkeeping', scopes }
  const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/api-keys', headers: session, payload })
  return { authorization: `Bearer ${answer.json().key}` }
}

const typesOf = ({ events }: EventList) => new Set(events.map(({ type }) => type))

it('gives a key the events of its areas alone, and passes over the others', async () => {
  const { orm } = shop.deps
  const { next } = await read('limit=500')
  const product = await makeProduct(orm, await makeCategory(orm, 'Oud'))
  await makeOrder(orm)
  await makeReview(orm, product, { status: 'pending' })
  const from = (headers?: Record<string, string>, more = '') => read(`after=${next}${more}`, headers)

  const all = await from()
  expect(typesOf(all)).toEqual(new Set(['product.created', 'order.placed', 'review.submitted']))
  const orders = await from(await keyFor('orders:read'))
  expect(typesOf(orders)).toEqual(new Set(['order.placed']))
  expect(orders.next).toBe(all.next)
  const both = await keyFor('catalogue:write', 'reviews:read')
  expect(typesOf(await from(both))).toEqual(new Set(['product.created', 'review.submitted']))
  expect(typesOf(await from(both, '&type=review.submitted,stock.low'))).toEqual(new Set(['review.submitted']))

  const foreign = await get('type=review.submitted,order.paid', both)
  expect([foreign.statusCode, foreign.json().error]).toEqual([
    403,
    'This key has no scope orders:read, which order.paid needs.',
  ])
  expect(errorOf(await get('', await keyFor('customers:write')))).toBe('403 FORBIDDEN')
  expect(errorOf(await get('type=order.eaten'))).toBe('400 BAD_REQUEST')
  for (const type of eventTypes) expect((await get(`type=${type}`)).statusCode, type).toBe(200)
})

it('says where the log has gone, and that it has not come so far', async () => {
  const { next } = await read('limit=500')
  const early = await get(`after=${next + 1}`)
  expect([early.statusCode, early.json().error]).toEqual([
    400,
    `There is no event ${next + 1} yet: the last one is ${next}.`,
  ])
  await shop.query('alter table events disable trigger user')
  await shop.query(`update events set written_at = written_at - interval '32 days' where position < $1`, [next])
  await shop.query('alter table events enable trigger user')
  await purgeEvents({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
  expect(errorOf(await get(`after=${next - 2}`))).toBe('400 EVENTS_GONE')
  for (const after of [0, next - 1]) expect((await read(`after=${after}`)).events[0]?.id).toBe(next)
  expect((await read(`after=${next}`)).events).toEqual([])
})

it('goes on behind an event that it cannot read', async () => {
  const { next } = await read('limit=500')
  await shop.query(
    `insert into events (type, subject, occurred_at, data) values ('order.refunded', 'x', now(), '{"refunded": null}')`,
  )
  const { id } = await makeOrder(shop.deps.orm)
  const { events, next: behind } = await read(`after=${next}`)
  expect(events.map(({ id, subject }) => [id, subject])).toEqual([[next + 2, id]])
  expect(behind).toBe(next + 2)
})

const EVENTS = 100_000
const WRITERS = 8
const IN_ONE = 250
const rolledBack = new Error('rolled back')

it(`gives each of ${EVENTS} events once to readers by cursor, while others write and roll back`, async () => {
  await using busy = await buildTestApp({ env: { LIMIT_KEYS: 'off' } })
  const headers = await logIn(busy.deps.orm)
  let left = EVENTS / IN_ONE
  const write = async (writer: number) => {
    for (let turn = 0; left > 0; turn++) {
      const isRolledBack = turn % 5 === writer % 5
      if (!isRolledBack) left--
      await busy.deps.orm.em
        .fork()
        .transactional(async (tx) => {
          await tx.execute(
            `insert into shop_setting_changes (key, before, after, changed_at, changed_by)
             select ?, '"1"', '"2"', now(), 'x' from generate_series(1, ?)`,
            [isRolledBack ? 'never' : `writer ${writer}`, IN_ONE],
          )
          // Those that began first do not end first.
          await tx.execute('select pg_sleep(random() * 0.02)')
          if (isRolledBack) throw rolledBack
        })
        .catch((error: unknown) => {
          if (error !== rolledBack) throw error
        })
    }
  }
  let isWriting = true
  const readAll = async (limit: number) => {
    const ids: number[] = []
    let after = 0
    for (let mayEnd = false; ; mayEnd = !isWriting) {
      const answer = await busy.app.inject({ url: `/api/events?after=${after}&limit=${limit}`, headers })
      const { events, next } = answer.json<EventList>()
      ids.push(...events.map(({ id }) => id))
      expect(events.filter(({ subject }) => subject === 'never')).toEqual([])
      after = next
      if (events.length === 0 && mayEnd) return ids
    }
  }
  const readers = [readAll(500), readAll(500)]
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
  isWriting = false
  const expected = Array.from({ length: EVENTS }, (_, index) => index + 1)
  for (const ids of await Promise.all(readers)) {
    expect(ids.length).toBe(EVENTS)
    expect(ids).toEqual(expected)
  }
}, 300_000)

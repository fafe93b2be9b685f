import { isId } from '@marashi/domain/rules/record-id'
import { cloneDatabase } from '@marashi/postgres/test-databases'
import type { AnyProcedure } from '@trpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import type { FaultPoint } from '../../fault-points.ts'
import { createKey } from '../../modules/admin/api-keys/create-key.ts'
import type { Order } from '../../modules/orders/order.entity.ts'
import { purgeExpired } from '../../modules/payments/purge-expired.ts'
import { appRouter } from '../../router.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { databaseAway } from '../../testing/database-away.ts'
import { logIn, makeCategory, makeOrder, makeProduct } from '../../testing/factories.ts'
import { multipart, redAndBlue } from '../../testing/photos.ts'
import { startShopProcesses, untilServed } from '../../testing/shop-processes.ts'
import { jobContext } from '../context.ts'
import type { ProcedureMeta } from '../procedures.ts'
import { holdClaim, releaseClaim } from './kept-answers.ts'
import { hashOf, repeatIdOf } from './request-claim.ts'

/** That each write is done once is derived from the router in transports.test.ts. */
let shop: TestApp
let order: Order
let headers: Record<string, string>
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  headers = await logIn(shop.deps.orm)
  order = await makeOrder(shop.deps.orm, { total: 4_850 })
  await shop.query('delete from request_keys')
})

const paymentOf = ({ id }: Order) => ({ orderId: id, paymentMethod: 'mpesa', amount: 485_000, status: 'completed' })
const pay = (key: string, { of = shop, as = headers, payload = paymentOf(order) as object } = {}) =>
  of.app.inject({ method: 'POST', url: '/api/admin/payments', headers: { ...as, 'idempotency-key': key }, payload })
const refund = (id: string, key: string, { of = shop, as = headers, amount = 100 } = {}) =>
  of.app.inject({
    method: 'POST',
    url: `/api/admin/payments/${id}/refunds`,
    headers: { ...as, 'idempotency-key': key },
    payload: { amount, way: 'manual', reason: 'Broken' },
  })

/** What a program with a key of its own sends. */
async function program(name: string, of = shop) {
  const ctx = jobContext({ ...of.deps, log: of.app.log })
  const { key } = await createKey(ctx, { name, scopes: ['payments:write'] })
  return { authorization: `Bearer ${key}` }
}

/** How many rows there are. */
const count = async (table: 'payments' | 'payment_refunds' | 'request_keys' | 'uploaded_pictures', of = shop) =>
  (await of.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count

describe('of fifty equal requests at once', () => {
  const one = { timeout: 60_000 }

  it('one records a payment, and the others get its answer or are asked to wait', one, async () => {
    const before = (await count('payments')) ?? 0
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay('race')))
    const done = answers.filter(({ statusCode }) => statusCode === 201)
    const others = answers.filter(({ statusCode }) => statusCode !== 201)
    expect(new Set(done.map(({ body }) => body)).size).toBe(1)
    expect(others.map((answer) => answer.json().code)).toEqual(others.map(() => 'REQUEST_RUNNING'))
    expect(others.every((answer) => Number(answer.headers['retry-after']) > 0)).toBe(true)
    expect(await count('payments')).toBe(before + 1)
    expect((await pay('race')).body).toBe(done[0]?.body)
  })

  it('one gives money back', one, async () => {
    const { id } = (await pay('before')).json()
    const before = (await count('payment_refunds')) ?? 0
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(id, 'race')))
    const codes = answers.map((answer) => (answer.statusCode === 201 ? 201 : answer.json().code))
    expect(new Set(codes)).toEqual(new Set([201, 'REQUEST_RUNNING']).intersection(new Set(codes)))
    expect(codes).toContain(201)
    expect(await count('payment_refunds')).toBe(before + 1)
  })
})

it('refuses what is nested too deeply to be compared with an earlier request', async () => {
  const deep = `{"amount":${'['.repeat(45_000)}${']'.repeat(45_000)}}`
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/admin/payments',
    headers: { ...headers, 'idempotency-key': 'deep', 'content-type': 'application/json' },
    payload: deep,
  })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'BAD_REQUEST'])
})

it('asks for no second connection within its transaction, in which many at once would wait for one another', async () => {
  await using narrow = await buildTestApp({ poolSize: 1 })
  const as = await logIn(narrow.deps.orm)
  const { id } = await makeOrder(narrow.deps.orm)
  const writes: [method: 'POST' | 'PUT' | 'PATCH', path: string, payload: object][] = [
    ['POST', '/admin/payments', { ...paymentOf(order), orderId: id, amount: 100, status: 'pending' }],
    ['PUT', '/admin/settings/shop.phone', { value: '0722 000 111', version: 0 }],
    ['POST', '/categories', { name: 'Citrus' }],
    ['PATCH', `/admin/orders/${id}/status`, { status: 'shipped' }],
    ['PATCH', '/admin/orders/status', { changes: [{ id, status: 'delivered' }] }],
  ]
  for (const [method, path, payload] of writes) {
    narrow.deps.settings.invalidate()
    const headers = { ...as, 'idempotency-key': 'narrow' }
    const answer = await narrow.app.inject({ method, url: `/api${path}`, headers, payload })
    expect([path, answer.statusCode]).toEqual([path, method === 'POST' ? 201 : 200])
  }
  const { phone } = (await narrow.app.inject('/api/shop')).json()
  expect(phone).toContain('722')
})

describe('a process that is killed', () => {
  /** Sends what `send` answers to a process that dies at `point`, and calls `then` with a shop that goes on. */
  async function killedAt(
    point: FaultPoint,
    prepare: (after: TestApp, as: Record<string, string>) => Promise<{ path: string; payload: object }>,
    then: (after: TestApp, again: () => ReturnType<typeof pay>) => Promise<void>,
  ): Promise<void> {
    const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
    try {
      await using after = await buildTestApp({ databaseUrl: url })
      const as = { ...(await program('any', after)), 'idempotency-key': 'killed' }
      const { path, payload } = await prepare(after, as)
      await using dying = await startShopProcesses(1, url, { FAULT_POINT: point })
      const sent = untilServed(() =>
        fetch(`http://127.0.0.1:${dying.ports[0]}/api${path}`, {
          method: 'POST',
          headers: { ...as, 'content-type': 'application/json' },
          body: JSON.stringify(payload),
        }),
      )
      await expect(sent).rejects.toThrow()
      await then(after, () => after.app.inject({ method: 'POST', url: `/api${path}`, headers: as, payload }))
    } finally {
      await drop()
    }
  }

  const patiently = { timeout: 90_000 }
  const payment = async (after: TestApp) => ({
    path: '/admin/payments',
    payload: paymentOf(await makeOrder(after.deps.orm, { total: 4_850 })),
  })

  it('before both are stored has done nothing: the repeated request does it', patiently, async () => {
    await killedAt('answer-before-commit', payment, async (after, again) => {
      expect(await count('payments', after)).toBe(0)
      const repeated = await again()
      expect([repeated.statusCode, repeated.headers['idempotency-replayed']]).toEqual([201, undefined])
      expect(await count('payments', after)).toBe(1)
    })
  })

  it('before its answer was sent has done it: the repeated request gets that answer', patiently, async () => {
    await killedAt('answer-committed', payment, async (after, again) => {
      const [row] = await after.query<{ id: string }>('select id from payments')
      const repeated = await again()
      expect([repeated.json().id, repeated.headers['idempotency-replayed']]).toEqual([row?.id, 'true'])
      expect(await count('payments', after)).toBe(1)
    })
  })

  it('between a refund and its note gives no money back twice', patiently, async () => {
    const refundOf = async (after: TestApp, as: Record<string, string>) => {
      const of = await makeOrder(after.deps.orm, { total: 4_850 })
      const { id } = (await pay('paid', { of: after, as, payload: paymentOf(of) })).json()
      return { path: `/admin/payments/${id}/refunds`, payload: { amount: 100, way: 'manual', reason: 'Broken' } }
    }
    await killedAt('refund-stored', refundOf, async (after, again) => {
      expect(await count('payment_refunds', after)).toBe(1)
      expect((await again()).json().code).toBe('REQUEST_RUNNING')
      await after.query(`update request_keys set held_until = now() - interval '1 second' where answered_at is null`)
      expect((await again()).statusCode).toBe(201)
      expect((await again()).headers['idempotency-replayed']).toBe('true')
      expect(await count('payment_refunds', after)).toBe(1)
    })
  })
})

it.each([
  ['just after it was done', 1, 'true'],
  // Every try to keep the answer.
  ['for longer than anybody waits', 5, undefined],
])(
  'tells of a refund that was given where the database was away %s, and gives none twice',
  async (_, times, replayed) => {
    await using away = await buildTestApp()
    const of = away
    const as = await logIn(away.deps.orm)
    const sold = await makeOrder(away.deps.orm, { total: 4_850 })
    const { id } = (await pay('paid', { of, as, payload: paymentOf(sold) })).json()
    await databaseAway(away, { table: 'request_keys', column: 'answered_at', times })
    const first = await refund(id, 'back', { of, as })
    expect(first.statusCode).toBe(201)
    await away.query(`update request_keys set held_until = now() - interval '1 second' where answered_at is null`)
    const again = await refund(id, 'back', { of, as })
    expect([again.statusCode, again.json().id, again.headers['idempotency-replayed']]).toEqual([
      201,
      first.json().id,
      replayed,
    ])
    expect(await count('payment_refunds', away)).toBe(1)
  },
)

describe('a key', () => {
  it('belongs to its caller: the owner, in any of her browsers, or a key of the API', async () => {
    const first = await pay('shared')
    expect((await pay('shared', { as: await logIn(shop.deps.orm) })).json().id).toBe(first.json().id)
    const pending = { ...paymentOf(order), status: 'pending' }
    const [one, other] = [await program('one'), await program('other')]
    const ids = [
      (await pay('shared', { as: one, payload: pending })).json().id,
      (await pay('shared', { as: other, payload: pending })).json().id,
      first.json().id,
    ]
    expect(new Set(ids).size).toBe(3)
    expect((await pay('shared', { as: one, payload: pending })).json().id).toBe(ids[0])
  })

  it('repeats what anybody may do, for a key of the API; a visitor’s is not looked at', async () => {
    const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, `Oud ${Math.random()}`))
    const review = async (as: Record<string, string>, content = 'Lasts the whole day.') => {
      const answer = await shop.app.inject({
        method: 'POST',
        url: `/api/products/${product.id}/reviews`,
        headers: { ...as, 'idempotency-key': 'review' },
        payload: { rating: 5, content },
      })
      return [answer.statusCode, answer.json().id, answer.headers['idempotency-replayed']]
    }
    const bot = await program('a bot')
    const first = await review(bot)
    expect(await review(bot)).toEqual([201, first[1], 'true'])
    const visitors = [await review({}, 'Mine lasts a week.'), await review({}, 'Mine has run out.')]
    expect(visitors.map(([status, , replayed]) => [status, replayed])).toEqual([
      [201, undefined],
      [201, undefined],
    ])
    expect(new Set([first[1], ...visitors.map(([, id]) => id)]).size).toBe(3)
  })

  it('belongs to one operation', async () => {
    const { id } = (await pay('one')).json()
    expect((await refund(id, 'one')).statusCode).toBe(201)
  })

  it('of a request that was refused may come again, with another body too', async () => {
    expect((await pay('refused', { payload: { ...paymentOf(order), orderId: 'MR1' } })).statusCode).toBe(400)
    expect((await pay('refused')).statusCode).toBe(201)
    const { id } = (await pay('refused')).json()
    expect((await refund(id, 'too much', { amount: 10_000_000 })).statusCode).toBe(400)
    expect((await refund(id, 'too-much', { amount: 10_000_000 })).json().code).toBe('CONFLICT')
    expect((await refund(id, 'too-much')).statusCode).toBe(201)
  })

  it('of a request that failed leaves nothing done, and may come again', async () => {
    await shop.query(`alter table request_keys add constraint broken check (status is null or status <> 201)`)
    const before = await count('payments')
    expect((await pay('failed')).statusCode).toBe(500)
    expect(await count('payments')).toBe(before)
    await shop.query('alter table request_keys drop constraint broken')
    expect((await pay('failed')).statusCode).toBe(201)
    expect(await count('payments')).toBe((before ?? 0) + 1)
  })

  it('whose claim ran out is not let go of by who held it before', async () => {
    const em = shop.deps.orm.em.fork()
    const claim = { caller: 'owner', operation: 'POST /x', key: 'late', requestHash: 'h' }
    const [now, later] = [shop.deps.clock(), new Date(shop.deps.clock().getTime() + 1_000)]
    expect(await holdClaim(em, claim, { now, heldUntil: now })).toBe(true)
    expect(await holdClaim(em, claim, { now, heldUntil: later })).toBe(true)
    await releaseClaim(em, claim, now)
    expect(await holdClaim(em, claim, { now, heldUntil: later })).toBe(false)
    await releaseClaim(em, claim, later)
    expect(await count('request_keys')).toBe(0)
  })

  it('keeps no secret in what it keeps', async () => {
    const ask = (url: string, key: string, payload?: object) =>
      shop.app.inject({
        method: 'POST',
        url,
        headers: { ...headers, 'idempotency-key': key },
        ...(payload && { payload }),
      })
    const hook = await ask('/api/admin/webhooks', 'hook', { url: 'https://receiver.test/kept', types: ['order.paid'] })
    const { id, secret } = hook.json()
    const rotated = await ask(`/api/admin/webhooks/${id}/secrets`, 'rotate')
    const made = await ask('/api/admin/api-keys', 'key', { name: 'a bot', scopes: ['orders:read'] })
    const secrets = [secret, rotated.json().secrets[0].secret, made.json().key]
    expect(secrets.every((each) => typeof each === 'string' && each.length > 20)).toBe(true)
    const kept = JSON.stringify(await shop.query('select * from request_keys'))
    expect(secrets.filter((each) => kept.includes(each))).toEqual([])
    expect((await ask(`/api/admin/webhooks/${id}/secrets`, 'rotate')).json().code).toBe('ANSWER_NOT_KEPT')
    const current = await shop.app.inject({ url: `/api/admin/webhooks/${id}/secrets`, headers })
    expect(current.json().secrets[0].secret).toBe(secrets[1])
  })

  it('is asked for after the caller was let in', async () => {
    await pay('closed')
    expect((await pay('closed', { as: {} })).statusCode).toBe(401)
  })

  it('makes the upload of a file repeatable too', async () => {
    const { payload, headers: type } = multipart({ name: 'image', bytes: await redAndBlue().png().toBuffer() })
    const upload = (bytes = payload) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/admin/uploads/image',
        headers: { ...headers, ...type, 'idempotency-key': 'picture' },
        payload: bytes,
      })
    const first = await upload()
    const again = await upload()
    expect([again.statusCode, again.body]).toEqual([200, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    const other = multipart({ name: 'image', bytes: await redAndBlue(300, 200).png().toBuffer() })
    expect((await upload(other.payload)).json().code).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(await count('uploaded_pictures')).toBe(1)
  })

  it('is kept for 7 days, of one caller the newest 50,000', async () => {
    const insert = (caller: string, from: number, to: number, days: number) =>
      shop.query(
        `insert into request_keys (caller, operation, key, request_hash, answered_at, created_at)
         select $1, 'POST /categories', 'n' || nth, '', now(), now() - $4 * interval '1 day' + nth * interval '1 ms'
         from generate_series($2::int, $3::int) nth`,
        [caller, from, to, days],
      )
    await insert('owner', 1, 2, 8)
    await insert('owner', 3, 4, 6)
    await insert('key a', 1, 50_003, 1)
    await purgeExpired({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
    const left = await shop.query(
      `select caller, count(*)::int as count, min(substr(key, 2)::int) as first from request_keys group by 1 order by 1`,
    )
    expect(left).toEqual([
      { caller: 'key a', count: 50_000, first: 4 },
      { caller: 'owner', count: 2, first: 3 },
    ])
  })
})

describe('over tRPC, which the back office speaks', () => {
  const call = (procedure: string, key: string, payload: object, as = headers) =>
    shop.app.inject({
      method: 'POST',
      url: `/trpc/admin.${procedure}`,
      headers: { ...as, 'content-type': 'application/json', 'idempotency-key': key },
      payload,
    })
  const codeOf = (answer: { json: () => { error: { data: { code: string } } } }) => answer.json().error.data.code

  it('a payment whose answer was lost is recorded once, however often it is sent', async () => {
    const before = (await count('payments')) ?? 0
    const first = await call('payments.create', 'lost', paymentOf(order))
    const again = await call('payments.create', 'lost', paymentOf(order))
    expect([first.statusCode, again.statusCode]).toEqual([200, 200])
    expect(again.body).toBe(first.body)
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
    expect((await pay('lost')).json()).toEqual(first.json().result.data)
    const other = await call('payments.create', 'lost', { ...paymentOf(order), amount: 100 })
    expect([other.statusCode, codeOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await count('payments')).toBe(before + 1)
  })

  it('what was refused is not kept, and has done nothing', async () => {
    const refused = await call('categories.create', 'again', { name: '' })
    expect(refused.statusCode).toBe(400)
    expect(await count('request_keys')).toBe(0)
    expect((await call('categories.create', 'again', { name: `Citrus ${Math.random()}` })).statusCode).toBe(200)
  })

  it('what is not a transaction, has no answer or holds a secret is done once too', async () => {
    const { id } = (await pay('paid')).json()
    const payload = { id, amount: 100, way: 'manual', reason: 'Broken' }
    const before = (await count('payment_refunds')) ?? 0
    const first = await call('refunds.request', 'back', payload)
    expect((await call('refunds.request', 'back', payload)).body).toBe(first.body)
    expect(await count('payment_refunds')).toBe(before + 1)
    const gone = await makeOrder(shop.deps.orm)
    for (const _ of [1, 2]) {
      const removed = await call('orders.remove', 'gone', { id: gone.id })
      expect([removed.statusCode, removed.json()]).toEqual([200, { result: {} }])
    }
    const hook = { url: 'https://receiver.test/once', types: ['order.paid'] }
    expect((await call('webhooks.create', 'hook', hook)).statusCode).toBe(200)
    expect(codeOf(await call('webhooks.create', 'hook', hook))).toBe('ANSWER_NOT_KEPT')
    expect(await shop.query('select from webhook_endpoints where url = $1', [hook.url])).toHaveLength(1)
  })

  it('nobody is answered who was not let in', async () => {
    await call('payments.create', 'closed', paymentOf(order))
    expect((await call('payments.create', 'closed', paymentOf(order), {})).statusCode).toBe(401)
  })
})

it('lets no transaction take back that a wrong password was counted', () => {
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>)
  const withPassword = procedures.filter(([, { _def }]) => {
    const [input] = (_def as unknown as { inputs: unknown[] }).inputs
    const { access } = _def.meta as ProcedureMeta
    return access === 'administrator' && input instanceof z.ZodObject && 'password' in input.shape
  })
  expect(withPassword.length).toBeGreaterThan(3)
  expect(withPassword.filter(([, { _def }]) => !(_def.meta as ProcedureMeta).asksOthers)).toEqual([])
})

describe('what identifies a request', () => {
  it('is its content, in any order of its fields, without a password', () => {
    expect(hashOf({ a: 1, b: { c: 2, d: [1, 2] } })).toBe(hashOf({ b: { d: [1, 2], c: 2 }, a: 1 }))
    expect(hashOf({ a: [1, 2] })).not.toBe(hashOf({ a: [2, 1] }))
    expect(hashOf({ id: 'x', password: 'one' })).toBe(hashOf({ id: 'x', password: 'two' }))
  })

  it('is an id for what it stores', () => {
    const claim = { caller: 'owner', operation: 'POST /x', key: 'a', requestHash: 'h' }
    expect(isId(repeatIdOf(claim))).toBe(true)
    expect(repeatIdOf(claim)).toBe(repeatIdOf({ ...claim }))
    for (const other of [{ caller: 'key 1' }, { operation: 'POST /y' }, { key: 'b' }, { requestHash: 'i' }]) {
      expect(repeatIdOf({ ...claim, ...other })).not.toBe(repeatIdOf(claim))
    }
  })
})

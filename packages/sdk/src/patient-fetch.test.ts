import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerOf } from './answer-of.ts'
import { NoAnswerError } from './no-answer-error.ts'
import { json, shopThat, shopWith } from './testing/shop-that.ts'

const away = new TypeError('fetch failed')
const busy = () => json({ error: 'Busy', code: 'SERVICE_UNAVAILABLE' }, 503, { 'retry-after': '0' })
const gateway = (status: number) => new Response('<h1>No upstream</h1>', { status, headers: { 'retry-after': '0' } })
const tooMany = () => json({ error: 'Too many', code: 'TOO_MANY_REQUESTS' }, 429, { 'retry-after': '0' })
const running = () => json({ error: 'Running', code: 'REQUEST_RUNNING' }, 409, { 'retry-after': '0' })
const deliver = { path: { id: 'o1' } }

describe('what is lost or refused for now', () => {
  it.each([
    ['a read without an answer', 'GET', [away, busy(), json({})], 3],
    ['a read that a proxy lost', 'GET', [gateway(502), gateway(504), json({})], 3],
    ['a write by a key that a proxy lost', 'PATCH', [gateway(504), gateway(502), json({})], 3],
    ['a write that came too often', 'PATCH', [tooMany(), json({})], 2],
    ['a write by a key without an answer', 'PATCH', [away, json({})], 2],
    ['a write that is being worked on', 'PATCH', [running(), json({})], 2],
  ] as const)('is sent again: %s', async (_, method, answers, calls) => {
    const { shop, asked } = shopThat(...answers)
    if (method === 'GET') await answerOf(shop.GET('/categories'))
    else await answerOf(shop.PATCH('/admin/orders/{id}/status', { params: deliver, body: { status: 'shipped' } }))
    expect(asked.length).toBe(calls)
  })

  it('is sent again under the same Idempotency-Key, where it is an order', async () => {
    const { shop, asked } = shopThat(away, busy(), json({ id: 'o1' }, 201))
    const body = { order: {}, items: [] } as never
    await answerOf(shop.POST('/orders', { body }))
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
    expect(await asked[2]?.json()).toEqual(body)
  })

  it.each([
    ['too often', [busy(), busy(), busy()], 3, 503],
    ['for longer than anybody waits', [json({}, 429, { 'retry-after': '3600' })], 1, 429],
  ] as const)('is told in the end: %s', async (_, answers, calls, status) => {
    const { shop, asked } = shopThat(...answers)
    await expect(answerOf(shop.GET('/categories'))).rejects.toMatchObject({ status })
    expect(asked.length).toBe(calls)
  })

  it('is told at once where a visitor may have done it', async () => {
    const { shop, asked } = shopWith({ key: undefined }, gateway(504))
    await expect(answerOf(shop.POST('/payments/mpesa/resend', { body: {} as never }))).rejects.toMatchObject({
      status: 504,
    })
    expect(asked.length).toBe(1)
  })

  it('keeps the Idempotency-Key that it is given', async () => {
    const { shop, asked } = shopThat(json({ id: 'o1' }, 201))
    await shop.POST('/orders', { params: { header: { 'Idempotency-Key': 'till-1-4711' } }, body: {} as never })
    expect(asked[0]?.headers.get('idempotency-key')).toBe('till-1-4711')
  })
})

describe('a request that is running already', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is waited for as long as a process that was killed holds it', async () => {
    const claimedUntil = Date.now() + 120_000
    const { asked, shop } = shopWith({
      fetch: async (request) => {
        asked.push(request)
        return Date.now() < claimedUntil ? running() : json({})
      },
    })
    const answer = answerOf(shop.PATCH('/admin/orders/{id}/status', { params: deliver, body: { status: 'shipped' } }))
    await vi.advanceTimersByTimeAsync(125_000)
    expect(await answer).toEqual({})
    expect(asked.length).toBeLessThan(40)
  })

  it.each([
    ['after two minutes', 3, 120_000],
    ['at once where nothing is to be repeated', 1, 0],
  ])('is told in the end: %s', async (_, tries, waitedMs) => {
    const { shop } = shopWith({ tries, fetch: async () => running() })
    const startedAt = Date.now()
    const answer = expect(
      answerOf(shop.PATCH('/admin/orders/{id}/status', { params: deliver, body: { status: 'shipped' } })),
    ).rejects.toMatchObject({ code: 'REQUEST_RUNNING' })
    await vi.runAllTimersAsync()
    await answer
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(waitedMs)
    expect(Date.now() - startedAt).toBeLessThanOrEqual(waitedMs + 10_000)
  })
})

it.each(['MPESA_PROMPT_OPEN', 'STILL_PROCESSING'])('rings no phone again unasked: %s is told at once', async (code) => {
  const { shop, asked } = shopThat(json({ error: 'Wait', code }, 409, { 'retry-after': '0' }))
  await expect(answerOf(shop.POST('/payments/mpesa/resend', { body: {} as never }))).rejects.toMatchObject({ code })
  expect(asked.length).toBe(1)
})

describe('the Idempotency-Key that was sent', () => {
  const params = { header: { 'Idempotency-Key': 'till-1-4711' } }

  it.each([
    ['was refused', json({ code: 'PRICE_CHANGED' }, 409), { code: 'PRICE_CHANGED' }],
    ['got no answer', away, { name: 'NoAnswerError', cause: away }],
  ])('comes with the error where the request %s, for another try', async (_, answer, expected) => {
    const { shop } = shopWith({ tries: 1 }, answer)
    const order = shop.POST('/orders', { params, body: {} as never })
    await expect(answerOf(order)).rejects.toMatchObject({ ...expected, idempotencyKey: 'till-1-4711' })
  })

  it('comes with the error where the client made it, and with none of a read', async () => {
    const { shop, asked } = shopWith({ tries: 1 }, away, json({}, 404))
    const lost = await shop.POST('/orders', { body: {} as never }).catch((error: unknown) => error)
    expect(lost).toBeInstanceOf(NoAnswerError)
    expect(lost).toMatchObject({ idempotencyKey: asked[0]?.headers.get('idempotency-key') })
    await expect(answerOf(shop.GET('/categories'))).rejects.toMatchObject({ idempotencyKey: undefined })
  })
})

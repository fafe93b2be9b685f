import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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

/** A shop in the network whose first answer ends as `first` says; the others are whole. */
async function shopWhoseFirst(first: (response: http.ServerResponse) => void) {
  let asked = 0
  const server = http.createServer((request, response) => {
    request.resume()
    asked += 1
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 14 })
    if (asked > 1) return response.end('{"id":"whole"}')
    response.write('{"id":')
    setTimeout(() => first(response), 100)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked: () => asked, [Symbol.asyncDispose]: async () => void (await close()) }
}

/** A network that loses everything, and tells nobody until the caller gives up. */
function silence(options: { tries?: number; timeoutMs?: number } = {}) {
  const asked: Request[] = []
  const fetch = (request: Request) => {
    asked.push(request)
    return new Promise<Response>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  }
  return { asked, shop: shopWith({ ...options, fetch }).shop }
}

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
    const lost = answerOf(shop.POST('/payments/mpesa/resend', { body: {} as never }))
    await expect(lost).rejects.toBeInstanceOf(NoAnswerError)
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

it('asks for no prompt again that M-Pesa did not answer: the phone may ring all the same', async () => {
  const unanswered = json({ error: 'No answer', code: 'MPESA_UNANSWERED' }, 504, { 'retry-after': '0' })
  const { shop, asked } = shopThat(unanswered, json({}))
  const code = 'MPESA_UNANSWERED'
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

describe('an answer that stops midway', () => {
  it('is asked for again, also where an order was written', async () => {
    await using network = await shopWhoseFirst((response) => response.destroy())
    const { shop } = shopWith({ url: network.url, fetch })
    expect(await answerOf(shop.POST('/orders', { body: {} as never }))).toEqual({ id: 'whole' })
    expect(network.asked()).toBe(2)
  })

  it('is asked for again where it never goes on', async () => {
    await using network = await shopWhoseFirst(() => undefined)
    const { shop } = shopWith({ url: network.url, fetch, timeoutMs: 2_000 })
    expect(await answerOf(shop.GET('/categories'))).toEqual({ id: 'whole' })
    expect(network.asked()).toBe(2)
  })

  it('is handed on as it comes where the caller asked for a stream', async () => {
    await using network = await shopWhoseFirst(() => undefined)
    const { shop } = shopWith({ url: network.url, fetch })
    const { data } = await shop.GET('/admin/orders.csv', { parseAs: 'stream' })
    const reader = data?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"id":')
    await reader?.cancel()
    expect(network.asked()).toBe(1)
  })
})

describe('a shop that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const image = new Blob(['x'], { type: 'image/png' })

  it.each([
    ['a minute for each try', {}, 'read', 180_000, 3],
    ['as long as the caller says', { timeoutMs: 5_000, tries: 1 }, 'read', 5_000, 1],
    ['twice as long for a picture', { tries: 1 }, 'upload', 120_000, 1],
    ['no end', { timeoutMs: Number.POSITIVE_INFINITY, tries: 1 }, 'read', 2 ** 31 - 1, 1],
  ] as const)('is given %s', async (_, options, what, totalMs, calls) => {
    const { asked, shop } = silence(options)
    const startedAt = Date.now()
    const call = what === 'read' ? shop.GET('/categories') : shop.POST('/admin/uploads/image', { body: { image } })
    const lost = expect(call).rejects.toMatchObject({ name: 'NoAnswerError', cause: { name: 'TimeoutError' } })
    await vi.runAllTimersAsync()
    await lost
    expect(asked.length).toBe(calls)
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(totalMs)
    expect(Date.now() - startedAt).toBeLessThan(totalMs + 5_000)
  })

  it('is not asked by a call that was given up before', async () => {
    const { asked, shop } = silence()
    await expect(shop.GET('/categories', { signal: AbortSignal.abort('left') })).rejects.toBe('left')
    expect(asked.length).toBe(0)
  })

  it('is not asked again by a call that is given up meanwhile', async () => {
    const { asked, shop } = silence()
    const leaving = new AbortController()
    const call = expect(shop.GET('/categories', { signal: leaving.signal })).rejects.toBe('left')
    await vi.advanceTimersByTimeAsync(1_000)
    leaving.abort('left')
    await call
    await vi.runAllTimersAsync()
    expect(asked.length).toBe(1)
  })

  it('is not asked again by a call that is given up in a pause, which ends at once', async () => {
    const leaving = new AbortController()
    const { asked, shop } = shopThat(json({}, 503, { 'retry-after': '20' }))
    const call = expect(shop.GET('/categories', { signal: leaving.signal })).rejects.toBe('left')
    await vi.advanceTimersByTimeAsync(1_000)
    leaving.abort('left')
    await call
    expect(vi.getTimerCount()).toBe(0)
    expect(asked.length).toBe(1)
  })
})

describe('a call of which nobody but the engine knows any more', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')

  /** Nothing that is in use: what follows a signal is held weakly by engines, see undici's `Request.clone`. */
  async function collect() {
    for (let turn = 0; turn < 5; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      collectGarbage()
    }
  }

  it('ends with its time', async () => {
    const { asked, shop } = silence({ tries: 1, timeoutMs: 500 })
    const call = expect(shop.GET('/categories')).rejects.toMatchObject({ cause: { name: 'TimeoutError' } })
    await collect()
    await call
    await expect.poll(() => asked[0]?.signal.aborted).toBe(true)
  })

  it('ends when whoever called gives up', async () => {
    const { asked, shop } = silence()
    const leaving = new AbortController()
    const call = expect(shop.GET('/categories', { signal: leaving.signal })).rejects.toBe('left')
    await collect()
    leaving.abort('left')
    await call
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true])
  })

  it('ends midway when whoever called gives up, also where they read it as a stream', async () => {
    await using network = await shopWhoseFirst(() => undefined)
    const { shop } = shopWith({ url: network.url, fetch })
    const leaving = new AbortController()
    const { data } = await shop.GET('/admin/orders.csv', { parseAs: 'stream', signal: leaving.signal })
    const reader = data?.getReader()
    await reader?.read()
    await collect()
    leaving.abort('left')
    await expect(reader?.read()).rejects.toBe('left')
  })
})

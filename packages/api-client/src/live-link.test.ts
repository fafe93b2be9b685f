import { createTRPCClient } from '@trpc/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveLink } from './live-link.ts'

/** What a browser does of an EventSource, for a test that says what the shop sends. */
class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = []
  readonly CLOSED = 2
  readyState = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }
  get input(): unknown {
    return JSON.parse(new URL(this.url, 'http://shop.test').searchParams.get('input') ?? 'null')
  }
  send(type: string, data: unknown, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }))
  }
  /** The answer is no stream of events: a browser does not connect again. */
  giveUp() {
    this.readyState = this.CLOSED
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = this.CLOSED
  }
}

const { opened } = FakeEventSource
beforeEach(() => {
  opened.length = 0
  vi.stubGlobal('EventSource', FakeEventSource)
})
afterEach(() => vi.unstubAllGlobals())

const connection = async (number: number) => {
  await expect.poll(() => opened.length).toBe(number)
  const source = opened[number - 1] as FakeEventSource
  source.send('connected', {})
  return source
}

it.each([
  ['a proxy answers for a shop that starts again', (source: FakeEventSource) => source.giveUp()],
  [
    'the session has ended',
    (source: FakeEventSource) =>
      source.send('serialized-error', { code: -32001, message: 'Please log in.', data: { code: 'UNAUTHORIZED' } }),
  ],
])('goes on after the last event that was seen, also where %s', async (_, fail) => {
  const client = createTRPCClient({ links: [liveLink('/trpc', { retryAfterMs: 1 })] })
  const seen: string[] = []
  const onError = vi.fn()
  const live = client.admin.events.live.subscribe({}, { onData: ({ id }) => void seen.push(id), onError })
  const first = await connection(1)
  first.send('message', { kind: 'begin' }, '7')
  await expect.poll(() => seen).toEqual(['7'])
  fail(first)
  const second = await connection(2)
  expect([first.readyState, second.input]).toEqual([first.CLOSED, { lastEventId: '7' }])
  fail(second)
  const third = await connection(3)
  third.send('message', { kind: 'begin' }, '9')
  await expect.poll(() => seen).toEqual(['7', '9'])
  expect(onError).not.toHaveBeenCalled()
  live.unsubscribe()
  await expect.poll(() => third.readyState).toBe(third.CLOSED)
  expect(opened.length).toBe(3)
})

it.each([{}, { idempotencyKey: '0123456789abcdef' }])(
  'says of each call that the administrator asks: %o',
  async (context) => {
    const ask = vi.fn((_url: string, _options: RequestInit) => Promise.reject(new TypeError('no connection')))
    vi.stubGlobal('fetch', ask)
    await expect(
      createTRPCClient({ links: [liveLink()] }).catalogue.shop.query(undefined, { context }),
    ).rejects.toThrow()
    const headers = new Headers(ask.mock.lastCall?.[1].headers)
    expect([headers.get('X-Admin'), headers.get('Idempotency-Key')]).toEqual(['1', context.idempotencyKey ?? null])
  },
)

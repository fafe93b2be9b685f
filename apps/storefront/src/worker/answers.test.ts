import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answer } from './answers.ts'
import { cachesOf } from './kept.ts'
import type { Kind } from './kinds.ts'
import type { AskedEvent } from './scope.ts'

const origin = 'https://shop.test'
const secret = `${'4rZ-_'.repeat(8)}abc`
const orderPath = `/order/${secret}`
const orderCall = `/trpc/orders.page?input=${encodeURIComponent(JSON.stringify({ secret }))}`

beforeEach(() => void vi.stubGlobal('caches', cachesDouble()))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an order without a connection', () => {
  it('shows what its page said last, and nothing that the shop answered before', async () => {
    await ask(orderPath, 'order', sends('waits for payment'))
    await ask(orderCall, 'order', sends('unpaid'))
    await ask(orderPath, 'order', sends('is packed'))
    expect(await ask(orderPath, 'order', gone)).toBe('is packed')
    await expect(ask(orderCall, 'order', gone)).rejects.toThrow('no connection')
  })

  it('shows what the shop answered since its page was loaded', async () => {
    await ask(orderPath, 'order', sends('waits for payment'))
    await ask(orderCall, 'order', sends('unpaid'))
    await ask(orderCall, 'order', sends('paid'))
    expect(await ask(orderCall, 'order', gone)).toBe('paid')
  })

  it('keeps what was answered about another order', async () => {
    const other = orderCall.replace('4rZ', '5sA')
    await ask(other, 'order', sends('paid'))
    await ask(orderPath, 'order', sends('is packed'))
    expect(await ask(other, 'order', gone)).toBe('paid')
  })
})

describe('a page that does not arrive whole', () => {
  it('leaves the copy that was kept before', async () => {
    await ask('/shop', 'page', sends('whole'))
    await expect(ask('/shop', 'page', breaksOff)).rejects.toThrow('broke off')
    expect(await ask('/shop', 'page', gone)).toBe('whole')
  })

  it('leaves an order’s page and what the shop answered about it', async () => {
    await ask(orderPath, 'order', sends('waits for payment'))
    await ask(orderCall, 'order', sends('paid'))
    await expect(ask(orderPath, 'order', breaksOff)).rejects.toThrow('broke off')
    expect(await ask(orderPath, 'order', gone)).toBe('waits for payment')
    expect(await ask(orderCall, 'order', gone)).toBe('paid')
  })

  it('leaves them where the device has no room for it, too', async () => {
    await ask(orderPath, 'order', sends('waits for payment'))
    await ask(orderCall, 'order', sends('paid'))
    expect(await ask(orderPath, 'order', sends('too large for this device'))).toBe('too large for this device')
    expect(await ask(orderPath, 'order', gone)).toBe('waits for payment')
    expect(await ask(orderCall, 'order', gone)).toBe('paid')
  })
})

it('a page that comes after its kept copy was given is kept for the next time', async () => {
  await ask('/shop', 'page', sends('old'))
  vi.useFakeTimers()
  let arrive = (_response: Response) => {}
  const late = () =>
    new Promise<Response>((resolve) => {
      arrive = resolve
    })
  const { answered, isDone } = start('/shop', 'page', late)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await textOf(answered)).toBe('old')
  arrive(await sends('new')())
  await isDone()
  expect(await ask('/shop', 'page', gone)).toBe('new')
})

it('a network that has left one request without an answer is not waited for again where a copy is kept, until it answers', async () => {
  await ask('/shop', 'page', sends('old', '"1"'))
  vi.useFakeTimers()
  const never = () => new Promise<Response>(() => undefined)
  const first = Promise.withResolvers<Response>()
  start('/trpc/catalogue.product', 'data', () => first.promise)
  await vi.advanceTimersByTimeAsync(5_000)
  const late = Promise.withResolvers<Response>()
  const { answered, isDone, outdated } = start('/shop', 'page', () => late.promise)
  await vi.advanceTimersByTimeAsync(0)
  expect(await textOf(answered)).toBe('old')
  late.resolve(await sends('new', '"2"')())
  await isDone()
  expect(outdated).toEqual(['tab'])

  let isGiven = false
  start('/shop', 'page', never).answered.then(() => {
    isGiven = true
  })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(isGiven).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(isGiven).toBe(true)
  first.resolve(await sends('late')())
})

it('a page that was opened by an advertiser’s link is kept once, and opens by its own address, too', async () => {
  await ask('/shop?page=2', 'page', sends('old'))
  await ask('/shop?utm_source=ig&page=2&fbclid=IwAR', 'page', sends('new'))
  expect(await ask('/shop?page=2', 'page', gone)).toBe('new')
  expect(await ask('/shop?page=2&gclid=x', 'page', gone)).toBe('new')
  const cache = await caches.open(cachesOf('1').pages)
  expect((await cache.keys()).map(({ url }) => url)).toEqual([`${origin}/shop?page=2`])
})

describe('a page that was made from a kept copy', () => {
  const giveCopyBefore = async (path: string, kind: Kind, late: Network) => {
    await ask(path, kind, sends('Ksh 4,500', '"1"'))
    vi.useFakeTimers()
    const arrival = Promise.withResolvers<Response>()
    const { answered, isDone, outdated } = start(path, kind, () => arrival.promise)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await textOf(answered)).toBe('Ksh 4,500')
    arrival.resolve(late())
    await isDone()
    return outdated
  }

  it('hears of another one that arrives later, and so does one with a copy of an answer', async () => {
    expect(await giveCopyBefore('/shop', 'page', sends('Ksh 5,000', '"2"'))).toEqual(['tab'])
    vi.useRealTimers()
    const call = '/trpc/catalogue.products'
    expect(await giveCopyBefore(call, 'data', sends('Ksh 5,000', '"2"'))).toEqual(['tab'])
  })

  it('hears nothing where the same one arrives, or one that breaks off', async () => {
    expect(await giveCopyBefore('/shop', 'page', sends('Ksh 4,500', '"1"'))).toEqual([])
    vi.useRealTimers()
    expect(await giveCopyBefore('/shop', 'page', breaksOff)).toEqual([])
  })

  it('hears nothing where the network was in time, however long the rest of the page takes', async () => {
    await ask('/shop', 'page', sends('old', '"1"'))
    vi.useFakeTimers()
    const rest = Promise.withResolvers<void>()
    const body = new ReadableStream({
      async pull(stream) {
        await rest.promise
        stream.enqueue(new TextEncoder().encode('new'))
        stream.close()
      },
    })
    const { answered, isDone, outdated } = start('/shop', 'page', async () => basic(body, '"2"'))
    await answered
    await vi.advanceTimersByTimeAsync(8_000)
    rest.resolve()
    await isDone()
    expect(outdated).toEqual([])
  })
})

it('what a page asks anew is kept, and answered by nothing that was kept before', async () => {
  const call = '/trpc/catalogue.product'
  await ask(call, 'data', sends('old'))
  await expect(ask(call, 'newData', gone)).rejects.toThrow('no connection')
  expect(await ask(call, 'newData', sends('new'))).toBe('new')
  expect(await ask(call, 'data', gone)).toBe('new')
})

type Network = () => Promise<Response>

const gone: Network = () => Promise.reject(new TypeError('no connection'))
const sends =
  (text: string, etag?: string): Network =>
  async () =>
    basic(text, etag)
/** The network is gone in the middle of the page. */
const breaksOff: Network = async () => {
  let isBegun = false
  const body = new ReadableStream({
    pull(stream) {
      if (isBegun) return stream.error(new TypeError('broke off'))
      isBegun = true
      stream.enqueue(new TextEncoder().encode('half'))
    },
  })
  return basic(body)
}
/** What a browser calls `basic` is an answer of the shop itself. */
const basic = (body: BodyInit, etag?: string) =>
  Object.defineProperty(new Response(body, etag ? { headers: { etag } } : {}), 'type', { value: 'basic' })

const textOf = async (response: Promise<Response>) => (await response).text()

async function ask(path: string, kind: Kind, network: Network): Promise<string> {
  const { answered, isDone } = start(path, kind, network)
  const text = textOf(answered)
  await text.catch(() => undefined)
  await isDone()
  return await text
}

/** A request; as in a browser, its event takes work only while it answers or works. */
function start(path: string, kind: Kind, network: Network) {
  vi.stubGlobal('fetch', network)
  const mode = kind === 'page' || path.startsWith('/order/') ? 'navigate' : 'cors'
  const works: Promise<unknown>[] = []
  let open = 1
  const close = () => {
    open -= 1
  }
  const event: AskedEvent = {
    request: { url: origin + path, method: 'GET', mode } as Request,
    ...(mode === 'navigate' ? { resultingClientId: 'tab', clientId: '' } : { clientId: 'tab' }),
    waitUntil(work) {
      if (open === 0) throw new DOMException('The event handler is already finished.', 'InvalidStateError')
      open += 1
      works.push(work)
      work.then(close, close)
    },
    respondWith: () => undefined,
  }
  const outdated: string[] = []
  const answered = answer(event, kind, cachesOf('1'), async (clientId) => void outdated.push(clientId))
  answered.then(close, close)
  return { answered, isDone: () => Promise.all(works), outdated }
}

/** Of the device for one response, in characters. */
const capacity = 20

function cachesDouble() {
  const stores = new Map<string, Map<string, Response>>()
  const addressOf = (asked: Request | string) => new URL(typeof asked === 'string' ? asked : asked.url, origin).href
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      match: async (asked: Request | string) => store.get(addressOf(asked))?.clone(),
      // As a browser does, it reads the body from wherever that comes.
      put: async (asked: Request | string, response: Response) => {
        const body = await response.text()
        if (body.length > capacity) throw new DOMException('The device is full.', 'QuotaExceededError')
        store.set(addressOf(asked), new Response(body, response))
      },
      delete: async (asked: Request | string) => store.delete(addressOf(asked)),
      keys: async () => [...store.keys()].map((url) => ({ url })),
    }
  }
  return {
    open,
    match: async (asked: Request | string) => {
      for (const store of stores.values()) {
        const found = store.get(addressOf(asked))
        if (found) return found.clone()
      }
      return undefined
    },
  }
}

import { constants, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type CachedResponse, exactBuffer, ResponseCache } from './response-cache.ts'
import { smallestMaker, withEncoding } from './response-encoding.ts'

const responseOf = (text: string): CachedResponse => ({ headers: ['x', 'y'], etag: 'W/"1"', body: exactBuffer(text) })

function openCache(options: ConstructorParameters<typeof ResponseCache>[0] = {}): ResponseCache {
  const cache = new ResponseCache(options)
  cache.setListening(true)
  return cache
}

/** All memory that a response retains. */
const pinned = ({ body, br, gzip }: CachedResponse) =>
  [body, br, gzip].reduce((sum, buffer) => sum + (buffer?.buffer.byteLength ?? 0), 0)

describe('what the cache holds', () => {
  it('is counted with every encoding that is added later, and all that these pin', async () => {
    const cache = openCache()
    const withSmallest = smallestMaker(() => 0)
    const keys = Array.from({ length: 50 }, (_, nth) => `/shop?page=${nth}`)
    for (const [nth, key] of keys.entries()) {
      const plain = responseOf(`${nth} `.repeat(500))
      cache.set(key, plain, cache.generation)
      const gzipped = await withEncoding(plain, 'gzip')
      cache.replace(key, plain, gzipped)
      const both = await withEncoding(gzipped, 'br')
      cache.replace(key, gzipped, both)
      cache.replace(key, both, (await withSmallest(both)) as CachedResponse)
    }
    const responses = keys.map((key) => cache.fresh(key) as CachedResponse)
    expect(responses.every(({ br, gzip, isSmallest }) => br && gzip && isSmallest)).toBe(true)
    const held = responses.reduce((sum, response) => sum + pinned(response), 0)
    const content = responses.reduce(
      (sum, { body, br, gzip }) => sum + Buffer.concat([body, br, gzip] as Buffer[]).length,
      0,
    )
    expect(held).toBe(content)
    expect(cache.bytes).toBeGreaterThan(held)
  })

  it('never grows over its limit, also when only encodings are added', async () => {
    const cache = openCache({ maxBytes: 100_000 })
    for (let nth = 0; nth < 100; nth++) {
      // What cannot be compressed is twice as much with its encoding.
      const plain = responseOf(
        gzipSync(`${nth}`.repeat(9), { strategy: constants.Z_HUFFMAN_ONLY }).toString('hex').repeat(40),
      )
      cache.set(`/${nth}`, plain, cache.generation)
      cache.replace(`/${nth}`, plain, await withEncoding(plain, 'gzip'))
      expect(cache.bytes).toBeLessThanOrEqual(100_000)
    }
    expect(cache.count).toBeGreaterThan(10)
  })

  it('does not come back by an encoding after it was replaced', async () => {
    const cache = openCache()
    const old = responseOf('old')
    cache.set('/', old, cache.generation)
    const made = await withEncoding(old, 'gzip')
    cache.set('/', responseOf('new'), cache.generation)
    cache.replace('/', old, made)
    expect(String(cache.fresh('/')?.body)).toBe('new')
  })
})

describe('the maker of the smallest form', () => {
  it('makes one at a time, and rests nine times as long as it worked', async () => {
    let nowMs = 0
    const withSmallest = smallestMaker(() => nowMs)
    const plain = responseOf('quiet '.repeat(300))
    const first = withSmallest(plain)
    expect(await withSmallest(plain)).toBeUndefined()
    nowMs = 100
    expect(await first).toMatchObject({ isSmallest: true })
    nowMs = 999
    expect(await withSmallest(plain)).toBeUndefined()
    nowMs = 1_000
    expect(await withSmallest(plain)).toBeDefined()
  })
})

describe('a change of the catalogue', () => {
  it('makes every response stale, and keeps the last good copy', () => {
    let nowMs = 0
    const cache = openCache({ now: () => nowMs })
    cache.set('/', responseOf('before'), cache.generation)
    const begun = cache.generation
    cache.invalidate()
    cache.set('/late', responseOf('made from older data'), begun)
    nowMs = 65_000
    expect(cache.fresh('/')).toBeUndefined()
    expect(cache.lastGood('/late')).toBeUndefined()
    expect(cache.lastGood('/')).toMatchObject({ ageSeconds: 65 })
    nowMs = 25 * 60 * 60_000
    expect(cache.lastGood('/')).toBeUndefined()
  })

  it('takes effect after ten minutes even if its notification is lost', () => {
    let nowMs = 0
    const cache = openCache({ now: () => nowMs })
    cache.set('/', responseOf('before'), cache.generation)
    nowMs = 9 * 60_000
    expect(cache.fresh('/')).toBeDefined()
    nowMs = 11 * 60_000
    expect(cache.fresh('/')).toBeUndefined()
  })

  it('while notifications cannot arrive, nothing is fresh and nothing is cached', () => {
    const cache = openCache()
    cache.set('/', responseOf('before'), cache.generation)
    cache.setListening(false)
    cache.set('/other', responseOf('meanwhile'), cache.generation)
    expect(cache.fresh('/')).toBeUndefined()
    expect(cache.lastGood('/other')).toBeUndefined()
    cache.setListening(true)
    expect(cache.fresh('/')).toBeUndefined()
  })
})

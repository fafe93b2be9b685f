import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressedCopies } from './compressed-copies.ts'
import { ResponseCache } from './response-cache.ts'

function openFeed() {
  const cache = new ResponseCache()
  cache.setListening(true)
  const copyOf = compressedCopies(cache)
  let text = 'first'
  let reads = 0
  let failure: Error | undefined
  async function* lines() {
    reads++
    await Promise.resolve()
    if (failure) throw failure
    yield text
  }
  const read = async (key = '/feed') => {
    const { response, ageSeconds } = await copyOf(key, lines)
    return { text: String(gunzipSync(response.body)), ageSeconds }
  }
  return {
    cache,
    read,
    reads: () => reads,
    change: (next: string) => {
      text = next
      cache.invalidate()
    },
    fail: (error: Error) => {
      failure = error
      cache.invalidate()
    },
  }
}

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

it('reads the catalogue once however many ask, and again after it changed', async () => {
  const feed = openFeed()
  const both = await Promise.all([feed.read(), feed.read()])
  expect(both.map(({ text }) => text)).toEqual(['first', 'first'])
  await feed.read()
  expect(feed.reads()).toBe(1)
  feed.change('second')
  expect((await feed.read()).text).toBe('second')
  expect(feed.reads()).toBe(2)
})

it('keeps a feed for each reader', async () => {
  const feed = openFeed()
  await feed.read('/feed?for=google')
  await feed.read('/feed?for=meta')
  expect(feed.reads()).toBe(2)
})

it('gives the last good copy while the database is away, with its age', async () => {
  const feed = openFeed()
  await feed.read()
  feed.fail(away())
  expect(await feed.read()).toMatchObject({ text: 'first', ageSeconds: 0 })
})

it('hides no other failure, and none before the first copy', async () => {
  const feed = openFeed()
  feed.fail(away())
  await expect(feed.read()).rejects.toThrow('ECONNREFUSED')
  const other = openFeed()
  await other.read()
  other.fail(new Error('a mistake of ours'))
  await expect(other.read()).rejects.toThrow('a mistake of ours')
})

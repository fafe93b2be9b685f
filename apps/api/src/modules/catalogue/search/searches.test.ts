import { cloneDatabase } from '@marashi/postgres/test-databases'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '../../../db/open-database.ts'
import { ResponseCache } from '../../../http/cache/response-cache.ts'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../../testing/factories.ts'
import { MissedSearches } from './missed-searches.ts'
import { searchSlots } from './search-slots.ts'
import { makeSearches, searchPool } from './searches.ts'

const deferred = () => Promise.withResolvers<void>()

it('lets the networks take turns, however many searches one of them sends', async () => {
  const slots = searchSlots({ slots: 1, maxWaiting: 100, maxWaitMs: 10_000 })
  const inSlot = slots.run
  const first = deferred()
  const order: string[] = []
  const search = (network: string) => inSlot(network, async () => void order.push(network))
  const all = [inSlot('crowd', () => first.promise), ...Array.from({ length: 20 }, () => search('crowd'))]
  all.push(search('shopper'), search('another'))
  expect(slots.waiting).toBe(22)
  first.resolve()
  await Promise.all(all)
  expect(order.slice(0, 4)).toEqual(['crowd', 'shopper', 'another', 'crowd'])
  expect(order).toHaveLength(22)
  expect(slots.waiting).toBe(0)
})

it('refuses the last search of the network that has most of them when too many wait', async () => {
  const { run: inSlot } = searchSlots({ slots: 1, maxWaiting: 3, maxWaitMs: 10_000 })
  const first = deferred()
  const all = [inSlot('crowd', () => first.promise)]
  for (const network of ['crowd', 'crowd', 'crowd', 'shopper']) all.push(inSlot(network, async () => undefined))
  first.resolve()
  const outcomes = await Promise.allSettled(all)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

it('refuses what does not begin in time and says when to try again, and frees the slot of a failed search', async () => {
  const { run: inSlot } = searchSlots({ slots: 1, maxWaiting: 10, maxWaitMs: 20 })
  const first = deferred()
  const running = inSlot('one', () => first.promise)
  const refusal = { code: 'SERVICE_UNAVAILABLE', details: { retryAfterSeconds: 2 } }
  await expect(inSlot('two', async () => undefined)).rejects.toMatchObject(refusal)
  first.resolve()
  await running
  await expect(inSlot('one', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await inSlot('two', async () => 'found')).toBe('found')
})

it('answers 503 with Retry-After, or the last good copy, while orders and lists go on', async () => {
  let isBusy = false
  const { run: busy } = searchSlots({ slots: 0, maxWaiting: 0, maxWaitMs: 1 })
  await using shop = await buildTestApp({
    wrapSearches: (searches) => ({
      waiting: 0,
      run: (who, search) => (isBusy ? busy(who.network, async () => undefined) : searches.run(who, search)),
    }),
  })
  await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'), { name: 'Oud Tausi' })
  const search = () => shop.app.inject('/api/products?search=tausi')
  // The notification of the new product may still be on its way and make a copy stale at once.
  await expect.poll(async () => (await search()).statusCode === 200 && shop.cache.count).toBe(1)
  isBusy = true
  shop.cache.invalidate()
  const stale = await search()
  expect([stale.statusCode, stale.headers.warning]).toEqual([200, '110 - "Response is Stale"'])
  const refused = await shop.app.inject('/api/products?search=oud')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  expect(refused.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  expect((await shop.app.inject('/api/products?page=1')).statusCode).toBe(200)
})

it('does not ask the database again for what was nowhere, until the catalogue changes', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseTemplate'))
  const orm = await openDatabase(url, searchPool)
  const cache = new ResponseCache()
  const searches = makeSearches({ orm, cache })
  let asked = 0
  const search = (what: string) =>
    searches.run({ asked: what, network: 'one' }, async () => {
      asked++
      return undefined
    })
  await search('qxz')
  await search('qxz')
  expect(asked).toBe(2)
  cache.setListening(true)
  for (const what of ['qxz', 'qxz', 'zzz', 'qxz']) await search(what)
  expect(asked).toBe(4)
  cache.invalidate()
  await search('qxz')
  expect(asked).toBe(5)
  await orm.close()
  await drop()
})

it('forgets no miss of a search that began before the catalogue changed, because it never keeps it', () => {
  const misses = new MissedSearches({ generation: 2, isListening: true })
  misses.add('qxz', 1)
  expect(misses.has('qxz')).toBe(false)
  misses.add('qxz', 2)
  expect(misses.has('qxz')).toBe(true)
})

it('keeps as many misses as fit into its memory, and the last ones', () => {
  const misses = new MissedSearches({ generation: 0, isListening: true }, 10_000)
  for (let nth = 0; nth < 1_000; nth++) misses.add(`nowhere ${nth}`, 0)
  expect(misses.bytes).toBeLessThanOrEqual(10_000)
  expect(misses.bytes).toBeGreaterThan(9_000)
  expect([misses.has('nowhere 0'), misses.has('nowhere 999')]).toEqual([false, true])
})

import { cloneDatabase } from '@marashi/postgres/test-databases'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '../../../db/open-database.ts'
import { ResponseCache } from '../../../http/cache/response-cache.ts'
import { fairSlots } from '../../../http/limits/fair-slots.ts'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../../testing/factories.ts'
import { MissedSearches } from './missed-searches.ts'
import { makeSearches, searchPool } from './searches.ts'

it('answers 503 with Retry-After, or the last good copy, while orders and lists go on', async () => {
  let isBusy = false
  const { run: busy } = fairSlots({ slots: 0, maxWaiting: 0, maxWaitMs: 1, message: 'Busy.' })
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

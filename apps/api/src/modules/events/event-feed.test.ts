import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../testing/factories.ts'
import { eventFeedOf } from './event-feed.ts'
import { lastEventId } from './read-events.ts'
import { undecidedMoney } from './undecided-money.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

const lastId = () => lastEventId(shop.deps.orm.em.fork())
const known = async () => ({ event: await lastId(), money: await undecidedMoney(shop.deps.orm.em.fork()) })

it('leaves no listener on the signal of an open page, whatever ended the wait', async () => {
  const feed = eventFeedOf(shop.deps.orm)
  const page = new AbortController()
  const listeners = () => getEventListeners(page.signal, 'abort').length
  const last = await lastId()
  await feed.wait(await known(), 1, page.signal)
  expect(listeners()).toBe(0)
  const event = feed.wait(await known(), 20_000, page.signal)
  expect(listeners()).toBe(1)
  await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
  await event
  expect(await lastId()).toBeGreaterThan(last)
  expect(listeners()).toBe(0)
  const closed = feed.wait(await known(), 20_000, page.signal)
  page.abort()
  await closed
  expect(listeners()).toBe(0)
})

import { getEventListeners } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../testing/factories.ts'
import { recordTransactionEvent } from '../payments/transactions/record-transaction-event.ts'
import { upsertTransaction } from '../payments/transactions/upsert-transaction.ts'
import { eventFeedOf } from './event-feed.ts'
import { lastEventId } from './read-events.ts'
import { fingerprintUndecidedMoney } from './undecided-money-fingerprint.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

const lastId = () => lastEventId(shop.deps.orm.em.fork())
const known = async () => ({ event: await lastId(), money: await fingerprintUndecidedMoney(shop.deps.orm.em.fork()) })

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

it('tells that money without an order came or was dismissed, without reading the money that waits', async () => {
  const em = () => shop.deps.orm.em.fork()
  const texts = [await fingerprintUndecidedMoney(em())]
  const now = shop.deps.clock()
  const line = {
    gateway: 'mpesa',
    reference: 'SKTILL0001',
    kind: 'payment',
    amountCents: 100,
    occurredAt: now,
  } as const
  const { id } = await em().transactional((tx) => upsertTransaction(tx, now, { ...line, source: 'pull' }))
  texts.push(await fingerprintUndecidedMoney(em()))
  await shop.query('alter table gateway_transactions rename to money_that_waits')
  expect(await fingerprintUndecidedMoney(em())).toBe(texts.at(-1))
  await shop.query('alter table money_that_waits rename to gateway_transactions')
  await recordTransactionEvent(em(), { now, id, by: 'administrator', what: 'dismissed' })
  texts.push(await fingerprintUndecidedMoney(em()))
  expect(new Set(texts).size).toBe(3)
})

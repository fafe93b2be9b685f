import { expect, it } from 'vitest'
import { jobContext } from '../../../../http/context.ts'
import type { Job } from '../../../../jobs/jobs.ts'
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../../../../testing/factories.ts'
import { fakeCard, fakeMpesa } from '../../../../testing/fake-gateways.ts'
import { watchHealth } from '../../../../testing/watch-health.ts'
import type { ProviderRefusal } from '../../../payments/providers/provider.ts'
import { examineHealth } from '../examine-health.ts'
import { healthStatus } from '../health-status.ts'
import { readRuns } from '../runs/read-runs.ts'
import { recordRuns } from '../runs/record-runs.ts'
import { startHeartbeat } from './heartbeat.ts'

const beat = (shop: TestApp, change: Partial<Parameters<typeof startHeartbeat>[0]> = {}) => {
  const { orm, env, clock, gateways } = shop.deps
  const { cache } = shop
  return startHeartbeat({
    orm,
    env,
    clock,
    gateways,
    version: '1.0.0',
    cache,
    jobs: [],
    isDraining: () => false,
    everyMs: 20,
    ...change,
  })
}
const finding = async (shop: TestApp, name: string) =>
  (await examineHealth(jobContext({ ...shop.deps, log: shop.app.log }))).find((each) => each.name === name)

it('knows every process that runs, and that one was lost without being stopped', async () => {
  await using shop = await buildTestApp()
  const stop = await beat(shop)
  const stopOther = await beat(shop)
  expect(await finding(shop, 'processes')).toMatchObject({ state: 'fine', message: '2 run, version 1.0.0.' })
  for (const name of ['changes', 'clock', 'memory', 'event-loop', 'disk'])
    expect(await finding(shop, name), name).toMatchObject({ name })
  await stopOther()
  expect(await finding(shop, 'processes')).toMatchObject({ state: 'fine', message: 'One runs, version 1.0.0.' })
  await stop()
  await shop.query(
    `insert into shop_processes (id, host, pid, version, started_at, seen_at, vitals)
     values (gen_random_uuid(), 'burned', 1, '1.0.0', now() - interval '1 hour', now() - interval '5 minutes', '{}')`,
  )
  expect(await finding(shop, 'processes')).toMatchObject({
    state: 'doubtful',
    message: expect.stringMatching(/on burned/),
  })
})

it('knows that a process runs an older version of the shop than has updated the database', async () => {
  await using shop = await buildTestApp()
  const stop = await beat(shop)
  expect(await finding(shop, 'processes')).toMatchObject({ state: 'fine' })
  await shop.query(`insert into schema_migrations (name) values ('Migration20991231000000_newer')`)
  await expect
    .poll(() => finding(shop, 'processes'))
    .toMatchObject({
      state: 'doubtful',
      message: expect.stringMatching(/older version/),
      remedy: expect.stringMatching(/npm run rollback/),
    })
  await stop()
})

it('reports what only a process knows: that it hears no changes, gateways that are not asked or refuse the shop, a wrong clock', async () => {
  await using shop = await buildTestApp({
    gateways: {
      mpesa: { ...fakeMpesa(), isInterrupted: () => true },
      card: { ...fakeCard(), refusal: () => ({ code: 'unauthorized', isOfShop: true, at: new Date() }) },
    },
  })
  const stop = await beat(shop, { cache: { isListening: false }, machineTime: () => Date.now() - 3_600_000 })
  expect(await finding(shop, 'changes')).toMatchObject({ state: 'broken' })
  expect(await finding(shop, 'mpesa')).toMatchObject({
    state: 'broken',
    message: expect.stringMatching(/does not answer/),
  })
  expect(await finding(shop, 'stripe')).toMatchObject({
    state: 'broken',
    message: expect.stringMatching(/refuses the shop \(unauthorized\)/),
  })
  await expect.poll(() => finding(shop, 'clock')).toMatchObject({ state: 'doubtful' })
  await stop()
})

it('knows after a restart that a provider refuses the shop, until it takes an order or the shop has other keys', async () => {
  let now = new Date('2026-11-22T09:00:00Z')
  let refusal: ProviderRefusal | null = null
  const card = { ...fakeCard(), refusal: () => refusal, keys: 'one' }
  await using shop = await buildTestApp({ clock: () => now, gateways: { card } })
  const order = await makeOrder(shop.deps.orm)
  const stripe = async () => (await finding(shop, 'stripe'))?.state
  /** A process is refused, and ends. */
  async function refuse() {
    refusal = { code: 'unauthorized', isOfShop: true, at: now }
    const stop = await beat(shop)
    expect(await stripe()).toBe('broken')
    await stop()
    refusal = null
    now = new Date(now.getTime() + 60_000)
  }
  await refuse()
  const stopTaking = await beat(shop)
  expect(await stripe()).toBe('broken')
  await makePayment(shop.deps.orm, order)
  await shop.query(`update payments set payment_method = 'stripe', provider_reference = 'pi_1', created_at = $1`, [now])
  expect(await stripe()).toBe('fine')
  await stopTaking()

  await refuse()
  const stop = await beat(shop)
  expect(await stripe()).toBe('broken')
  card.keys = 'another'
  expect(await stripe()).toBe('fine')

  // One that runs on knows that it is refused no more.
  refusal = { code: 'unauthorized', isOfShop: true, at: now }
  await expect.poll(stripe).toBe('broken')
  refusal = null
  await expect.poll(stripe).toBe('fine')
  await stop()
})

/** A shop that takes cards; `start` starts a process of it that Stripe refuses as given from now on. */
async function shopWithCards() {
  let now = new Date('2026-11-22T09:00:00Z')
  const card = { ...fakeCard(), keys: 'one' }
  const shop = await buildTestApp({ clock: () => now, gateways: { card } })
  const start = (refusal: Omit<ProviderRefusal, 'at'> | null, keys = card.keys) => {
    const refused = refusal && { ...refusal, at: now }
    return beat(shop, { gateways: { ...shop.deps.gateways, card: { ...card, keys, refusal: () => refused } } })
  }
  const stripe = async () => (await finding(shop, 'stripe'))?.state
  const later = () => {
    now = new Date(now.getTime() + 50_000)
  }
  const take = async () => {
    await makePayment(shop.deps.orm, await makeOrder(shop.deps.orm))
    await shop.query(`update payments set payment_method = 'stripe', provider_reference = 'pi_1', created_at = $1`, [
      now,
    ])
  }
  return { card, start, stripe, later, take, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}
const ofShop = { code: 'unauthorized', isOfShop: true }
const ofOrder = { code: 'email_invalid', isOfShop: false }

it('does not take the shop for refused less because a process that was started since was refused one order', async () => {
  await using cards = await shopWithCards()
  const stopFirst = await cards.start(ofShop)
  expect(await cards.stripe()).toBe('broken')
  await stopFirst()
  cards.later()
  const stopSecond = await cards.start(ofOrder)
  for (const time of ['first', 'second']) expect(await cards.stripe(), time).toBe('broken')
  await stopSecond()
  expect(await cards.stripe()).toBe('broken')
  cards.later()
  await cards.take()
  expect(await cards.stripe()).toBe('fine')
})

it('takes what a process is refused that still runs with an earlier key for nothing against the new one', async () => {
  await using cards = await shopWithCards()
  const stopOld = await cards.start(ofShop)
  expect(await cards.stripe()).toBe('broken')
  cards.card.keys = 'another'
  const stopNew = await cards.start(null)
  expect(await cards.stripe()).toBe('fine')
  await stopOld()
  expect(await cards.stripe()).toBe('fine')
  await stopNew()
})

it('knows of one process that the provider takes orders which it refused another one before', async () => {
  await using cards = await shopWithCards()
  const stopRefused = await cards.start(ofShop)
  const stopOther = await cards.start(null)
  expect(await cards.stripe()).toBe('broken')
  cards.later()
  await cards.take()
  expect(await cards.stripe()).toBe('fine')
  await stopRefused()
  expect(await cards.stripe()).toBe('fine')
  await stopOther()
})

/** A process that beats; `beats` waits until two beats have begun and ended from now on. */
async function counted(shop: TestApp) {
  let begun = 0
  // Each beat asks this before it is stored, and begins after the one before has ended.
  const isDraining = () => {
    begun++
    return false
  }
  const stop = await beat(shop, { isDraining })
  const beats = async () => {
    const before = begun
    await expect.poll(() => begun).toBeGreaterThanOrEqual(before + 3)
  }
  return { stop, beats }
}
const outages = (shop: TestApp) =>
  shop.query(`select ended_at > since as lasted from health_problems where check_name = 'database'`)

it('records once, when it is back, that the database was away', async () => {
  await using shop = await buildTestApp()
  const processes = [await counted(shop), await counted(shop)]
  const allBeat = () => Promise.all(processes.map(({ beats }) => beats()))
  await shop.query('alter table shop_processes rename to away')
  await allBeat()
  await shop.query('alter table away rename to shop_processes')
  await allBeat()
  expect(await outages(shop)).toEqual([{ lasted: true }])
  for (const { stop } of processes) await stop()
})

it('takes one beat that was not stored for a busy moment of the database', async () => {
  await using shop = await buildTestApp()
  const { stop, beats } = await counted(shop)
  await shop.query('create sequence tries')
  // What a sequence has given is not taken back with the statement.
  await shop.query(`create function refuse_once() returns trigger language plpgsql as $$
    begin
      if nextval('tries') = 1 then raise exception 'busy'; end if;
      return new;
    end $$`)
  await shop.query('create trigger refused before insert on shop_processes for each row execute function refuse_once()')
  await beats()
  expect(await shop.query(`select last_value > 1 as "isOver" from tries`)).toEqual([{ isOver: true }])
  expect(await outages(shop)).toEqual([])
  await stop()
})

it('remembers when each job ran and since when it fails, over a restart', async () => {
  let now = new Date('2026-11-22T09:00:00Z')
  await using shop = await buildTestApp({ clock: () => now })
  const makeEm = () => shop.deps.orm.em.fork()
  let problem: Error | undefined
  const job: Job = {
    name: 'emails',
    every: 10,
    run: async () => {
      if (problem) throw problem
    },
  }
  const start = () => recordRuns([job], { makeEm, clock: () => now })
  const run = async ([recorded]: Job[]) => await recorded?.run().catch(() => undefined)
  const runs = () => readRuns(makeEm())
  const first = await start()
  expect(await runs()).toMatchObject([{ name: 'emails', everySeconds: 10, lastStartedAt: null, failingSince: null }])
  await run(first)
  expect(await runs()).toMatchObject([{ lastSucceededAt: now, failingSince: null }])
  problem = new Error('the mail server is away')
  now = new Date('2026-11-22T09:05:00Z')
  await run(first)
  now = new Date('2026-11-22T09:20:00Z')
  await run(await start())
  expect(await runs()).toMatchObject([
    {
      lastStartedAt: now,
      lastSucceededAt: new Date('2026-11-22T09:00:00Z'),
      failingSince: new Date('2026-11-22T09:05:00Z'),
      lastError: 'the mail server is away',
    },
  ])
  expect(await finding(shop, 'jobs:emails')).toMatchObject({
    state: 'doubtful',
    message: expect.stringMatching(/“emails” has failed/),
  })
  problem = undefined
  await run(first)
  expect(await runs()).toMatchObject([{ lastSucceededAt: now, failingSince: null, lastError: null }])
})

it('knows after a restart of the whole shop that a daily job was silent before it', async () => {
  let now = new Date('2026-11-22T09:00:00Z')
  await using shop = await buildTestApp({ clock: () => now })
  const daily: Job = { name: 'purge', every: { cron: '0 3 * * *' }, run: async () => undefined }
  const start = () => recordRuns([daily], { makeEm: () => shop.deps.orm.em.fork(), clock: () => now })
  const silent = { state: 'broken', message: expect.stringMatching(/“purge” has not run since Nov 22, 2026 12:00/) }
  for (const job of await start()) await job.run()
  // Off for two days, in which no job could run.
  now = new Date('2026-11-24T09:00:00Z')
  await start()
  expect(await finding(shop, 'jobs')).toMatchObject({ state: 'fine' })
  await shop.query(`update job_runs set known_since = last_succeeded_at`)
  const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
  await watchHealth(ctx(), null)
  expect(await finding(shop, 'jobs:purge')).toMatchObject(silent)
  now = new Date('2026-11-24T10:00:00Z')
  const restarted = await start()
  await watchHealth(ctx(), null)
  expect(await finding(shop, 'jobs:purge')).toMatchObject(silent)
  for (const job of restarted) await job.run()
  expect(await finding(shop, 'jobs')).toMatchObject({ state: 'fine' })
})

it('knows no job any more that an update has removed', async () => {
  let now = new Date('2026-11-22T09:00:00Z')
  await using shop = await buildTestApp({ clock: () => now })
  const start = (name: string) =>
    recordRuns([{ name, every: 10, run: async () => undefined }], {
      makeEm: () => shop.deps.orm.em.fork(),
      clock: () => now,
    })
  for (const job of await start('old-name')) await job.run()
  now = new Date('2026-11-22T09:30:00Z')
  for (const job of await start('new-name')) await job.run()
  expect(await finding(shop, 'jobs')).toMatchObject({ state: 'fine', message: 'All 1 run.' })
})

it('expects no job of processes that were replaced one after the other', async () => {
  let now = new Date('2026-11-22T09:00:00Z')
  await using shop = await buildTestApp({ clock: () => now })
  const start = async (name: string) => {
    const recorder = { makeEm: () => shop.deps.orm.em.fork(), clock: () => now }
    const jobs = await recordRuns([{ name, every: 10, run: async () => undefined }], recorder)
    const stop = await beat(shop, { jobs })
    for (const job of jobs) await job.run()
    return stop
  }
  const names = async () => {
    const { jobs } = await healthStatus({ em: shop.deps.orm.em.fork(), clock: () => now })
    return jobs.map(({ name }) => name)
  }
  const [first, second] = [await start('old-name'), await start('old-name')]
  await first()
  const third = await start('new-name')
  expect(await names()).toEqual(['new-name', 'old-name'])
  await second()
  const fourth = await start('new-name')
  expect(await names()).toEqual(['new-name'])
  now = new Date('2026-11-22T09:09:00Z')
  await expect.poll(() => finding(shop, 'jobs')).toMatchObject({ state: 'fine', message: 'All 1 run.' })
  // One that its processes know, and do not run, is late all the same.
  now = new Date('2026-11-22T09:11:00Z')
  const late = { state: 'broken', message: expect.stringMatching(/^“new-name” has not run since [^“]*$/) }
  await expect.poll(() => finding(shop, 'jobs:new-name')).toMatchObject(late)
  await third()
  await fourth()
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../testing/factories.ts'
import {
  addWebhook,
  eventIdOf,
  type ReceivedWebhook,
  refusedWith,
  subjectOf,
  taken,
  unreachable,
  webhooksOf,
} from '../../testing/webhook-harness.ts'
import { examineHealth } from '../admin/health/examine-health.ts'
import { purgeEvents } from '../events/purge-events.ts'
import { readEvents } from '../events/read-events.ts'
import { askedForMs } from './delivery-pauses.ts'
import { queueDeliveries } from './queue-deliveries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let shop: TestApp
let now: number
beforeEach(async () => {
  now = Date.now()
  shop = await buildTestApp({ clock: () => new Date(now) })
})
afterEach(() => shop[Symbol.asyncDispose]())

const statuses = ['processing', 'shipped', 'delivered', 'pending']
const setStatus = (status: string, where = 'true') =>
  shop.query(`update orders set status = '${status}', updated_at = $1 where ${where}`, [new Date(now)])
const endpoint = async () =>
  (await shop.query<{ paused_by: string | null; failing_since: Date | null }>('select * from webhook_endpoints'))[0]
const statesOf = async () =>
  (await shop.query<{ state: string }>('select distinct state from webhook_deliveries order by 1')).map(
    ({ state }) => state,
  )

function expectInOrder(received: readonly ReceivedWebhook[]) {
  const last = new Map<string, number>()
  for (const message of received) {
    const subject = subjectOf(message)
    expect(eventIdOf(message)).toBeGreaterThan(last.get(subject) ?? 0)
    last.set(subject, eventIdOf(message))
  }
}

// A shop of few orders as well: nothing else is there to find out that the receiver is back.
it.each([1, 40])(
  'tells a receiver that was down for 24 hours all of %i orders within ten minutes',
  async (ORDERS) => {
    await addWebhook(shop, ['order.placed', 'order.status_changed'])
    const begin = now
    let attempts = 0
    const isDown = () => now < begin + 24 * HOUR_MS
    const { received, run } = webhooksOf(shop, () => {
      attempts++
      return isDown() ? unreachable : taken
    })
    for (let nth = 0; nth < ORDERS; nth++) await makeOrder(shop.deps.orm)
    for (let minute = 0; isDown(); minute += 5) {
      if (minute % 60 === 0) await setStatus(statuses[(minute / 60) % 4] ?? '')
      await run()
      now += 5 * MINUTE_MS
    }
    const probes = attempts
    expect(received).toEqual([])
    const isBackAt = now
    while ((await statesOf()).includes('waiting')) {
      await run()
      now += 10_000
    }
    expect(received.length).toBe(ORDERS * 25)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(ORDERS * 25)
    expectInOrder(received)
    // What is down is asked a few times an hour, however much waits, and has everything within minutes of its return.
    expect(probes).toBeLessThan(400)
    expect(now - isBackAt).toBeLessThan(10 * MINUTE_MS)
    expect(await endpoint()).toMatchObject({ paused_by: null, failing_since: null })
  },
  600_000,
)

it('lets no slow receiver delay another', async () => {
  await addWebhook(shop, ['order.placed'], 'https://slow.test/hook')
  await addWebhook(shop, ['order.placed'], 'https://fast.test/hook')
  const released = Promise.withResolvers<void>()
  let held = 0
  const { received, tick, dispatcher } = webhooksOf(shop, async ({ url }) => {
    if (url.includes('fast')) return taken
    held++
    await released.promise
    return taken
  })
  const fast = () => received.filter(({ url }) => url.includes('fast')).length
  for (let nth = 0; nth < 60; nth++) {
    await makeOrder(shop.deps.orm)
    await tick()
  }
  await expect.poll(fast, { timeout: 20_000 }).toBe(60)
  // Another turn of the job gives the slow one no more places.
  await tick()
  expect(held).toBe(4)
  released.resolve()
  await dispatcher.idle()
  await tick()
  await dispatcher.idle()
  expect(received.length).toBe(120)
})

it('holds back only the events of the order that is refused, and gives up after three days', async () => {
  await addWebhook(shop, ['order.placed', 'order.status_changed'])
  const [refused, other] = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
  const { received, run } = webhooksOf(shop, (message) => {
    const isRefused = JSON.parse(message.body).type === 'order.placed' && subjectOf(message) === refused.id
    return isRefused ? refusedWith(500) : taken
  })
  await setStatus('shipped')
  await run()
  expect(received.map(subjectOf)).toEqual([other.id, other.id])
  for (let hour = 0; hour < 71; hour++) {
    now += HOUR_MS
    await setStatus(statuses[hour % 4] ?? '', `id = '${other.id}'`)
    await run()
  }
  expect(received.map(subjectOf)).not.toContain(refused.id)
  expect(await statesOf()).toEqual(['delivered', 'waiting'])
  // The pauses have grown to six hours.
  for (let hour = 0; hour < 9; hour++) {
    now += HOUR_MS
    await setStatus(statuses[hour % 4] ?? '', `id = '${other.id}'`)
    await run()
  }
  expect(await statesOf()).toEqual(['delivered', 'failed'])
  expect(received.filter((message) => subjectOf(message) === refused.id).length).toBe(1)
  expectInOrder(received)
  expect((await endpoint())?.paused_by).toBeNull()
  expect(await webhookFinding()).toMatchObject({ state: 'doubtful' })
})

it('does not hold an event that was given up against the events that come later', async () => {
  await addWebhook(shop, ['order.placed', 'order.status_changed'])
  const [refused, other] = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
  let refusesAll = false
  const { run } = webhooksOf(shop, (message) =>
    refusesAll || subjectOf(message) === refused.id ? refusedWith(500) : taken,
  )
  const nextHour = async () => {
    now += HOUR_MS
    await run()
  }
  for (let hour = 0; hour < 70; hour++) {
    await setStatus(statuses[hour % 4] ?? '', `id = '${other.id}'`)
    await nextHour()
  }
  // Nothing else happens in the shop, so the receiver takes nothing more.
  while ((await statesOf()).includes('waiting')) await nextHour()
  expect(await statesOf()).toEqual(['delivered', 'failed'])
  expect(await endpoint()).toMatchObject({ failures: 0, failing_since: null, next_attempt_at: null, paused_by: null })
  now += 80 * HOUR_MS
  refusesAll = true
  await makeOrder(shop.deps.orm)
  await run()
  expect(await endpoint()).toMatchObject({ failures: 1, paused_by: null })
})

it('does not hold an event that was given up against sending it again', async () => {
  await addWebhook(shop, ['order.placed'])
  await makeOrder(shop.deps.orm)
  const { run } = webhooksOf(shop, () => refusedWith(500))
  await run()
  // As an earlier version left it.
  await shop.query(`update webhook_endpoints set failing_since = $1, failures = 9`, [new Date(now - 100 * HOUR_MS)])
  const [failed] = await shop.query<{ id: string }>(`update webhook_deliveries set state = 'failed' returning id`)
  const again = await shop.app.inject({
    method: 'POST',
    url: `/api/admin/webhook-deliveries/${failed?.id}/send`,
    headers: await logIn(shop.deps.orm, { lastSeenAt: new Date(now), expiresAt: new Date(now + HOUR_MS) }),
  })
  expect(again.statusCode).toBe(200)
  await run()
  expect(await endpoint()).toMatchObject({ failures: 1, paused_by: null })
})

const webhookFinding = async () => {
  const findings = await examineHealth(webhooksOf(shop, () => taken).context())
  return findings.find(({ part }) => part === 'Webhooks')
}

it('pauses a receiver that takes nothing for three days, tells the owner, and loses nothing', async () => {
  const added = await addWebhook(shop, ['order.placed'])
  const begin = now
  const { received, run } = webhooksOf(shop, () => (now < begin + 100 * HOUR_MS ? unreachable : taken))
  for (let hour = 0; hour < 80; hour++) {
    await makeOrder(shop.deps.orm)
    await run()
    now += HOUR_MS
    if (hour === 40) expect(await webhookFinding()).toMatchObject({ state: 'doubtful' })
  }
  expect((await endpoint())?.paused_by).toBe('shop')
  expect(await webhookFinding()).toMatchObject({
    state: 'broken',
    message: expect.stringContaining('receiver.test'),
  })
  now += 40 * HOUR_MS
  await run()
  expect(received).toEqual([])
  const { orm } = shop.deps
  const resumed = await shop.app.inject({
    method: 'PUT',
    url: `/api/admin/webhooks/${added.id}`,
    headers: await logIn(orm, { lastSeenAt: new Date(now), expiresAt: new Date(now + HOUR_MS) }),
    payload: { url: added.url, types: added.types, isPaused: false },
  })
  expect([resumed.statusCode, resumed.json().pausedAt]).toEqual([200, null])
  await run()
  expect(received.length).toBe(80)
  expectInOrder(received)
  expect(await webhookFinding()).toMatchObject({ state: 'fine' })
})

it('says what a receiver has missed that was paused for longer than the log is kept', async () => {
  const { received, run, context } = webhooksOf(shop, () => taken)
  const lines: unknown[][] = []
  const logged = {
    ...context(),
    log: Object.assign(Object.create(shop.app.log), { warn: (...line: unknown[]) => lines.push(line) }),
  }
  const { id } = await addWebhook(shop, ['order.placed'])
  await run()
  await shop.query(`update webhook_endpoints set paused_at = now(), paused_by = 'owner'`)
  for (let nth = 0; nth < 3; nth++) await makeOrder(shop.deps.orm)
  const events = await readEvents(shop.deps.orm.em.fork(), { after: 0, types: ['order.placed'] })
  const last = events.at(-1)?.id ?? 0
  await shop.query('alter table events disable trigger user')
  await shop.query(`update events set written_at = written_at - interval '32 days' where position < $1`, [last])
  await shop.query('alter table events enable trigger user')
  await purgeEvents(context())
  await shop.query(`update webhook_endpoints set paused_at = null, paused_by = null`)
  await queueDeliveries(logged)
  await run()
  expect(received.map(eventIdOf)).toEqual([last])
  const [stored] = await shop.query<{ last_problem: string }>('select last_problem from webhook_endpoints')
  expect(stored?.last_problem).toMatch(/too long: \d+ events are gone/)
  expect(lines).toEqual([[{ endpoint: id, missed: expect.any(Number) }, expect.stringContaining('missed events')]])
  await queueDeliveries(logged)
  expect(lines).toHaveLength(1)
})

it('pauses a receiver that says it is gone', async () => {
  await addWebhook(shop, ['order.placed'])
  const { run } = webhooksOf(shop, () => refusedWith(410))
  await makeOrder(shop.deps.orm)
  await run()
  expect(await endpoint()).toMatchObject({ paused_by: 'shop' })
})

it('stays paused where a form is saved that was opened before', async () => {
  const { id, url, updatedAt } = await addWebhook(shop, ['order.placed'])
  const { run } = webhooksOf(shop, () => refusedWith(410))
  await makeOrder(shop.deps.orm)
  now += MINUTE_MS
  await run()
  const payload = { url, types: ['order.placed', 'order.paid'], isPaused: false, updatedAt }
  const headers = await logIn(shop.deps.orm)
  const saved = await shop.app.inject({ method: 'PUT', url: `/api/admin/webhooks/${id}`, headers, payload })
  expect(saved.json()).toMatchObject({ code: 'STALE' })
  expect(await endpoint()).toMatchObject({ paused_by: 'shop' })
})

it('holds nothing that its old address answers against a new one, and tells that one at once', async () => {
  await addWebhook(shop, ['order.placed'], 'https://old.test/hook')
  const { received, run } = webhooksOf(shop, async ({ url }) => {
    if (!url.includes('old')) return taken
    await shop.query(`update webhook_endpoints set url = 'https://new.test/hook'`)
    return refusedWith(410)
  })
  await makeOrder(shop.deps.orm)
  await run()
  expect(await endpoint()).toMatchObject({ failures: 0, failing_since: null, last_problem: null, paused_by: null })
  await run()
  expect(received.map(({ url }) => url)).toEqual(['https://new.test/hook'])
})

it('holds nothing that its old address takes for a new one that takes nothing', async () => {
  await addWebhook(shop, ['order.placed'], 'https://old.test/hook')
  const failing = `failures = 3, failing_since = now(), last_problem = 'answered 500'`
  await shop.query(`update webhook_endpoints set ${failing}`)
  const { received, run } = webhooksOf(shop, async () => {
    await shop.query(`update webhook_endpoints set url = 'https://new.test/hook', ${failing}`)
    return taken
  })
  await makeOrder(shop.deps.orm)
  await run()
  expect(received).toHaveLength(1)
  expect(await endpoint()).toMatchObject({ failures: 3, last_problem: 'answered 500' })
})

it('waits as long as a receiver asks for, an hour at most', async () => {
  await addWebhook(shop, ['order.placed'])
  let asked = 0
  const { received, run } = webhooksOf(shop, () => {
    asked++
    return asked === 1 ? refusedWith(429, '1800') : taken
  })
  await makeOrder(shop.deps.orm)
  await run()
  await makeOrder(shop.deps.orm)
  now += 29 * MINUTE_MS
  await run()
  expect(asked).toBe(1)
  now += 2 * MINUTE_MS
  await run()
  expect(received.length).toBe(2)
  const at = new Date('2026-11-22T09:00:00Z')
  expect(
    ['120', '999999999', 'Sun, 22 Nov 2026 09:01:00 GMT', 'Sun, 22 Nov 2020 09:01:00 GMT', 'soon', undefined].map(
      (text) => askedForMs(text, at),
    ),
  ).toEqual([120_000, HOUR_MS, MINUTE_MS, 0, 0, 0])
})

it('sends to one process at a time, and to another one where the first has died', async () => {
  await addWebhook(shop, ['order.placed'])
  const hangs = webhooksOf(shop, () => new Promise(() => undefined))
  await makeOrder(shop.deps.orm)
  await hangs.tick()
  await expect.poll(() => statesOf()).toEqual(['waiting'])
  await expect.poll(() => shop.query('select from webhook_deliveries where claimed_until is not null')).toHaveLength(1)
  const second = webhooksOf(shop, () => taken)
  await second.run()
  expect(second.received).toEqual([])
  now += 31_000
  await second.run()
  expect(second.received.length).toBe(1)
})

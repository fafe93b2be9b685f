import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addWebhook, subjectOf, webhooksOf } from '../../testing/webhook-harness.ts'
import { makePostWebhook } from './post-webhook.ts'

const program = fileURLToPath(new URL('../../testing/deliver-webhooks.child.ts', import.meta.url))
const EVENTS = 2_000
const SUBJECTS = 100
const KILLS = 4
/** What one process sends at once. */
const AT_ONCE = 4

let shop: TestApp
let ahead = 0
let receiver: http.Server
const received: { id: string; body: string }[] = []
beforeAll(async () => {
  shop = await buildTestApp({
    env: { WEBHOOKS_TO_LOOPBACK: 'on' },
    clock: () => new Date(Date.now() + ahead),
  })
  receiver = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ id: String(request.headers['webhook-id']), body })
    response.end('ok')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await shop[Symbol.asyncDispose]()
})

async function killAfter(child: ChildProcess, count: number) {
  const before = received.length
  await expect.poll(() => received.length - before, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(count)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it(`sends all of ${EVENTS} events although ${KILLS} processes are killed, and none again that was marked as taken`, async () => {
  await addWebhook(shop, ['settings.changed'], `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
  await shop.query(
    `insert into shop_setting_changes (key, before, after, changed_at, changed_by)
     select 'key ' || nth % $1, '"1"', '"2"', now(), 'x' from generate_series(1, $2) nth`,
    [SUBJECTS, EVENTS],
  )
  const countOf = (wanted: string) => received.filter(({ id }) => id === wanted).length
  const marked = new Map<string, number>()
  for (let kill = 0; kill < KILLS; kill++) {
    await killAfter(spawn(process.execPath, [program, shop.databaseUrl], { stdio: 'inherit' }), 150)
    const delivered = await shop.query<{ id: string }>(
      `select message_id as id from webhook_deliveries where state = 'delivered'`,
    )
    for (const { id } of delivered) if (!marked.has(id)) marked.set(id, countOf(id))
  }
  ahead = 31_000
  const post = makePostWebhook(true)
  const last = webhooksOf(shop, ({ url, headers, body }) => post(url, { headers, body }))
  await expect
    .poll(
      async () => {
        await last.run()
        return (await shop.query(`select from webhook_deliveries where state <> 'delivered'`)).length
      },
      { timeout: 60_000 },
    )
    .toBe(0)
  const ids = received.map(({ id }) => id)
  expect(new Set(ids).size).toBe(EVENTS)
  expect(marked.size).toBeGreaterThanOrEqual(KILLS * 100)
  for (const [id, count] of marked) expect(countOf(id), id).toBe(count)
  // What a process that was killed had sent and not marked comes again, under the same id.
  expect(ids.length - EVENTS).toBeLessThanOrEqual(KILLS * AT_ONCE)
  const firsts = received.filter(({ id }, nth) => ids.indexOf(id) === nth)
  const positions = new Map<string, number>()
  for (const message of firsts) {
    const subject = subjectOf({ ...message, url: '', headers: {} })
    const { eventId } = JSON.parse(message.body).data
    expect(eventId).toBeGreaterThan(positions.get(subject) ?? 0)
    positions.set(subject, eventId)
  }
}, 180_000)

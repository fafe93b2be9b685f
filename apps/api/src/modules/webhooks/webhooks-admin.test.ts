import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookDelivery } from '@marashi/domain/contracts/admin-webhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { deletedMeanwhile } from '../../testing/deleted-meanwhile.ts'
import { errorOf } from '../../testing/documented-operations.ts'
import { logIn, makeOrder } from '../../testing/factories.ts'
import { addWebhook, refusedWith, taken, webhooksOf } from '../../testing/webhook-harness.ts'
import { purgeDeliveries } from './purge-deliveries.ts'

let shop: TestApp
let session: Record<string, string>
let receiver: http.Server
let url: string
const tests: string[] = []
const lines: string[] = []
beforeAll(async () => {
  shop = await buildTestApp({
    env: { WEBHOOKS_TO_LOOPBACK: 'on', LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(line) },
  })
  session = await logIn(shop.deps.orm)
  receiver = http.createServer(async (request, response) => {
    for await (const chunk of request) tests.push(String(chunk))
    response.writeHead(202).end('thanks')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  receiver.close()
  await shop[Symbol.asyncDispose]()
})

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, on = shop) =>
  on.app.inject({ method, url: `/api/admin/${path}`, headers: session, ...(payload && { payload }) })

it('shows the secret of an address to the administrator at will, and to no log', async () => {
  const { id, secret } = await addWebhook(shop, ['order.paid'], url)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect((await ask('GET', `webhooks/${id}/secrets`)).json().secrets).toMatchObject([{ secret, endsAt: null }])
  expect((await ask('GET', 'webhooks')).body).not.toContain(secret)
  expect(lines.join()).not.toContain(secret)
})

it('refuses addresses that nothing may be sent to', async () => {
  const types = ['order.paid']
  const refusal = async (address: string, on = shop) => {
    const answer = await ask('POST', 'webhooks', { url: address, types }, on)
    return [answer.statusCode, answer.json().fields?.url ?? answer.json().url]
  }
  for (const address of ['http://10.0.0.1/', 'https://[fd00::1]/', 'http://169.254.169.254/latest/meta-data'])
    expect(await refusal(address)).toEqual([400, 'Nothing is sent into private networks'])
  expect((await refusal('https://user:word@receiver.test/'))[0]).toBe(400)
  for (const address of ['ftp://receiver.test/', 'receiver.test', 'javascript:alert(1)', ''])
    expect(await refusal(address)).toEqual([400, 'Please enter an address, as https://…'])
  await using closed = await buildTestApp({ databaseUrl: shop.databaseUrl })
  for (const address of ['http://127.0.0.1/', 'http://localhost:3000/'])
    expect(await refusal(address, closed)).toEqual([400, 'Nothing is sent into private networks'])
  expect(errorOf(await ask('POST', 'webhooks', { url, types: [] }))).toBe('400 BAD_REQUEST')
})

it('sends a test at once and keeps its answer', async () => {
  const { id } = await addWebhook(shop, ['order.paid'], url)
  const test = await ask('POST', `webhooks/${id}/test`)
  expect([test.statusCode, test.json()]).toMatchObject([
    201,
    { type: 'webhook.test', state: 'delivered', status: 202, answer: 'thanks', problem: null, attempts: 1 },
  ])
  expect(tests.at(-1)).toBe(test.json().body)
  const listed = await ask('GET', `webhooks/${id}/deliveries`)
  expect(listed.json()).toEqual({ deliveries: [test.json()], total: 1, nextCursor: null })
})

it('says when an address took something last since it was saved, and of no other that it ever did', async () => {
  const added = await addWebhook(shop, ['order.paid'], url)
  expect(added).toMatchObject({ lastDeliveredAt: null })
  const shown = async () => (await ask('GET', 'webhooks')).json().find((each: { id: string }) => each.id === added.id)
  const test = async () => (await ask('POST', `webhooks/${added.id}/test`)).json() as WebhookDelivery
  const { lastAttemptAt } = await test()
  expect(await shown()).toMatchObject({ lastDeliveredAt: lastAttemptAt })
  const form = { types: ['order.paid'], isPaused: false }
  const moved = await ask('PUT', `webhooks/${added.id}`, { url: 'http://127.0.0.1:1/hook', ...form })
  expect(moved.json()).toMatchObject({ lastDeliveredAt: null })
  expect(await test()).toMatchObject({ state: 'failed' })
  expect(await shown()).toMatchObject({ lastDeliveredAt: null })
})

it('counts a test that failed as no event that was given up', async () => {
  const { id } = await addWebhook(shop, ['order.paid'], 'http://127.0.0.1:1/hook')
  expect((await ask('POST', `webhooks/${id}/test`)).json()).toMatchObject({ type: 'webhook.test', state: 'failed' })
  const listed = (await ask('GET', 'webhooks')).json()
  expect(listed.find((each: { id: string }) => each.id === id)).toMatchObject({ failed: 0, failingSince: null })
})

it('sends a delivery again under the same id, and tells a paused one later of everything', async () => {
  const { id, types } = await addWebhook(shop, ['order.placed'], 'https://again.test/')
  let isRefusing = true
  const { received, run } = webhooksOf(shop, ({ url: to }) =>
    to.includes('again') ? (isRefusing ? refusedWith(500) : taken) : taken,
  )
  const mine = () => received.filter(({ url: to }) => to.includes('again'))
  await makeOrder(shop.deps.orm)
  await run()
  const deliveries = async (query = '') =>
    (await ask('GET', `webhooks/${id}/deliveries?${query}`)).json().deliveries as WebhookDelivery[]
  const [waiting] = await deliveries('state=waiting')
  expect(waiting).toMatchObject({ attempts: 1, status: 500, problem: 'answered 500' })
  isRefusing = false
  expect((await ask('POST', `webhook-deliveries/${waiting?.id}/send`)).statusCode).toBe(200)
  await run()
  expect(await deliveries('state=delivered')).toMatchObject([{ messageId: waiting?.messageId, attempts: 2 }])
  await ask('POST', `webhook-deliveries/${waiting?.id}/send`)
  await run()
  expect(mine().map(({ headers }) => headers['webhook-id'])).toEqual([waiting?.messageId, waiting?.messageId])

  const save = (isPaused: boolean, more: object = {}) =>
    ask('PUT', `webhooks/${id}`, { url: 'https://again.test/', types, isPaused, ...more })
  expect((await save(true)).json()).toMatchObject({ pausedBy: 'owner' })
  expect(errorOf(await ask('POST', `webhook-deliveries/${waiting?.id}/send`))).toBe('409 CONFLICT')
  await makeOrder(shop.deps.orm)
  await run()
  expect(mine().length).toBe(2)
  const shown = async () => (await ask('GET', 'webhooks')).json().find((each: { id: string }) => each.id === id)
  expect(await shown()).toMatchObject({ waiting: 1 })
  expect(errorOf(await save(false, { updatedAt: '2020-01-01T00:00:00.000Z' }))).toBe('409 STALE')
  expect((await save(false)).json()).toMatchObject({ pausedAt: null })
  await run()
  expect(mine().length).toBe(3)
  expect(await shown()).toMatchObject({ waiting: 0 })
  const clock = () => new Date(Date.now() + 31 * 24 * 60 * 60_000)
  const purge = () => purgeDeliveries({ em: shop.deps.orm.em.fork(), clock })
  await shop.query(`update webhook_deliveries set state = 'waiting' where message_id = $1`, [waiting?.messageId])
  await purge()
  expect(await deliveries()).toMatchObject([{ messageId: waiting?.messageId }])
  await shop.query(`update webhook_deliveries set created_at = now() - interval '31 days' where state = 'waiting'`)
  expect(await shown()).toMatchObject({ waiting: 1 })
  await shop.query(`update webhook_deliveries set state = 'delivered'`)
  await purge()
  expect(await deliveries()).toEqual([])
  expect((await ask('DELETE', `webhooks/${id}`)).statusCode).toBe(204)
})

it('finds nothing to send again, and nothing to test, where the address is removed at that moment', async () => {
  const sendAgain = async () => {
    const { id } = await addWebhook(shop, ['order.paid'], url)
    const test = await ask('POST', `webhooks/${id}/test`)
    const removal = { sql: 'delete from webhook_endpoints where id = $1', values: [id] }
    return deletedMeanwhile(shop, removal, () => ask('POST', `webhook-deliveries/${test.json().id}/send`))
  }
  const test = async () => {
    const { id } = await addWebhook(shop, ['order.paid'], url)
    const removal = { sql: 'delete from webhook_endpoints where id = $1', values: [id] }
    return deletedMeanwhile(shop, removal, () => ask('POST', `webhooks/${id}/test`))
  }
  expect([errorOf(await sendAgain()), errorOf(await test())]).toEqual(['404 NOT_FOUND', '404 NOT_FOUND'])
})

it('removes a secret a month after its end, and none that signs', async () => {
  const { id } = await addWebhook(shop, ['order.placed'], 'https://signed.test/')
  await shop.query(
    `insert into webhook_secrets (endpoint_id, secret, created_at, ends_at)
     select $1, 'whsec_' || days, now() - interval '1 year', now() - days * interval '1 day' from unnest(array[1, 31]) days`,
    [id],
  )
  await purgeDeliveries({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
  const ended = await shop.query('select secret from webhook_secrets where endpoint_id = $1 and ends_at is not null', [
    id,
  ])
  expect(ended).toEqual([{ secret: 'whsec_1' }])
  const { received, run } = webhooksOf(shop, () => taken)
  await makeOrder(shop.deps.orm)
  await run()
  const mine = received.filter(({ url: to }) => to === 'https://signed.test/')
  expect(mine.map(({ headers }) => headers['webhook-signature'])).toEqual([expect.stringMatching(/^v1,\S+$/)])
})

it('takes 20 addresses, also where several are added at once', async () => {
  const { total } = (
    await shop.query<{ total: number }>('select count(*)::int as total from webhook_endpoints')
  )[0] ?? {
    total: 0,
  }
  for (let nth = total; nth < 18; nth++) await addWebhook(shop, ['order.paid'], url)
  const adding = Array.from({ length: 5 }, () => ask('POST', 'webhooks', { url, types: ['order.paid'] }))
  const added = (await Promise.all(adding)).map(({ statusCode }) => statusCode)
  expect([added.filter((status) => status === 201), added.filter((status) => status === 409)]).toMatchObject([
    { length: 2 },
    { length: 3 },
  ])
})

import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { PushStatus, SubscribePush } from '@marashi/domain/contracts/admin-push'
import { expect, it } from 'vitest'
import { jobContext } from '../../http/context.ts'
import type { PostToInternet } from '../../outgoing/post-to-internet.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct, makeReview } from '../../testing/factories.ts'
import { runNotices } from '../../testing/run-notices.ts'
import { examineHealth } from '../admin/health/examine-health.ts'
import type { Email } from '../mail/smtp.ts'
import { flagPayment } from '../payments/flags/flag-payment.ts'
import { noticeJobs } from './notices.job.ts'
import { purgeNotices } from './purge-notices.ts'
import { pushStatus, subscribePush, testPush } from './push/subscriptions.ts'
import { queueNotices } from './queue-notices.ts'
import { remindOfMoney } from './remind-of-money.ts'
import { type Channels, sendNotices } from './send-notices.ts'

const quietly = (shop: TestApp) => Object.assign(Object.create(shop.app.log), { warn: () => undefined })

/** The keys of a browser, as `pushManager.subscribe` would answer them. */
const browserKeys = () => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url'), ecdh }
}

/** What the browser reads, as RFC 8291 and RFC 8188 say. */
function decrypted(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: string }): string {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const derive = (key: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, by, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const key = derive(ecdh.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  )
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

async function subscribe(shop: TestApp, endpoint: string, browser = 'Firefox') {
  const { p256dh, auth, ecdh } = browserKeys()
  const [row] = await shop.query<{ id: string }>(
    `insert into push_subscriptions (endpoint, p256dh, auth, browser, created_at) values ($1, $2, $3, $4, now()) returning id`,
    [endpoint, p256dh, auth, browser],
  )
  return { id: row?.id ?? '', auth, ecdh }
}

const subscriptionAt = (endpoint: string, { replaces }: Pick<SubscribePush, 'replaces'> = {}): SubscribePush => {
  const { p256dh, auth } = browserKeys()
  return { endpoint, keys: { p256dh, auth }, browser: 'Chrome on Android', ...(replaces && { replaces }) }
}

/** Channels that a test takes down and brings back, and what they took. */
function channelsOfTest() {
  const emails: string[] = []
  const pushes: string[] = []
  const down = { email: false, push: false }
  const channels: Channels = {
    sendEmail: async ({ messageId }: Email) => {
      if (down.email) throw Object.assign(new Error('421 closed'), { responseCode: 421 })
      emails.push(messageId)
    },
    post: async (url) => {
      if (down.push) throw new Error('ECONNREFUSED')
      pushes.push(url)
      return taken
    },
  }
  return { emails, pushes, down, channels }
}

const taken = { status: 201, answer: '', retryAfter: undefined }

const settings = { SMTP_URL: 'smtp://mail.test', SHOP_EMAIL: 'owner@shop.test' }

const MINUTE_MS = 60_000
const STEP_MS = 20_000

it('notifies of 500 orders through three outages of each channel, each within a minute of its return and none twice', async () => {
  const begin = new Date('2026-11-22T09:00:00+03:00').getTime()
  let now = begin
  await using shop = await buildTestApp({ clock: () => new Date(now), env: settings })
  const { emails, pushes, down, channels } = channelsOfTest()
  await subscribe(shop, 'https://push.test/phone')
  const run = () => runNotices(jobContext({ ...shop.deps, log: quietly(shop) }), channels)
  await run()

  // From one minute to another.
  const outages = {
    email: [
      [2, 6],
      [9, 10],
      [20, 140],
    ],
    push: [
      [1, 3],
      [8, 30],
      [150, 155],
    ],
  } as const
  const at = (minutes: number) => begin + minutes * MINUTE_MS
  let placed = 0
  while (now < at(160)) {
    for (const channel of ['email', 'push'] as const) {
      down[channel] = outages[channel].some(([from, until]) => now >= at(from) && now < at(until))
    }
    // One every twenty seconds, and fifty at once in the last hour.
    const count = placed < 450 ? 1 : placed === 450 ? 50 : 0
    for (let order = 0; order < count; order++, placed++) await makeOrder(shop.deps.orm)
    await run()
    for (const channel of ['email', 'push'] as const) {
      for (const [, until] of outages[channel]) {
        if (now < at(until) + MINUTE_MS - STEP_MS || now >= at(until) + MINUTE_MS) continue
        const late = await shop.query(
          'select id from notices where channel = $1 and sent_at is null and created_at < $2',
          [channel, new Date(at(until))],
        )
        expect(late, `${channel} a minute after ${until}`).toEqual([])
      }
    }
    now += STEP_MS
  }
  expect(placed).toBe(500)
  expect([emails.length, new Set(emails).size, pushes.length]).toEqual([500, 500, 500])
  const [tries] = await shop.query<{ most: number }>('select max(attempts) as most from notices')
  // Two hours without mail, twice a minute: an outage costs few attempts, however much waits.
  expect(tries?.most).toBeLessThan(400)
}, 120_000)

it('encrypts a push for its browser alone, and shows the push service who sends it', async () => {
  await using shop = await buildTestApp({ env: settings })
  const requests: { url: string; request: Parameters<PostToInternet>[1] }[] = []
  const { id, auth, ecdh } = await subscribe(shop, 'https://push.test/phone')
  const channels: Channels = {
    sendEmail: null,
    post: async (url, request) => {
      requests.push({ url, request })
      return taken
    },
  }
  const run = () => runNotices(jobContext({ ...shop.deps, log: shop.app.log }), channels)
  await run()
  const order = await makeOrder(shop.deps.orm, { total: 4_500 })
  await Promise.all([run(), run()])
  expect(requests.map(({ url }) => url)).toEqual(['https://push.test/phone'])
  const { headers, body } = requests[0]?.request ?? {}
  expect(headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', Urgency: 'high', TTL: 86_400 })
  const [keys] = await shop.query<{ public_key: string }>('select public_key from push_keys')
  expect(headers?.Authorization).toMatch(new RegExp(`^vapid t=.+, k=${keys?.public_key}$`))
  const text = decrypted(Buffer.from(body as Uint8Array), { ecdh, auth })
  expect(JSON.parse(text)).toEqual({
    title: `New order ${order.orderNumber}`,
    body: 'Ksh 4,500',
    path: `/admin/orders?order=${order.id}`,
    tag: expect.stringMatching(/^notice-\d+$/),
  })
  expect(await shop.query("select recipient, channel from notices where channel = 'push'")).toEqual([
    { recipient: id, channel: 'push' },
  ])
})

it('ends a subscription that its browser has withdrawn, goes on with the others, and tells it until it is subscribed again', async () => {
  let now = new Date('2026-11-22T09:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now })
  const old = await subscribe(shop, 'https://push.test/old', 'Chrome on Android')
  const { id } = await subscribe(shop, 'https://push.test/new')
  const { channels, pushes } = channelsOfTest()
  const post: PostToInternet = (url, request) =>
    url.endsWith('old') ? Promise.resolve({ ...taken, status: 410, answer: 'gone' }) : channels.post(url, request)
  const run = () => runNotices(jobContext({ ...shop.deps, log: shop.app.log }), { sendEmail: null, post })
  await run()
  await makeOrder(shop.deps.orm)
  await run()
  await run()
  expect(pushes).toEqual(['https://push.test/new'])
  expect(await shop.query('select id from push_subscriptions where ended_at is null')).toEqual([{ id }])
  expect(await shop.query('select id from notices where next_attempt_at is not null')).toEqual([])

  const ctx = jobContext({ ...shop.deps, log: shop.app.log })
  const endedAt = now.toISOString()
  now = new Date(now.getTime() + 11 * MINUTE_MS)
  await makeOrder(shop.deps.orm)
  await run()
  expect(pushes).toEqual(['https://push.test/new', 'https://push.test/new'])
  expect((await pushStatus(ctx)).subscriptions.find((each) => each.id === old.id)).toMatchObject({ endedAt })
  const health = async () => (await examineHealth(ctx)).filter(({ part }) => part === 'Your notices')
  expect(await health()).toMatchObject([
    { name: `notices:${old.id}`, state: 'broken', message: expect.stringMatching(/Its subscription has ended/) },
  ])
  const again = subscriptionAt('https://push.test/again', { replaces: old.id })
  await subscribePush(ctx, again)
  await subscribePush(ctx, again)
  expect((await pushStatus(ctx)).subscriptions).toMatchObject([{ endedAt: null }, { endedAt: null }])
  expect(await health()).toMatchObject([{ state: 'fine' }])
})

it('ends with a new subscription what the same browser had before, and of no other one of its name', async () => {
  let now = new Date('2026-11-22T09:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now })
  const ctx = jobContext({ ...shop.deps, log: shop.app.log })
  const own = await subscribePush(ctx, subscriptionAt('https://push.test/own'))
  const theirs = await subscribePush(ctx, subscriptionAt('https://push.test/of-another-phone'))
  await shop.query('update push_subscriptions set ended_at = $2 where id = $1', [theirs.id, now])
  now = new Date(now.getTime() + 11 * MINUTE_MS)
  const health = async () => (await examineHealth(ctx)).filter(({ part }) => part === 'Your notices')
  expect(await health()).toMatchObject([{ name: `notices:${theirs.id}`, state: 'broken' }])

  // Its push service has not said yet that the earlier one is no more.
  const { id } = await subscribePush(ctx, subscriptionAt('https://push.test/anew', { replaces: own.id }))
  const { subscriptions } = await pushStatus(ctx)
  expect(subscriptions).toMatchObject([
    { id, endedAt: null },
    { id: theirs.id, endedAt: expect.any(String) },
  ])
  // It may be this phone after it was set up anew, which has no memory then, and it may be another one.
  expect(await health()).toMatchObject([
    { name: `notices:${theirs.id}`, state: 'doubtful', message: expect.stringMatching(/Its subscription has ended/) },
  ])
  // The same subscription again replaces nothing, whatever is asked.
  expect(await subscribePush(ctx, subscriptionAt('https://push.test/anew', { replaces: id }))).toEqual({ id })
})

it('sends again, under the same id, what a killed process may or may not have sent', async () => {
  let now = new Date('2026-11-22T09:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  const ids: string[] = []
  const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
  const { channels } = channelsOfTest()
  await runNotices(ctx(), channels)
  await makeOrder(shop.deps.orm)
  const sent = Promise.withResolvers<void>()
  // Accepted by the mail server, and then the process is gone.
  void runNotices(ctx(), {
    ...channels,
    sendEmail: ({ messageId }) => {
      ids.push(messageId)
      sent.resolve()
      return new Promise(() => undefined)
    },
  })
  await sent.promise
  const again = () => runNotices(ctx(), { ...channels, sendEmail: async ({ messageId }) => void ids.push(messageId) })
  now = new Date(now.getTime() + 14 * MINUTE_MS)
  await again()
  expect(ids).toHaveLength(1)
  now = new Date(now.getTime() + 2 * MINUTE_MS)
  await again()
  await again()
  expect(ids).toEqual([ids[0], ids[0]])
})

it('pushes a problem of the shop once when it lasts, and leaves its e-mail to the checks', async () => {
  await using shop = await buildTestApp({ env: settings })
  await subscribe(shop, 'https://push.test/phone')
  const { channels, emails, pushes } = channelsOfTest()
  const run = () => runNotices(jobContext({ ...shop.deps, log: shop.app.log }), channels)
  const problem = (name: string, seconds: number) =>
    shop.query(
      `insert into health_problems (check_name, part, state, message, since, last_seen_at)
       values ($1, 'Backup', 'broken', 'The last backup failed.', now() - make_interval(secs => $2), now())`,
      [name, seconds],
    )
  await problem('backup', 90)
  await problem('disk', 30)
  await run()
  await run()
  expect(pushes).toHaveLength(1)
  expect(emails).toEqual([])
  expect(await shop.query(`select text->>'title' as title from notices`)).toEqual([{ title: 'Backup' }])
})

it('does not take an e-mail of the night for the end of an outage that began after it', async () => {
  let now = new Date('2026-11-22T23:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  const { channels, emails, down } = channelsOfTest()
  down.email = true
  const ctx = jobContext({ ...shop.deps, log: quietly(shop) })
  await shop.query(
    `insert into shop_settings (key, value, version, changed_at, changed_by)
     values ('notices.quietHours', '{"isOn": true, "from": "21:00", "until": "07:00"}', 1, now(), 'x')`,
  )
  await expect.poll(async () => (await shop.deps.settings.read()).notices.quietHours.isOn).toBe(true)
  await runNotices(ctx, channels)
  await makeOrder(shop.deps.orm)
  await runNotices(ctx, channels)
  // The checks write at any hour.
  await shop.query(
    `insert into health_problems (check_name, part, state, message, since, last_seen_at, ended_at, mailed_at)
     values ('disk', 'Disk', 'broken', 'Full.', $1, $1, $1, $1)`,
    ['2026-11-23T03:00:00+03:00'],
  )
  const byEmail = async () => (await examineHealth(ctx)).find(({ name }) => name === 'notices:email')
  now = new Date('2026-11-23T07:00:00+03:00')
  await runNotices(ctx, channels)
  expect(emails).toEqual([])
  // What was tried a minute ago for the first time is not late.
  now = new Date('2026-11-23T07:01:00+03:00')
  expect(await byEmail()).toBeUndefined()
  now = new Date('2026-11-23T07:20:00+03:00')
  await runNotices(ctx, channels)
  expect(await byEmail()).toMatchObject({
    state: 'broken',
    message: expect.stringMatching(/since Nov 23, 2026 07:00\. .*421 closed/),
  })
  down.email = false
  now = new Date('2026-11-23T07:22:00+03:00')
  await runNotices(ctx, channels)
  expect(emails).toHaveLength(1)
  expect(await byEmail()).toBeUndefined()
})

it('pushes a problem that lasts for months once', async () => {
  let now = new Date('2026-11-22T09:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  await subscribe(shop, 'https://push.test/phone')
  const { channels, pushes } = channelsOfTest()
  const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
  await shop.query(
    `insert into health_problems (check_name, part, state, message, since, last_seen_at)
     values ('backup', 'Backup', 'broken', 'The last backup failed.', now() - interval '90 s', now())`,
  )
  await runNotices(ctx(), channels)
  now = new Date(now.getTime() + 31 * 24 * 60 * MINUTE_MS)
  await purgeNotices(ctx())
  await runNotices(ctx(), channels)
  expect(pushes).toHaveLength(1)
  await shop.query('update health_problems set ended_at = now()')
  await purgeNotices(ctx())
  // It says that the browser is reached, for as long as there is that browser.
  expect(await shop.query('select id from notices')).toHaveLength(1)
  await shop.query('delete from push_subscriptions')
  await purgeNotices(ctx())
  expect(await shop.query('select id from notices')).toEqual([])
})

it('tells at the end of quiet hours no problem that is over, unless it is back, and nothing that was switched off', async () => {
  let now = new Date('2026-11-22T23:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  await subscribe(shop, 'https://push.test/phone')
  const { channels, emails, pushes } = channelsOfTest()
  const run = () => runNotices(jobContext({ ...shop.deps, log: shop.app.log }), channels)
  const set = (key: string, value: unknown) =>
    shop.query(
      `insert into shop_settings (key, value, version, changed_at, changed_by) values ($1, $2, 1, now(), 'x')`,
      [key, JSON.stringify(value)],
    )
  await run()
  await set('notices.quietHours', { isOn: true, from: '21:00', until: '06:30' })
  await expect.poll(async () => (await shop.deps.settings.read()).notices.quietHours.isOn).toBe(true)
  await shop.query(
    `insert into health_problems (check_name, part, state, message, since, last_seen_at)
     values ('mpesa', 'M-Pesa', 'broken', 'M-Pesa does not answer.', now() - interval '90 s', now())`,
  )
  await makeOrder(shop.deps.orm)
  await run()
  await shop.query('update health_problems set ended_at = now()')
  await set('notices.email', ['paid'])
  await expect.poll(async () => (await shop.deps.settings.read()).notices.email).toEqual(['paid'])
  now = new Date('2026-11-23T06:30:00+03:00')
  await run()
  expect(await shop.query('select kind, channel from notices')).toEqual([{ kind: 'order', channel: 'push' }])
  expect([emails.length, pushes.length]).toEqual([0, 1])
  // The checks take it for the same problem where it is back at once.
  await shop.query('update health_problems set ended_at = null')
  await run()
  expect(pushes).toHaveLength(2)
})

it('tells at the end of quiet hours of no flag that is settled, and counts again what waits of the reminder', async () => {
  let now = new Date('2026-11-25T08:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  const sent: string[] = []
  const channels: Channels = {
    ...channelsOfTest().channels,
    sendEmail: async ({ subject, text }) => void sent.push(`${subject} ${text.split('\n')[0]}`),
  }
  const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
  await runNotices(ctx(), channels)
  await shop.query(
    `insert into shop_settings (key, value, version, changed_at, changed_by)
     values ('notices.email', '["flag"]', 1, now(), 'x'),
            ('notices.quietHours', '{"isOn": true, "from": "07:00", "until": "10:00"}', 1, now(), 'x')`,
  )
  await expect.poll(async () => (await shop.deps.settings.read()).notices.email).toEqual(['flag'])
  const order = await makeOrder(shop.deps.orm)
  const payment = await makePayment(shop.deps.orm, order)
  await shop.query(
    `insert into payment_flags (payment_id, what, details, source, raised_at)
     select $1, what, '{}', 'gateway', now() from unnest(array['confirm-receipt', 'late']) as what`,
    [payment.id],
  )
  await shop.query(
    `insert into receipt_claims (order_id, gateway, receipt, state, asked_at)
     select $1, 'mpesa', receipt, 'checking', $2::timestamptz from unnest(array['TK1', 'TK2']) as receipt`,
    [order.id, now],
  )
  await remindOfMoney(ctx())
  await runNotices(ctx(), channels)
  expect(sent).toEqual([])
  await shop.query(
    `update payment_flags set resolved_at = now(), resolved_by = 'shop', resolution = 'its receipt came'
     where what = 'confirm-receipt'`,
  )
  await shop.query(
    `update receipt_claims set state = 'refused', reason = 'used', answered_at = $1 where receipt = 'TK1'`,
    [now],
  )
  now = new Date('2026-11-25T10:00:00+03:00')
  await runNotices(ctx(), channels)
  expect(sent.toSorted()).toEqual([
    `Marashi: A payment of ${order.orderNumber} needs you Ksh 4,500: late`,
    'Marashi: Money waits for you 1 receipt that a customer typed.',
  ])
})

it('tells at the end of quiet hours of no order that is cancelled or deleted, and how much is left by then', async () => {
  let now = new Date('2026-11-22T23:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  const sent: string[] = []
  const channels: Channels = {
    ...channelsOfTest().channels,
    sendEmail: async ({ subject, text }) => void sent.push(`${subject} ${text.split('\n')[0]}`),
  }
  const run = () => runNotices(jobContext({ ...shop.deps, log: shop.app.log }), channels)
  await run()
  await shop.query(
    `insert into shop_settings (key, value, version, changed_at, changed_by)
     values ('notices.quietHours', '{"isOn": true, "from": "21:00", "until": "06:30"}', 1, now(), 'x')`,
  )
  await expect.poll(async () => (await shop.deps.settings.read()).notices.quietHours.isOn).toBe(true)
  const orm = shop.deps.orm
  const [kept, cancelled, deleted] = [await makeOrder(orm), await makeOrder(orm), await makeOrder(orm)]
  const category = await makeCategory(orm, 'Oud')
  const products = new Map<string, string>()
  for (const name of ['Restocked', 'Sold out', 'Given back', 'Uncounted', 'Removed'])
    products.set(name, (await makeProduct(orm, category, { name })).id)
  const count = (name: string, pieces: number | null) =>
    shop.query('update variants set stock_count = $2 where product_id = $1', [products.get(name), pieces])
  for (const name of products.keys()) await count(name, 1)
  await run()
  expect(await shop.query('select count(*)::int as count from notices')).toEqual([{ count: 8 }])
  await shop.query(`update orders set status = 'cancelled' where id = $1`, [cancelled.id])
  await shop.query('update orders set deleted_at = now() where id = $1', [deleted.id])
  await count('Restocked', 40)
  await count('Sold out', 0)
  await count('Given back', 2)
  await count('Uncounted', null)
  await shop.query('delete from products where id = $1', [products.get('Removed')])
  now = new Date('2026-11-23T06:30:00+03:00')
  await run()
  expect(sent.toSorted()).toEqual([
    'Marashi: Given back runs low 2 left.',
    `Marashi: New order ${kept.orderNumber} Ksh 4,500`,
    'Marashi: Sold out runs low None is left.',
  ])
})

it('says on Health of a notice that the shop cannot write that it is the shop, until it or a later one is taken', async () => {
  let now = new Date('2026-11-22T09:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  const { channels, emails } = channelsOfTest()
  const ctx = () => jobContext({ ...shop.deps, log: quietly(shop) })
  const known = await shop.deps.settings.read()
  const unwritable = {
    ...known,
    get shop(): never {
      throw new TypeError('a bug')
    },
  }
  const bug = { ...shop.deps.settings, read: async () => unwritable }
  const fail = () =>
    expect(sendNotices({ ...ctx(), settings: bug }, channels, 'email')).rejects.toThrow(/could not be written/)
  const findings = async () => (await examineHealth(ctx())).filter(({ name }) => name.startsWith('notices'))
  const unwritten = [
    {
      name: 'notices:unwritten',
      state: 'broken',
      message: 'The shop itself could not write 1 notice, since Nov 22, 2026 09:00: the log says why.',
    },
  ]
  await runNotices(ctx(), channels)
  await makeOrder(shop.deps.orm)
  await queueNotices(ctx())
  await fail()
  expect(await findings()).toMatchObject([{ name: 'notices', state: 'fine' }])
  now = new Date(now.getTime() + 11 * MINUTE_MS)
  expect(await findings()).toMatchObject(unwritten)
  now = new Date(now.getTime() + 73 * 60 * MINUTE_MS)
  await fail()
  expect(await shop.query('select sent_at, next_attempt_at from notices')).toEqual([
    { sent_at: null, next_attempt_at: null },
  ])
  expect(await findings()).toMatchObject(unwritten)
  await makeOrder(shop.deps.orm)
  await runNotices(ctx(), channels)
  expect(emails).toHaveLength(1)
  expect(await findings()).toMatchObject([{ name: 'notices', state: 'fine' }])
})

it('gives up after three days, and queues nothing for e-mail while there is no mail server', async () => {
  let now = new Date('2026-11-22T09:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now })
  await subscribe(shop, 'https://push.test/phone')
  const { channels, down } = channelsOfTest()
  const run = () => runNotices(jobContext({ ...shop.deps, log: quietly(shop) }), channels)
  await run()
  down.push = true
  await makeOrder(shop.deps.orm)
  await run()
  expect(await shop.query('select channel from notices')).toEqual([{ channel: 'push' }])
  now = new Date(now.getTime() + 73 * 60 * MINUTE_MS)
  await run()
  expect(await shop.query('select sent_at, next_attempt_at from notices')).toEqual([
    { sent_at: null, next_attempt_at: null },
  ])
})

it('asks what refuses the owner once an hour in the end, however much waits, and sends all of it when it is taken', async () => {
  const begin = new Date('2026-11-22T09:00:00+03:00').getTime()
  let now = begin
  await using shop = await buildTestApp({ clock: () => new Date(now), env: settings })
  await subscribe(shop, 'https://push.test/phone')
  let isRefused = true
  const asked = { email: 0, push: 0 }
  const channels: Channels = {
    sendEmail: async () => {
      asked.email++
      if (isRefused)
        throw Object.assign(new Error('550 no mailbox'), {
          code: 'EENVELOPE',
          command: 'RCPT TO',
          responseCode: 550,
        })
    },
    post: async () => {
      asked.push++
      return isRefused ? { ...taken, status: 403, answer: 'BadJwtToken' } : taken
    },
  }
  const run = () => runNotices(jobContext({ ...shop.deps, log: quietly(shop) }), channels)
  await run()
  for (let minute = 0; minute < 12 * 60; minute += 5, now += 5 * MINUTE_MS) {
    if (minute % 60 === 0) await makeOrder(shop.deps.orm)
    await run()
  }
  // Six with growing pauses, then for each order itself, and five at once each hour.
  expect(asked.email).toBeLessThan(100)
  expect(asked.push).toBeLessThan(100)
  isRefused = false
  now += 60 * MINUTE_MS
  await run()
  expect(await shop.query('select id from notices where sent_at is null')).toEqual([])
}, 60_000)

it('calls the owner in the browser while a mail server keeps every e-mail waiting', async () => {
  await using shop = await buildTestApp({ env: settings })
  await subscribe(shop, 'https://push.test/phone')
  const { pushes, channels } = channelsOfTest()
  const jobs = noticeJobs(() => jobContext({ ...shop.deps, log: quietly(shop) }), {
    ...channels,
    sendEmail: () => new Promise(() => undefined),
  })
  // One run of each job at a time, as the queue has it.
  const running = new Set<string>()
  const runAll = () => {
    for (const { name, every, run } of jobs) {
      if (typeof every !== 'number' || running.has(name)) continue
      running.add(name)
      void run().then(() => running.delete(name))
    }
  }
  const pushed = (count: number) =>
    expect
      .poll(() => {
        runAll()
        return pushes.length
      })
      .toBe(count)
  await jobs[0]?.run()
  for (let nth = 0; nth < 8; nth++) await makeOrder(shop.deps.orm)
  await pushed(8)
  await makeOrder(shop.deps.orm)
  await pushed(9)
  await expect.poll(() => [...running]).toEqual(['email-notices'])
})

it('holds back no other notice for one whose text the mail server refuses', async () => {
  let now = new Date('2026-11-22T09:00:00+03:00').getTime()
  await using shop = await buildTestApp({ clock: () => new Date(now), env: settings })
  const sent: string[] = []
  const channels: Channels = {
    ...channelsOfTest().channels,
    sendEmail: async ({ messageId }) => {
      if (messageId.startsWith('<notice-1@'))
        throw Object.assign(new Error('554 looks like spam'), { code: 'EMESSAGE', command: 'DATA', responseCode: 554 })
      sent.push(messageId)
    },
  }
  const run = () => runNotices(jobContext({ ...shop.deps, log: quietly(shop) }), channels)
  await run()
  await makeOrder(shop.deps.orm)
  await run()
  for (let nth = 0; nth < 8; nth++) await makeOrder(shop.deps.orm)
  now += MINUTE_MS
  await run()
  expect(sent).toHaveLength(8)
})

it('lets the owner subscribe a browser once, try it, and remove it, over REST', async () => {
  await using shop = await buildTestApp()
  const headers = await logIn(shop.deps.orm)
  const { p256dh, auth } = browserKeys()
  const call = (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: object) =>
    shop.app.inject({ method, url: `/api/admin/push${path}`, headers, ...(payload && { payload }) })
  const subscription = { endpoint: 'https://push.test/phone', keys: { p256dh, auth }, browser: 'Chrome on Android' }
  const first = await call('POST', '/subscriptions', subscription)
  expect(first.statusCode).toBe(201)
  const { id } = first.json<{ id: string }>()
  expect((await call('POST', '/subscriptions', subscription)).json()).toEqual({ id })
  const status = (await call('GET')).json<PushStatus>()
  expect(status.subscriptions).toMatchObject([{ id, browser: 'Chrome on Android' }])
  expect(Buffer.from(status.publicKey, 'base64url')).toHaveLength(65)
  expect((await call('GET')).json<PushStatus>().publicKey).toBe(status.publicKey)

  const shown: string[] = []
  const ctx = jobContext({ ...shop.deps, log: shop.app.log })
  await testPush(ctx, { id }, async (url) => {
    shown.push(url)
    return taken
  })
  expect(shown).toEqual(['https://push.test/phone'])
  const away = new Error('ECONNREFUSED')
  await expect(testPush(ctx, { id }, () => Promise.reject(away))).rejects.toMatchObject({
    message: expect.stringContaining('did not take the notice'),
    cause: away,
  })
  // The database is away, of which the push service knows nothing.
  const restarting = Object.assign(new Error('restarting'), { code: '57P01', severity: 'FATAL' })
  const settings = { ...ctx.settings, read: () => Promise.reject(restarting) }
  await expect(testPush({ ...ctx, settings }, { id })).rejects.toBe(restarting)

  expect((await call('DELETE', `/subscriptions/${id}`)).statusCode).toBe(204)
  expect((await call('DELETE', `/subscriptions/${id}`)).statusCode).toBe(204)
  expect((await call('POST', `/subscriptions/${id}/test`)).statusCode).toBe(404)
  for (const endpoint of ['http://push.test/phone', 'https//x', 'file:///etc/passwd']) {
    expect((await call('POST', '/subscriptions', { ...subscription, endpoint })).statusCode, endpoint).toBe(400)
  }
})

it('connects to no address of the shop’s own network, whoever subscribed it', async () => {
  await using shop = await buildTestApp()
  const headers = await logIn(shop.deps.orm)
  let connections = 0
  const server = createServer(() => void connections++).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const { p256dh, auth } = browserKeys()
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
    const payload = { endpoint: `https://${host}:${port}/x`, keys: { p256dh, auth }, browser: 'Chrome' }
    const call = (path: string, payload?: object) =>
      shop.app.inject({
        method: 'POST',
        url: `/api/admin/push/subscriptions${path}`,
        headers,
        ...(payload && { payload }),
      })
    const { id } = (await call('', payload)).json()
    expect((await call(`/${id}/test`)).statusCode, host).toBe(503)
  }
  server.close()
  expect(connections).toBe(0)
})

it('tells of the first ten reviews of an hour one by one, and of all others in one', async () => {
  let now = new Date('2026-11-22T12:05:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  const { emails, channels } = channelsOfTest()
  const ctx = () => jobContext({ ...shop.deps, log: quietly(shop) })
  await runNotices(ctx(), channels)
  const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
  const review = async (count: number) => {
    for (let nth = 0; nth < count; nth++) await makeReview(shop.deps.orm, product)
    await runNotices(ctx(), channels)
  }
  await review(8)
  expect(emails).toHaveLength(8)
  await review(900)
  await review(30)
  expect(emails).toHaveLength(11)
  expect(await shop.query(`select text->>'title' as title from notices where cause like 'reviews %'`)).toEqual([
    { title: 'Many new reviews' },
  ])
  now = new Date('2026-11-22T13:00:00+03:00')
  await review(2)
  expect(emails).toHaveLength(13)
})

it('says of a review whether it waits, or the shop shows it or does not', async () => {
  await using shop = await buildTestApp({ env: settings })
  const { channels } = channelsOfTest()
  const run = () => runNotices(jobContext({ ...shop.deps, log: quietly(shop) }), channels)
  await run()
  const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
  await makeReview(shop.deps.orm, product, { rating: 4, status: 'pending' })
  await makeReview(shop.deps.orm, product, { rating: 2, status: 'approved' })
  await makeReview(shop.deps.orm, product, { rating: 3, status: 'rejected' })
  await makeReview(shop.deps.orm, product, { rating: 1, status: 'pending' })
  await shop.query('update reviews set deleted_at = now() where rating = 1')
  await run()
  const bodies = await shop.query<{ body: string }>(`select text->>'body' as body from notices order by id`)
  expect(bodies.map(({ body }) => body)).toEqual([
    '4 of 5 stars. It waits for your approval.',
    '2 of 5 stars. The shop shows it.',
    '3 of 5 stars. The shop does not show it.',
  ])
})

it('leads from a flag of a deleted order to its payment, which no list of orders shows', async () => {
  await using shop = await buildTestApp({ env: settings })
  const { channels } = channelsOfTest()
  const run = () => runNotices(jobContext({ ...shop.deps, log: quietly(shop) }), channels)
  await run()
  const path = async (deleted_at: string) => {
    const order = await makeOrder(shop.deps.orm, { status: 'pending' })
    const { id, orderNumber } = order
    const payment = await makePayment(shop.deps.orm, order)
    await flagPayment(jobContext({ ...shop.deps, log: quietly(shop) }), payment.id, {
      what: 'unresolved',
      source: 'query',
      note: 'lost',
    })
    await shop.query(`update orders set deleted_at = ${deleted_at} where id = $1`, [id])
    await run()
    const [notice] = await shop.query<{ path: string }>(
      `select text->>'path' as path from notices where kind = 'flag' order by id desc limit 1`,
    )
    return notice?.path.replace(id, 'ID').replace(orderNumber, 'NUMBER')
  }
  expect(await path('null')).toBe('/admin/orders?order=ID')
  expect(await path('now()')).toBe('/admin/payments?search=NUMBER')
})

it('says that an order is paid, and that it can be packed where its money has just moved it there', async () => {
  await using shop = await buildTestApp()
  await subscribe(shop, 'https://push.test/phone')
  const { channels } = channelsOfTest()
  const run = () => runNotices(jobContext({ ...shop.deps, log: quietly(shop) }), channels)
  const paid = async (status: Parameters<typeof makeOrder>[1], statements: string[]) => {
    const { id } = await makeOrder(shop.deps.orm, status)
    await run()
    for (const statement of statements) await shop.query(statement, [id])
    await run()
    const [notice] = await shop.query<{ body: string }>(
      `select text->>'body' as body from notices where kind = 'paid' order by id desc limit 1`,
    )
    return notice?.body
  }
  const pay = `update orders set paid_at = now(), status = 'processing' where id = $1`
  expect(await paid({ status: 'pending' }, [pay])).toBe('An order of Ksh 4,500. It can be packed.')
  // Its courier brought the cash.
  expect(await paid({ status: 'delivered' }, ['update orders set paid_at = now() where id = $1'])).toBe(
    'An order of Ksh 4,500.',
  )
  // As many other events as are read at once, but for one.
  const others = `insert into events (type, subject, occurred_at, data)
    select 'stock.changed', $1::uuid, now(), '{}' from generate_series(1, 499)`
  expect(await paid({ status: 'pending' }, [others, pay])).toBe('An order of Ksh 4,500. It can be packed.')
  // Deleted, and its callback came after all: the page of the orders does not know it any more.
  const removed = `update orders set deleted_at = now() where id = $1`
  expect(await paid({ status: 'pending' }, [removed, pay])).toBe(
    'An order of Ksh 4,500. It was deleted: do not send it, and see whether its money goes back.',
  )
  expect(
    await shop.query(`select text->>'path' as path from notices where kind = 'paid' order by id desc limit 1`),
  ).toEqual([{ path: expect.stringMatching(/^\/admin\/payments\?search=MR\d+$/) }])
  // All of it is told at once, as after an outage.
  expect(await paid({ status: 'pending' }, [pay, `update orders set status = 'shipped' where id = $1`])).toBe(
    'An order of Ksh 4,500.',
  )
})

it('leaves out what is switched off, and keeps what happens in quiet hours until their end', async () => {
  let now = new Date('2026-11-22T20:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  await subscribe(shop, 'https://push.test/phone')
  const { channels, emails, pushes } = channelsOfTest()
  const run = () => runNotices(jobContext({ ...shop.deps, log: shop.app.log }), channels)
  const set = (key: string, value: unknown) =>
    shop.query(
      `insert into shop_settings (key, value, version, changed_at, changed_by) values ($1, $2, 1, now(), 'x')`,
      [key, JSON.stringify(value)],
    )
  await run()
  await set('notices.email', ['paid'])
  await set('notices.quietHours', { isOn: true, from: '21:00', until: '06:30' })
  await expect.poll(async () => (await shop.deps.settings.read()).notices.email).toEqual(['paid'])
  await makeOrder(shop.deps.orm)
  await run()
  expect([emails.length, pushes.length]).toEqual([0, 1])

  now = new Date('2026-11-22T21:00:00+03:00')
  const { id } = await makeOrder(shop.deps.orm)
  await shop.query('update orders set paid_at = now() where id = $1', [id])
  await run()
  now = new Date('2026-11-23T06:29:59+03:00')
  await run()
  expect([emails.length, pushes.length]).toEqual([0, 1])
  now = new Date('2026-11-23T06:30:00+03:00')
  await run()
  expect([emails.length, pushes.length]).toEqual([1, 3])
})

it('tells in the morning, and not at night, what could not be told in the evening', async () => {
  let now = new Date('2026-11-22T20:58:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  await subscribe(shop, 'https://push.test/phone')
  const { channels, emails, pushes, down } = channelsOfTest()
  const run = () => runNotices(jobContext({ ...shop.deps, log: quietly(shop) }), channels)
  await run()
  await shop.query(
    `insert into shop_settings (key, value, version, changed_at, changed_by)
     values ('notices.quietHours', '{"isOn": true, "from": "21:00", "until": "06:30"}', 1, now(), 'x')`,
  )
  await expect.poll(async () => (await shop.deps.settings.read()).notices.quietHours.isOn).toBe(true)
  Object.assign(down, { email: true, push: true })
  await makeOrder(shop.deps.orm)
  await makeOrder(shop.deps.orm)
  for (; now < new Date('2026-11-22T21:05:00+03:00'); now = new Date(now.getTime() + STEP_MS)) await run()
  Object.assign(down, { email: false, push: false })
  now = new Date('2026-11-23T06:29:59+03:00')
  await run()
  expect([emails.length, pushes.length]).toEqual([0, 0])
  now = new Date('2026-11-23T06:30:00+03:00')
  await run()
  expect([emails.length, pushes.length]).toEqual([2, 2])
})

it('sends nothing at night of what was due before it, as where the shop was off in the evening', async () => {
  let now = new Date('2026-11-22T20:58:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  await subscribe(shop, 'https://push.test/phone')
  const { channels, emails, pushes } = channelsOfTest()
  const ctx = jobContext({ ...shop.deps, log: quietly(shop) })
  await queueNotices(ctx)
  await shop.query(
    `insert into shop_settings (key, value, version, changed_at, changed_by)
     values ('notices.quietHours', '{"isOn": true, "from": "21:00", "until": "06:30"}', 1, now(), 'x')`,
  )
  await expect.poll(async () => (await shop.deps.settings.read()).notices.quietHours.isOn).toBe(true)
  await makeOrder(shop.deps.orm)
  await queueNotices(ctx)
  now = new Date('2026-11-22T21:00:00+03:00')
  await runNotices(ctx, channels)
  expect([emails.length, pushes.length]).toEqual([0, 0])
  now = new Date('2026-11-23T06:30:00+03:00')
  await runNotices(ctx, channels)
  expect([emails.length, pushes.length]).toEqual([1, 1])
})

it('says of a problem at the end of quiet hours how it is by then', async () => {
  let now = new Date('2026-11-22T23:00:00+03:00')
  await using shop = await buildTestApp({ clock: () => now, env: settings })
  const browser = await subscribe(shop, 'https://push.test/phone')
  const sent: string[] = []
  const post: PostToInternet = async (_, { body }) => {
    sent.push(JSON.parse(decrypted(body as Buffer, browser)).body)
    return taken
  }
  const run = () => runNotices(jobContext({ ...shop.deps, log: quietly(shop) }), { sendEmail: null, post })
  await run()
  await shop.query(
    `insert into shop_settings (key, value, version, changed_at, changed_by)
     values ('notices.quietHours', '{"isOn": true, "from": "21:00", "until": "06:30"}', 1, now(), 'x')`,
  )
  await expect.poll(async () => (await shop.deps.settings.read()).notices.quietHours.isOn).toBe(true)
  await shop.query(
    `insert into health_problems (check_name, part, state, message, since, last_seen_at)
     values ('payment-messages', 'Payment messages', 'broken', '1 message could not be processed.', now() - interval '90 s', now())`,
  )
  await run()
  await shop.query(`update health_problems set message = '7 messages could not be processed.'`)
  now = new Date('2026-11-23T06:30:00+03:00')
  await run()
  expect(sent).toEqual(['7 messages could not be processed.'])
})

it('reminds once a day of all money and receipts that wait for the owner, and of nothing else', async () => {
  let now = new Date('2026-11-25T06:00:00Z')
  await using shop = await buildTestApp({ env: settings, clock: () => now })
  const remind = () => remindOfMoney(jobContext({ ...shop.deps, log: shop.app.log }))
  const notices = () => shop.query(`select kind, channel, text->>'body' as body from notices order by id`)
  const order = await makeOrder(shop.deps.orm)
  const typed = (state: string) =>
    shop.query(
      `insert into receipt_claims (order_id, gateway, receipt, state, reason, asked_at, answered_at)
       values ($1, 'mpesa', $2, $2, case when $2 = 'refused' then 'used' end, $3::timestamptz, case when $2 <> 'checking' then $3::timestamptz end)`,
      [order.id, state, now],
    )
  await typed('refused')
  await shop.query(
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, created_at)
     values ('mpesa', 'TODAY', 'payment', 1, $1, 'statement', $1)`,
    [now],
  )
  await remind()
  expect(await notices()).toEqual([])
  await typed('checking')
  now = new Date('2026-11-26T06:00:01Z')
  for (let times = 0; times < 3; times++) await remind()
  const body = '1 receipt that a customer typed and 1 payment without an order.'
  expect(await notices()).toEqual([{ kind: 'flag', channel: 'email', body }])
  now = new Date('2026-11-27T06:00:00Z')
  await shop.query(
    `insert into webhook_events (gateway, event_id, is_confirmation, body, received_at, next_attempt_at, attempts)
     values ('mpesa', 'unreadable', true, '{}', $1, null, 1)`,
    [now],
  )
  const payment = await makePayment(shop.deps.orm, order)
  await shop.query(`update payments set status = 'completed', completed_at = now() where id = $1`, [payment.id])
  await shop.query(
    `insert into payment_refunds (payment_id, payment_method, amount, reason, requested_by, requested_at, updated_at)
     values ($1, 'mpesa', 100, 'Broken', 'administrator', $2, $2)`,
    [payment.id, new Date(now.getTime() - 60 * MINUTE_MS)],
  )
  await remind()
  const all =
    '1 receipt that a customer typed, 1 payment without an order, 1 message of a gateway to look into and 1 refund that was not sent.'
  expect((await notices()).slice(1)).toMatchObject([{ body: all }])
})

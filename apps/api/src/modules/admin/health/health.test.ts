import { createECDH, randomBytes } from 'node:crypto'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import { watchHealth } from '../../../testing/watch-health.ts'
import type { Email } from '../../mail/smtp.ts'
import { purgeNotices } from '../../notices/purge-notices.ts'
import { testPush } from '../../notices/push/subscriptions.ts'
import { sendOrderEmails } from '../../order-emails/send-order-emails.ts'
import { sendEmails } from '../../payments/emails/send-emails.ts'
import { examineHealth, type NamedFinding } from './examine-health.ts'
import { healthJobs } from './health.job.ts'
import { notifyOwner } from './problems/notify-owner.ts'
import { recordFindings } from './problems/record-findings.ts'
import { recordOutage } from './problems/record-outage.ts'

const start = new Date('2026-11-22T09:00:00.000Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const DAY = 24 * 60
let now: Date
let shop: TestApp
let sent: Email[]
beforeEach(async () => {
  now = start
  sent = []
  shop = await buildTestApp({
    clock: () => now,
    env: { METRICS_TOKEN: 'a-token-of-sixteen', SHOP_EMAIL: 'owner@shop.test' },
  })
})
afterEach(() => shop[Symbol.asyncDispose]())

const context = (of = shop) => jobContext({ ...of.deps, log: of.app.log })
const send = async (email: Email) => void sent.push(email)
const full: NamedFinding = {
  name: 'disk',
  part: 'Disk',
  state: 'broken',
  message: '0.1 GB free.',
  remedy: 'Make room.',
}
const little: NamedFinding = { ...full, state: 'doubtful', message: '1.5 GB free.' }
const fine: NamedFinding = { name: 'disk', part: 'Disk', state: 'fine', message: '10 GB free.' }

async function findAt(minutes: number, finding: NamedFinding): Promise<void> {
  now = after(minutes)
  await recordFindings(context().em, [finding], now)
  await notifyOwner(context(), send)
}

interface Answer {
  checks: { name: string; state: string; message: string; since: string | null; page: string | null }[]
  past: { part: string; state: string; since: string; endedAt: string }[]
  pastTotal: number
  jobs: object[]
  checkedAt: string | null
  isStale: boolean
}
async function askHealth(of = shop): Promise<Answer> {
  const headers = await logIn(of.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 3_600_000) })
  const answer = await of.app.inject({ url: '/api/admin/health', headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Answer>()
}

const metrics = async () =>
  (await shop.app.inject({ url: '/metrics', headers: { authorization: 'Bearer a-token-of-sixteen' } })).body

describe('a problem', () => {
  it('has begun when it was first found, whichever process is asked and however often it was started again', async () => {
    await findAt(0, full)
    await findAt(7, { ...full, message: '0.05 GB free.' })
    const expected = [
      {
        name: 'disk',
        part: 'Disk',
        state: 'broken',
        message: '0.05 GB free.',
        remedy: 'Make room.',
        page: null,
        operatorOf: null,
        since: start.toISOString(),
      },
    ]
    expect((await askHealth()).checks).toEqual(expected)
    await using other = await buildTestApp({ databaseUrl: shop.databaseUrl, clock: () => now })
    expect((await askHealth(other)).checks).toEqual(expected)
  })

  it('is listed when it is over, for 30 days', async () => {
    await findAt(0, full)
    await findAt(5, fine)
    expect(await askHealth()).toMatchObject({
      checks: [{ state: 'fine', since: null }],
      past: [{ part: 'Disk', since: start.toISOString(), endedAt: after(5).toISOString() }],
      checkedAt: after(5).toISOString(),
      isStale: false,
    })
    await findAt(31 * 24 * 60, fine)
    expect((await askHealth()).past).toEqual([])
  })

  it('that comes back at once is the same one, and later another one', async () => {
    await findAt(0, full)
    await findAt(5, fine)
    await findAt(10, full)
    expect((await askHealth()).checks).toMatchObject([{ since: start.toISOString() }])
    await findAt(11, fine)
    await findAt(60, full)
    const { checks, past } = await askHealth()
    expect(checks).toMatchObject([{ since: after(60).toISOString() }])
    expect(past).toHaveLength(1)
  })
})

describe('the e-mail to the owner', () => {
  it('is sent once for each serious problem that lasts, and again only when it has ended and come again', async () => {
    await findAt(0, full)
    expect(sent).toEqual([])
    for (const minutes of [1, 2, 30]) await findAt(minutes, full)
    expect(sent).toMatchObject([
      {
        to: 'owner@shop.test',
        subject: 'Marashi: Disk',
        text: expect.stringMatching(
          /since Nov 22, 2026 12:00\n0\.1 GB free\.\nMake room\.[\s\S]*shop\.test\/admin\/health/,
        ),
      },
    ])
    await findAt(31, fine)
    await findAt(120, full)
    await findAt(121, full)
    expect(sent).toHaveLength(2)
  })

  it('is sent again each week while the problem lasts, as another e-mail', async () => {
    const times = [0, 1, 7 * DAY, 7 * DAY + 2, 7 * DAY + 3, 14 * DAY + 1, 14 * DAY + 3]
    const counts: number[] = []
    for (const minutes of times) {
      await findAt(minutes, full)
      counts.push(sent.length)
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 2, 3])
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3)
    await findAt(15 * DAY, fine)
    await findAt(30 * DAY, fine)
    expect(sent).toHaveLength(3)
  })

  it('is not sent for what may only become serious, until it does', async () => {
    for (const minutes of [0, 5]) await findAt(minutes, little)
    expect(sent).toEqual([])
    for (const minutes of [6, 7]) await findAt(minutes, full)
    expect(sent).toMatchObject([{ text: expect.stringMatching(/since Nov 22, 2026 12:06\n0\.1 GB free/) }])
  })

  it('is sent each time that something breaks which is doubtful all the time', async () => {
    await findAt(0, little)
    for (const minutes of [10, 11]) await findAt(minutes, full)
    expect(sent).toHaveLength(1)
    await findAt(20, little)
    expect(await askHealth()).toMatchObject({
      checks: [{ state: 'doubtful', since: start.toISOString() }],
      past: [{ state: 'broken', since: after(10).toISOString(), endedAt: after(20).toISOString() }],
    })
    // Broken again so soon is the same time.
    for (const minutes of [25, 26]) await findAt(minutes, full)
    expect(sent).toHaveLength(1)
    await findAt(30, little)
    for (const minutes of [3_000, 3_001]) await findAt(minutes, full)
    expect(sent).toHaveLength(2)
    expect((await askHealth()).checks).toMatchObject([{ since: after(3_000).toISOString() }])
  })

  it('is tried again when the mail server refuses it', async () => {
    await findAt(0, full)
    now = after(1)
    await recordFindings(context().em, [full], now)
    await notifyOwner(context(), () => Promise.reject(new Error('greylisted')))
    await findAt(2, full)
    await findAt(3, full)
    expect(sent).toHaveLength(1)
  })

  describe('about two problems', () => {
    const memory: NamedFinding = { ...full, name: 'memory', part: 'Memory', message: '20 MB free.' }
    const clock: NamedFinding = { ...full, name: 'clock', part: 'Clock', message: 'It is 9 minutes late.' }
    /** The mail server takes it, and the shop does not hear of it. */
    const takeUnheard = async (email: Email) => {
      sent.push(email)
      throw new Error('the connection was reset')
    }
    const beginBoth = async () => {
      now = start
      await recordFindings(context().em, [full, memory], now)
      now = after(2)
      await recordFindings(context().em, [full, memory], now)
      await notifyOwner(context(), takeUnheard)
    }

    it('is the same one when it is sent again, however the database lists them', async () => {
      await beginBoth()
      now = after(4)
      // What was written last is read last.
      await recordFindings(context().em, [memory, full], now)
      await notifyOwner(context(), send)
      expect(sent).toHaveLength(2)
      expect(sent[1]).toEqual(sent[0])
    })

    it('is another one where a third has come, which the owner would not see otherwise', async () => {
      await beginBoth()
      now = after(3)
      await recordFindings(context().em, [full, memory, clock], now)
      now = after(5)
      await recordFindings(context().em, [full, memory, clock], now)
      await notifyOwner(context(), send)
      expect(sent.map(({ subject }) => subject)).toEqual(['Marashi: 2 problems', 'Marashi: 3 problems'])
      expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2)
    })
  })

  it('reports once that the database was away, whichever processes noticed it', async () => {
    await recordFindings(context().em, [{ ...fine, name: 'database', part: 'Database' }], start)
    now = after(10)
    const outage = { since: after(3), until: after(9) }
    await Promise.all([recordOutage(context().em, outage), recordOutage(context().em, outage)])
    await notifyOwner(context(), send)
    expect(sent).toMatchObject([
      { text: expect.stringMatching(/Database, since .* 12:03 until .* 12:09\nIt did not answer/) },
    ])
    expect((await askHealth()).past).toHaveLength(1)
    await shop.query(
      `insert into health_problems (check_name, part, state, message, since, last_seen_at, ended_at)
       select 'disk', 'Disk', 'broken', 'Full.', at, at, at
       from generate_series(1, 139) as n, lateral (select $1::timestamptz - n * interval '1 hour' as at)`,
      [start],
    )
    const { past, pastTotal } = await askHealth()
    expect([past.length, pastTotal]).toEqual([100, 140])
  })

  it('goes on as the same one where a database that is slow was away for a while', async () => {
    const slow: NamedFinding = { name: 'database', part: 'Database', state: 'doubtful', message: 'It takes 400 ms.' }
    await findAt(0, slow)
    await recordOutage(context().em, { since: after(3), until: after(4) })
    await findAt(5, slow)
    expect((await askHealth()).checks).toMatchObject([{ name: 'database', since: start.toISOString() }])
    expect((await askHealth()).past).toHaveLength(1)
  })
})

it('examines a real shop, stores what it found, and leads to where money is put right', async () => {
  const order = await makeOrder(shop.deps.orm)
  await makePayment(shop.deps.orm, order)
  await shop.query('update payments set initiated_at = $1', [after(-20)])
  await watchHealth(context(), null)
  const { checks } = await askHealth()
  const of = (name: string) => checks.find((check) => check.name === name)
  expect(of('database')).toMatchObject({ state: 'fine' })
  expect(of('backup')).toMatchObject({ state: 'fine' })
  expect(of('emails')).toMatchObject({ state: 'doubtful', since: start.toISOString() })
  expect(of('payments-open')).toMatchObject({
    state: 'doubtful',
    page: 'payments',
    message: expect.stringMatching(/^1 payment/),
  })
  expect(JSON.stringify(checks)).not.toMatch(/could not be checked/)
})

it('tells of a key in use that ends within two weeks, and of none that nobody uses or that was revoked', async () => {
  const key = (name: string, endsInDays: number, usedDaysAgo: number | null, revoked = false) =>
    shop.query(
      `insert into api_keys (name, key_hash, start, scopes, created_at, ends_at, last_used_at, revoked_at)
       values ($1, $1, 'mk_', '{catalogue:read}', $2, $3, $4, $5)`,
      [
        name,
        after(-90 * DAY),
        after(endsInDays * DAY),
        usedDaysAgo === null ? null : after(-usedDaysAgo * DAY),
        revoked ? start : null,
      ],
    )
  await key('Warehouse', 13, 1)
  await key('Later', 15, 1)
  await key('Forgotten', 13, 40)
  await key('Never used', 13, null)
  await key('Revoked', 13, 1, true)
  await key('Ended long ago', -8, 9)
  const findings = (await examineHealth(context())).filter(({ part }) => part === 'API keys')
  expect(findings).toMatchObject([{ state: 'doubtful', message: '“Warehouse” ends on Dec 05, 2026 12:00.' }])
})

it('tells of refunds that nobody has sent, for instance because the keys of the provider are gone', async () => {
  const order = await makeOrder(shop.deps.orm)
  const { id } = await makePayment(shop.deps.orm, order)
  await shop.query(`update payments set status = 'completed', completed_at = now() where id = $1`, [id])
  await shop.query(
    `insert into payment_refunds (payment_id, payment_method, amount, reason, requested_by, requested_at, updated_at)
     values ($1, 'mpesa', 100, 'Broken', 'administrator', $2, $2)`,
    [id, after(-16)],
  )
  expect((await examineHealth(context())).find(({ name }) => name === 'refunds-unsent')).toMatchObject({
    state: 'doubtful',
    message: expect.stringMatching(/^1 refund has not been sent, the oldest since .* 11:44/),
  })
  for (const minutes of [240, 241]) {
    now = after(minutes)
    await watchHealth(context(), send)
  }
  expect(sent.map(({ text }) => text).join()).toMatch(/1 refund has not been sent/)
})

it('writes to the owner that a message of a gateway was set aside which names no payment', async () => {
  await shop.query(
    `insert into webhook_events (gateway, event_id, is_confirmation, body, received_at, next_attempt_at, attempts)
     values ('mpesa', 'unreadable', true, '{}', $1, null, 1)`,
    [after(-5)],
  )
  for (const minutes of [0, 1]) {
    now = after(minutes)
    await watchHealth(context(), send)
  }
  expect(sent.map(({ text }) => text).join()).toMatch(/1 message of the gateways could not be processed\. Money may/)
})

it('finds what is wrong while a mail server says nothing', async () => {
  const running = new Set<string>()
  const hang = () => new Promise<void>(() => undefined)
  // One run of each job at a time, as the queue has it.
  const runAll = async () => {
    const free = healthJobs(context, hang).filter(({ name }) => !running.has(name))
    for (const { name, run } of free) {
      running.add(name)
      void run().then(() => running.delete(name))
    }
    await expect.poll(() => running.has('health')).toBe(false)
  }
  await shop.query(
    `insert into webhook_events (gateway, event_id, is_confirmation, body, received_at, next_attempt_at, attempts)
     values ('mpesa', 'unreadable', true, '{}', $1, null, 1)`,
    [after(-5)],
  )
  for (const minutes of [0, 1, 2]) {
    now = after(minutes)
    await runAll()
  }
  await expect.poll(() => [...running]).toEqual(['email-problems'])
  await shop.query(`delete from webhook_events where event_id = 'unreadable'`)
  now = after(3)
  await runAll()
  expect((await askHealth()).past).toMatchObject([{ state: 'broken', endedAt: after(3).toISOString() }])
})

it('tells the owner of a second job that fails while the first one still does, and measures both as one', async () => {
  const job = (name: string, failingFor: number) =>
    shop.query(
      `insert into job_runs (name, every_seconds, known_since, last_started_at, failing_since, last_error)
       values ($1, 60, $2, $2, $3, 'away')`,
      [name, after(-600), after(-failingFor)],
    )
  await job('old-trouble', 500)
  await watchHealth(context(), null)
  await job('new-trouble', 5)
  await watchHealth(context(), null)
  const { checks } = await askHealth()
  expect(checks.filter(({ name }) => name.startsWith('jobs'))).toMatchObject([
    { name: 'jobs:new-trouble', state: 'doubtful', since: start.toISOString() },
    { name: 'jobs:old-trouble', state: 'broken', since: start.toISOString() },
  ])
  expect(await metrics()).toMatch(/^marashi_health_jobs 2$/m)
})

it('says since when e-mails about orders wait, and what the mail server answers', async () => {
  await using withMail = await buildTestApp({ clock: () => now, env: { SMTP_URL: 'smtp://mail.test' } })
  const order = await makeOrder(withMail.deps.orm)
  await withMail.query(
    `insert into order_emails (order_id, kind, happened_at, next_attempt_at, attempts, last_problem)
     values ($1, 'received', $2, $2, 3, '421 closed')`,
    [order.id, after(-40)],
  )
  expect((await examineHealth(context(withMail))).find(({ name }) => name === 'emails')).toMatchObject({
    state: 'broken',
    message: expect.stringMatching(/^1 e-mail waits, the oldest since .* 11:20\. The mail server answered: 421 closed/),
  })
})

it('names no customer’s address, and takes one that is mistyped for no trouble of the mail server', async () => {
  await using withMail = await buildTestApp({ clock: () => now, env: { SMTP_URL: 'smtp://mail.test' } })
  const order = await makeOrder(withMail.deps.orm)
  const { id } = await makePayment(withMail.deps.orm, order)
  const refused = "Error: Can't send mail - all recipients were rejected: 550 5.1.1 <amina@example.com>: unknown"
  await withMail.query(
    `insert into payment_emails (payment_id, recipient, created_at, next_attempt_at, attempts, is_refused, last_problem)
     values ($1, 'amina@example.com', $2, $3, 3, true, $4)`,
    [id, after(-40), after(5), refused],
  )
  await withMail.query(
    `insert into order_emails (order_id, kind, happened_at, next_attempt_at, attempts, is_refused, last_problem)
     values ($1, 'received', $2, null, 5, true, $3)`,
    [order.id, after(-30), refused],
  )
  const emails = async () => (await examineHealth(context(withMail))).find(({ name }) => name === 'emails')
  const found = await emails()
  expect(found).toMatchObject({ state: 'doubtful', message: expect.stringMatching(/^One address is refused/) })
  expect(found?.message).toContain('550 5.1.1 (address): unknown')
  // The mail server is another matter, also where it quotes the address.
  await withMail.query('update payment_emails set is_refused = false')
  expect(await emails()).toMatchObject({ state: 'broken', message: expect.not.stringContaining('@') })
})

it('quotes no mail server for receipts that waited while none was set', async () => {
  await using withMail = await buildTestApp({ clock: () => now, env: { SMTP_URL: 'smtp://mail.test' } })
  const receipt = async (isRefused: boolean) => {
    const { id } = await makePayment(withMail.deps.orm, await makeOrder(withMail.deps.orm))
    await withMail.query(
      `insert into payment_emails (payment_id, recipient, created_at, next_attempt_at, attempts, is_refused, last_problem)
       values ($1, 'amina@example.com', $2, $3, 8, $4, '550 no mailbox')`,
      [id, after(-40), after(60), isRefused],
    )
  }
  await receipt(false)
  await receipt(true)
  const ctx = context(withMail)
  const quiet = { ...ctx, log: Object.assign(Object.create(ctx.log), { warn: () => undefined }) }
  await sendEmails(quiet, null)
  expect((await examineHealth(context(withMail))).find(({ name }) => name === 'emails')).toMatchObject({
    state: 'fine',
    message: expect.stringMatching(/^2 e-mails wait/),
  })
})

it('tells in the place of “All to customers were sent” that every e-mail was refused and given up', async () => {
  await using withMail = await buildTestApp({ clock: () => now, env: { SMTP_URL: 'smtp://mail.test' } })
  const refuse = async (address: string, minutes: number) => {
    const { id } = await makeOrder(withMail.deps.orm, { customerEmail: address })
    await withMail.query(
      `insert into order_emails (order_id, kind, happened_at, next_attempt_at, attempts, is_refused, last_problem)
       values ($1, 'received', $2, null, 5, true, '554 relay access denied')`,
      [id, after(minutes)],
    )
  }
  const take = async (minutes: number) => {
    const { id } = await makeOrder(withMail.deps.orm)
    await withMail.query(
      `insert into order_emails (order_id, kind, happened_at, sent_at) values ($1, 'received', $2, $2)`,
      [id, after(minutes)],
    )
  }
  // Mistyped in the morning, when others were taken.
  await refuse('amina@exmaple.com', -600)
  await take(-500)
  for (let nth = 1; nth <= 3; nth++) await refuse(`shopper${nth}@example.com`, -20)
  const emails = async () => (await examineHealth(context(withMail))).find(({ name }) => name === 'emails')
  expect(await emails()).toMatchObject({
    state: 'broken',
    message: expect.stringMatching(/^The mail server refuses every e-mail, the oldest .*, to 4 addresses.*554 relay/),
  })
  await take(-10)
  expect(await emails()).toMatchObject({ state: 'doubtful', message: expect.stringMatching(/^4 addresses are/) })
  now = after(24 * 60)
  expect(await emails()).toMatchObject({ state: 'fine', message: 'None waits.' })
})

it('stays broken when what an outage of the mail server kept was given up, until something is taken again', async () => {
  const environment = { SMTP_URL: 'smtp://mail.test', SHOP_EMAIL: 'owner@shop.test' }
  await using withMail = await buildTestApp({ clock: () => now, env: environment })
  const order = async (minutes: number, attempts: number) => {
    const placed = await makeOrder(withMail.deps.orm)
    await withMail.query(
      `insert into order_emails (order_id, kind, happened_at, next_attempt_at, attempts) values ($1, 'received', $2, $3, $4)`,
      [placed.id, after(minutes), now, attempts],
    )
    return placed
  }
  const { id } = await makePayment(withMail.deps.orm, await order(-2 * DAY - 10, 300))
  // Nobody tried these: the shop was off, or the mail server took them at once afterwards.
  await order(-2 * DAY - 20, 0)
  await withMail.query(
    `insert into payment_emails (payment_id, recipient, created_at, next_attempt_at, attempts)
     values ($1, 'amina@example.com', $2, $3, 19)`,
    [id, after(-31 * DAY), now],
  )
  const ctx = context(withMail)
  const quiet = { ...ctx, log: Object.assign(Object.create(ctx.log), { warn: () => undefined }) }
  const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' }))
  await sendEmails(quiet, away)
  await sendOrderEmails(quiet, away)
  // Its customer has no receipt, and an order that was paid tells nobody so.
  expect(await withMail.query('select payment_id, what from payment_flags')).toEqual([
    { payment_id: id, what: 'email-failed' },
  ])
  await sendEmails(quiet, away)
  expect(await withMail.query('select what from payment_flags')).toHaveLength(1)
  const emails = async () => (await examineHealth(ctx)).find(({ name }) => name === 'emails')
  const broken = {
    state: 'broken',
    message: 'The mail server has taken nothing since Oct 22, 2026 12:00: 2 e-mails were given up.',
  }
  expect(await emails()).toMatchObject(broken)
  now = after(20 * DAY)
  expect(await emails()).toMatchObject(broken)
  await watchHealth(ctx, send)
  now = new Date(now.getTime() + 60_000)
  await watchHealth(ctx, send)
  expect(sent.map(({ text }) => text).join()).toMatch(/2 e-mails were given up/)
  expect(await emails()).toMatchObject({ state: 'fine', message: 'None waits.' })
})

it('takes for the end of an outage of the mail server nothing that was sent before it began', async () => {
  const environment = { SMTP_URL: 'smtp://mail.test', SHOP_EMAIL: 'owner@shop.test' }
  await using withMail = await buildTestApp({ clock: () => now, env: environment })
  const { id } = await makeOrder(withMail.deps.orm)
  await withMail.query(
    `insert into order_emails (order_id, kind, happened_at, next_attempt_at) values ($1, 'received', $2, $2)`,
    [id, start],
  )
  const take = (cause: string, minutes: number) =>
    withMail.query(
      `insert into notices (kind, cause, channel, recipient, text, created_at, sent_at)
       values ('order', $1, 'email', 'owner', '{}', $2, $2)`,
      [cause, after(minutes)],
    )
  // The owner hears of the order at once, its customer two minutes later.
  await take('event 1', 1)
  const ctx = context(withMail)
  const quiet = { ...ctx, log: Object.assign(Object.create(ctx.log), { warn: () => undefined }) }
  const away = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' }))
  for (const minutes of [2, 2 * DAY + 1]) {
    now = after(minutes)
    await sendOrderEmails(quiet, away)
  }
  const emails = async () => (await examineHealth(ctx)).find(({ name }) => name === 'emails')
  expect(await emails()).toMatchObject({
    state: 'broken',
    message: 'The mail server has taken nothing since Nov 22, 2026 12:00: 1 e-mail was given up.',
  })
  await take('event 2', 2 * DAY + 2)
  expect(await emails()).toMatchObject({ state: 'fine', message: 'None waits.' })
})

it('still says after days that every e-mail is refused while none is taken', async () => {
  await using withMail = await buildTestApp({ clock: () => now, env: { SMTP_URL: 'smtp://mail.test' } })
  for (let nth = 1; nth <= 3; nth++) {
    const { id } = await makeOrder(withMail.deps.orm, { customerEmail: `shopper${nth}@example.com` })
    await withMail.query(
      `insert into order_emails (order_id, kind, happened_at, next_attempt_at, attempts, is_refused, last_problem)
       values ($1, 'received', $2, null, 5, true, '554 relay access denied')`,
      [id, after(-nth * DAY)],
    )
  }
  expect((await examineHealth(context(withMail))).find(({ name }) => name === 'emails')).toMatchObject({
    state: 'broken',
    message: expect.stringMatching(/^The mail server refuses every e-mail.*to 3 addresses/),
  })
})

it('says so too once every e-mail that it has put off for two days is left out', async () => {
  await using withMail = await buildTestApp({ clock: () => now, env: { SMTP_URL: 'smtp://mail.test' } })
  for (let nth = 1; nth <= 3; nth++) {
    const { id } = await makeOrder(withMail.deps.orm, { customerEmail: `shopper${nth}@example.com` })
    await withMail.query(
      `insert into order_emails (order_id, kind, happened_at, next_attempt_at) values ($1, 'received', $2, $2)`,
      [id, now],
    )
  }
  const ctx = context(withMail)
  const quiet = { ...ctx, log: Object.assign(Object.create(ctx.log), { warn: () => undefined }) }
  const putOff = { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 }
  const busy = () => Promise.reject(Object.assign(new Error('451 try again later'), putOff))
  const emails = async () => (await examineHealth(ctx)).find(({ name }) => name === 'emails')
  const broken = { state: 'broken', message: expect.stringMatching(/^The mail server refuses every e-mail.*451 try/) }
  for (let hours = 0; hours <= 49; hours++) {
    await sendOrderEmails(quiet, busy)
    now = after((hours + 1) * 60)
    expect(await emails(), `after ${hours} hours`).toMatchObject(broken)
  }
  expect(await withMail.query('select id from order_emails where next_attempt_at is not null')).toEqual([])
})

describe('an owner who is not reached', () => {
  const openShop = () =>
    buildTestApp({ clock: () => now, env: { SMTP_URL: 'smtp://mail.test', SHOP_EMAIL: 'owner@shop.test' } })
  const notices = async (of: TestApp) =>
    (await examineHealth(context(of))).filter(({ name }) => name.startsWith('notices'))
  const wait = (of: TestApp, cause: string, minutes: number, channel = 'email', recipient = 'owner') =>
    of.query(
      `insert into notices (kind, cause, channel, recipient, text, created_at, next_attempt_at, attempts, last_problem)
       values ('order', $1, $4, $5, '{}', $2, $3, 3, 'Error: 550 no mailbox')`,
      [cause, after(minutes), after(30), channel, recipient],
    )

  const choose = async (of: TestApp, kinds: readonly string[]) => {
    await of.query(
      `insert into shop_settings (key, value, version, changed_at, changed_by)
       values ('notices.email', $1, 1, now(), 'x')`,
      [JSON.stringify(kinds)],
    )
    await expect.poll(async () => (await of.deps.settings.read()).notices.email).toEqual(kinds)
  }

  it('is told on Health, by whom each of both channels is refused, until something is taken', async () => {
    await using silent = await openShop()
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
    await wait(silent, 'event 1', -9)
    expect(await notices(silent)).toMatchObject([{ state: 'fine' }])
    await wait(silent, 'event 2', -40)
    const [browser] = await silent.query<{ id: string }>(
      `insert into push_subscriptions (endpoint, p256dh, auth, browser, created_at)
       values ('https://push.test/1', 'a', 'b', 'Chrome on Android', now()) returning id`,
    )
    await wait(silent, 'event 2', -20, 'push', browser?.id)
    expect(await notices(silent)).toMatchObject([
      {
        name: 'notices:email',
        state: 'broken',
        message: expect.stringMatching(
          /^You yourself cannot be written to at owner@shop\.test, since .* 11:20\. .*550 no mailbox/,
        ),
      },
      {
        name: `notices:${browser?.id}`,
        state: 'broken',
        message: expect.stringMatching(/^Chrome on Android has got no notice since .* 11:40/),
      },
    ])
    // Others are taken: only these two are refused.
    await silent.query(
      `insert into notices (kind, cause, channel, recipient, text, created_at, sent_at)
       values ('order', 'event 3', 'email', 'owner', '{}', $1, $1)`,
      [after(-1)],
    )
    await silent.query('delete from push_subscriptions')
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
  })

  it('stays one when what waited was given up, until something is taken or they want none any more', async () => {
    await using silent = await openShop()
    await wait(silent, 'event 1', -3 * DAY)
    await silent.query('update notices set next_attempt_at = null')
    // Queued before there was a mail server to send it by.
    await wait(silent, 'event 0', -9 * DAY)
    await silent.query(
      `update notices set next_attempt_at = null, last_problem = 'nobody is there to be told' where cause = 'event 0'`,
    )
    expect(await notices(silent)).toMatchObject([
      { name: 'notices:email', state: 'broken', message: expect.stringMatching(/since Nov 19, 2026 12:00/) },
    ])
    await choose(silent, [])
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
    await silent.query('delete from shop_settings')
    await expect.poll(async () => (await silent.deps.settings.read()).notices.email).not.toEqual([])
    await silent.query(
      `insert into notices (kind, cause, channel, recipient, text, created_at, sent_at)
       values ('order', 'event 2', 'email', 'owner', '{}', $1, $1)`,
      [after(-1)],
    )
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
  })

  it('is reached where an e-mail of the checks was taken since, also a month after that', async () => {
    await using silent = await openShop()
    await wait(silent, 'event 1', -3 * DAY)
    await silent.query('update notices set next_attempt_at = null')
    expect(await notices(silent)).toMatchObject([{ name: 'notices:email', state: 'broken' }])
    await silent.query(
      `insert into health_problems (check_name, part, state, message, since, last_seen_at, ended_at, mailed_at)
       values ('disk', 'Disk', 'broken', 'Full.', $1, $2, $2, $2)`,
      [after(-10), after(-5)],
    )
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
    now = after(31 * DAY)
    await watchHealth(context(silent), null)
    expect((await askHealth(silent)).past).toEqual([])
    await purgeNotices(context(silent))
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
  })

  it('is one whom the checks cannot write to, also where a notice was taken just before that was tried', async () => {
    await using silent = await openShop()
    await silent.query(
      `insert into notices (kind, cause, channel, recipient, text, created_at, sent_at)
       values ('order', 'event 1', 'email', 'owner', '{}', $1, $1)`,
      [after(0.5)],
    )
    const ctx = context(silent)
    const quiet = { ...ctx, log: Object.assign(Object.create(ctx.log), { warn: () => undefined }) }
    for (const minutes of [0, 1, 12]) {
      now = after(minutes)
      await recordFindings(ctx.em, [full], now)
      await notifyOwner(quiet, () => Promise.reject(new Error('connect ECONNREFUSED')))
    }
    expect(await notices(silent)).toMatchObject([{ name: 'notices:email', state: 'broken' }])
  })

  it('is none whom the checks could not write to because the shop could not write, of which its job tells', async () => {
    await using silent = await openShop()
    const ctx = context(silent)
    const bug = { ...ctx, env: { ...ctx.env, PUBLIC_URL: 'nowhere' } }
    await recordFindings(ctx.em, [full], now)
    for (const minutes of [1, 1.5, 2, 12]) {
      now = after(minutes)
      await recordFindings(ctx.em, [full], now)
      // Each run fails: one that found nothing to do would end what Health says of the job.
      await expect(notifyOwner(bug, send)).rejects.toThrow(/Invalid URL/)
    }
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
    await notifyOwner(ctx, send)
    expect(sent).toHaveLength(1)
  })

  it('misses nothing of a kind that they want no more', async () => {
    await using silent = await openShop()
    await wait(silent, 'event 1', -3 * DAY)
    await silent.query('update notices set next_attempt_at = null')
    await choose(silent, ['paid', 'health'])
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
    // Nor do they when they want it again after months.
    now = after(31 * DAY)
    await purgeNotices(context(silent))
    await silent.query('delete from shop_settings')
    await expect.poll(async () => (await silent.deps.settings.read()).notices.email).toContain('order')
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
  })

  it('is not said to miss at a corrected address what an earlier one refused, until that is refused too', async () => {
    await using silent = await buildTestApp({ clock: () => now, env: { SMTP_URL: 'smtp://mail.test' } })
    await wait(silent, 'event 1', -3 * DAY)
    await silent.query('update notices set next_attempt_at = null')
    expect(await notices(silent)).toMatchObject([{ name: 'notices:email', state: 'broken' }])
    await silent.query(
      `insert into shop_settings (key, value, version, changed_at, changed_by)
       values ('shop.email', '"right@shop.test"', 1, $1, 'x')`,
      [now],
    )
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
    await wait(silent, 'event 2', 1)
    now = after(12)
    expect(await notices(silent)).toMatchObject([
      { name: 'notices:email', state: 'broken', message: expect.stringMatching(/since Nov 22, 2026 12:01/) },
    ])
    await silent.query('delete from notices where cause = $1', ['event 2'])
    now = after(31 * DAY)
    await purgeNotices(context(silent))
    expect(await silent.query('select cause from notices')).toEqual([])
  })

  it('is reached in a browser that has taken a test since', async () => {
    await using silent = await openShop()
    const keys = createECDH('prime256v1')
    const p256dh = keys.generateKeys('base64url')
    const auth = randomBytes(16).toString('base64url')
    const [browser] = await silent.query<{ id: string }>(
      `insert into push_subscriptions (endpoint, p256dh, auth, browser, created_at)
       values ('https://push.test/1', $1, $2, 'Chrome on Android', now()) returning id`,
      [p256dh, auth],
    )
    const id = browser?.id ?? ''
    await wait(silent, 'event 1', -3 * DAY, 'push', id)
    await silent.query('update notices set next_attempt_at = null')
    expect(await notices(silent)).toMatchObject([{ name: `notices:${id}`, state: 'broken' }])
    await testPush(context(silent), { id }, async () => ({ status: 201, answer: '', retryAfter: undefined }))
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
  })

  it('stays one for as long as nothing is taken, also where nothing happens in the shop for months', async () => {
    await using silent = await openShop()
    for (const [cause, days] of Object.entries({ 'event 1': -5, 'event 2': -4, 'event 3': -3 }))
      await wait(silent, cause, days * DAY)
    await silent.query('update notices set next_attempt_at = null')
    now = after(90 * DAY)
    await purgeNotices(context(silent))
    // One of them tells it.
    expect(await silent.query('select cause from notices')).toEqual([{ cause: 'event 1' }])
    const broken = { state: 'broken', message: expect.stringMatching(/since Nov 17, 2026 12:00/) }
    expect(await notices(silent)).toMatchObject([{ name: 'notices:email', ...broken }])
    await silent.query(
      `insert into notices (kind, cause, channel, recipient, text, created_at, sent_at)
       values ('order', 'event 4', 'email', 'owner', '{}', $1, $1)`,
      [now],
    )
    for (const days of [90, 150]) {
      now = after(days * DAY)
      await purgeNotices(context(silent))
      expect(await notices(silent), `after ${days} days`).toMatchObject([{ name: 'notices', state: 'fine' }])
    }
    expect(await silent.query('select cause from notices')).toEqual([{ cause: 'event 4' }])
  })

  it('is not one whose notices wait for the end of quiet hours', async () => {
    await using silent = await openShop()
    await silent.query(
      `insert into shop_settings (key, value, version, changed_at, changed_by)
       values ('notices.quietHours', '{"isOn": true, "from": "11:00", "until": "13:00"}', 1, now(), 'x')`,
    )
    await expect.poll(async () => (await silent.deps.settings.read()).notices.quietHours.isOn).toBe(true)
    await wait(silent, 'event 1', -65)
    expect(await notices(silent)).toMatchObject([{ state: 'fine' }])
    // That one was late before they began: the problem goes on, and is no new one in the morning.
    await wait(silent, 'event 2', -75)
    expect(await notices(silent)).toMatchObject([{ name: 'notices:email', state: 'broken' }])
  })

  it('is written to about what is broken, and of that not once more when the e-mails arrive', async () => {
    await using silent = await openShop()
    await silent.query(
      `insert into job_runs (name, every_seconds, known_since, last_started_at, failing_since, last_error)
       values ('old-trouble', 60, $1, $1, $1, 'away')`,
      [after(-600)],
    )
    const refuse = () => Promise.reject(Object.assign(new Error('550'), { responseCode: 550, code: 'EENVELOPE' }))
    const quiet = () => {
      const ctx = context(silent)
      return { ...ctx, log: Object.assign(Object.create(ctx.log), { warn: () => undefined }) }
    }
    for (const minutes of [0, 2, 4, 13, 15, 17]) {
      now = after(minutes)
      await watchHealth(quiet(), refuse)
    }
    expect((await askHealth(silent)).checks).toContainEqual(
      expect.objectContaining({ name: 'notices:email', state: 'broken' }),
    )
    now = after(80)
    await watchHealth(quiet(), send)
    expect(sent.map(({ text }) => text).join()).toMatch(/old-trouble/)
    expect(sent.map(({ text }) => text).join()).not.toMatch(/cannot be written to/)
    await watchHealth(quiet(), send)
    expect(await notices(silent)).toMatchObject([{ name: 'notices', state: 'fine' }])
  })
})

it('makes the other checks where one cannot be made', async () => {
  await shop.query('drop table payment_emails cascade')
  const found = await examineHealth(context())
  expect(found.find(({ part }) => part === 'E-mails')).toMatchObject({
    state: 'doubtful',
    message: expect.stringMatching(/could not be checked/),
  })
  expect(found.find(({ name }) => name === 'database')).toMatchObject({ state: 'fine' })
})

it('takes no problem for over because its check cannot be made', async () => {
  await using withMail = await buildTestApp({ clock: () => now, env: { SMTP_URL: 'smtp://mail.test' } })
  const { id } = await makeOrder(withMail.deps.orm)
  await withMail.query(
    `insert into order_emails (order_id, kind, happened_at, next_attempt_at, attempts, last_problem)
     values ($1, 'received', $2, $2, 3, '421 closed')`,
    [id, after(-40)],
  )
  const watchAt = async (minutes: number) => {
    now = after(minutes)
    await watchHealth(context(withMail), send)
    return (await askHealth(withMail)).checks.filter(({ name }) => name.startsWith('emails'))
  }
  const failing = { name: 'emails', state: 'broken', since: start.toISOString() }
  expect(await watchAt(0)).toMatchObject([failing])
  await watchAt(1)
  await withMail.query('alter table order_emails rename to away')
  for (const minutes of [2, 30])
    expect(await watchAt(minutes), `after ${minutes} minutes`).toMatchObject([
      failing,
      { state: 'doubtful', message: expect.stringMatching(/could not be checked/), since: after(2).toISOString() },
    ])
  await withMail.query('alter table away rename to order_emails')
  expect(await watchAt(31)).toMatchObject([failing])
  expect(sent).toHaveLength(1)
  await withMail.query('update order_emails set sent_at = $1, next_attempt_at = null', [now])
  expect(await watchAt(32)).toMatchObject([{ name: 'emails', state: 'fine' }])
})

it('admits that nobody knows how the shop is when the checks are not made', async () => {
  expect(await askHealth()).toMatchObject({ checkedAt: null, isStale: false, checks: [] })
  await findAt(0, fine)
  now = after(4)
  expect(await askHealth()).toMatchObject({ isStale: true })
})

it('says nothing to strangers', async () => {
  expect((await shop.app.inject('/api/admin/health')).statusCode).toBe(401)
})

it('measures each check for alerts', async () => {
  await findAt(0, full)
  const body = await metrics()
  expect(body).toMatch(/^marashi_health_disk 2$/m)
  expect(body).toMatch(new RegExp(`^marashi_health_checked_seconds ${start.getTime() / 1_000}$`, 'm'))
})

it('ends the alert of a check that has nothing to say any more, as of webhooks once they are removed', async () => {
  const webhooks: NamedFinding = {
    name: 'webhooks',
    part: 'Webhooks',
    state: 'broken',
    message: 'They wait.',
    remedy: 'See.',
  }
  await recordFindings(context().em, [fine, webhooks], now)
  expect(await metrics()).toMatch(/^marashi_health_webhooks 2$/m)
  now = after(1)
  await recordFindings(context().em, [fine], now)
  const body = await metrics()
  expect(body).toMatch(/^marashi_health_webhooks Nan$/im)
  expect(body).toMatch(/^marashi_health_disk 0$/m)
})

it('notices that messages come with a wrong signature, or too late by the shop’s clock', async () => {
  await using cards = await buildTestApp({
    clock: () => now,
    env: { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
  })
  const stripe = async () => (await examineHealth(context(cards))).find(({ name }) => name === 'stripe')
  expect(await stripe()).toMatchObject({ state: 'fine' })
  const headers = { 'stripe-signature': 't=1,v1=of-another-secret' }
  await cards.app.inject({ method: 'POST', url: '/api/hooks/stripe', headers, payload: '{}' })
  expect(await stripe()).toMatchObject({ state: 'doubtful', message: expect.stringMatching(/signature is wrong/) })
  now = new Date(now.getTime() + 10 * 60_000)
  const payload = '{"id":"evt_1"}'
  const timestamp = Math.floor(now.getTime() / 1_000) - 301
  const signature = new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret: 'whsec_x', timestamp })
  const old = { method: 'POST', url: '/api/hooks/stripe', headers: { 'stripe-signature': signature }, payload } as const
  expect((await cards.app.inject(old)).statusCode).toBe(400)
  expect(await stripe()).toMatchObject({ state: 'doubtful', message: expect.stringMatching(/refused as too old/) })
})

describe('the limits of everybody together', () => {
  const env = { LIMIT_DELIVERY_ORDERS: '2/86400', LIMIT_SHOP_PROMPTS: '2/3600', LIMIT_UNPAID_EMAILS: '2/86400' }
  const names = ['limit-delivery-orders', 'limit-prompts', 'limit-unpaid-emails']
  const statesOf = async (of: TestApp) =>
    (await examineHealth(context(of))).filter(({ name }) => names.includes(name)).map(({ state }) => state)

  it('are watched in the records, whichever process asks, and stop being a problem with them', async () => {
    await using attacked = await buildTestApp({ clock: () => now, env: { ...env, SHOP_EMAIL: 'owner@shop.test' } })
    expect(await statesOf(attacked)).toEqual(['fine', 'fine', 'fine'])
    for (let nth = 1; nth <= 2; nth++) {
      const order = await makeOrder(attacked.deps.orm)
      await makePayment(attacked.deps.orm, order)
      await attacked.query(
        `insert into order_emails (order_id, kind, happened_at, sent_at) values ($1, 'received', $2, $2)`,
        [order.id, after(-60)],
      )
    }
    await attacked.query('update payments set created_at = $1', [after(-1)])
    await attacked.query(`update orders set payment_method = 'manual', pieces_held_until = $1`, [
      after(7 * 24 * 60 - 1),
    ])
    await using other = await buildTestApp({ databaseUrl: attacked.databaseUrl, clock: () => now, env })
    expect(await statesOf(other)).toEqual(['broken', 'broken', 'doubtful'])

    for (const minutes of [0, 1]) {
      now = after(minutes)
      await watchHealth(context(attacked), send)
    }
    const reached = (await askHealth(attacked)).checks.filter(({ name }) => names.includes(name))
    expect(reached).toMatchObject([
      { page: 'orders', since: start.toISOString(), message: expect.stringMatching(/^2 new orders wait/) },
      { page: 'payments', since: start.toISOString() },
      { page: 'orders', since: start.toISOString() },
    ])
    const mailed = sent.map(({ text }) => text).join('\n')
    expect(mailed).toMatch(/Orders on delivery, since[\s\S]*raise LIMIT_DELIVERY_ORDERS/)
    expect(mailed).toMatch(/M-Pesa prompts, since[\s\S]*raise LIMIT_SHOP_PROMPTS/)

    now = after(25 * 60)
    expect(await statesOf(attacked)).toEqual(['fine', 'fine', 'fine'])
  })

  it('concern no shop in which they are off', async () => {
    await using open = await buildTestApp({ env: { LIMIT_UNPAID_EMAILS: 'off' } })
    expect(await statesOf(open)).toEqual([])
  })
})

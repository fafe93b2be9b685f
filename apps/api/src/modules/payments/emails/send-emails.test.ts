import { expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../../../testing/factories.ts'
import { eraseByPhone } from '../../admin/customers/erase-customer.ts'
import { readEmails } from '../../admin/health/facts/read-emails.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { sendEmails } from './send-emails.ts'

/** The mail server is there, and puts off one recipient. */
const mailboxFull = Object.assign(new Error('452 mailbox full'), {
  code: 'EENVELOPE',
  responseCode: 452,
  command: 'RCPT TO',
})
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION', command: 'CONN' })

it('keeps the customer’s address out of the log and out of what is kept of the answer when the mail server refuses it', async () => {
  await using shop = await buildTestApp()
  const { orm, clock } = shop.deps
  const payment = await makePayment(orm, await makeOrder(orm, { customerEmail: 'amina@example.com' }))
  await settlePayment({ em: orm.em.fork(), clock }, payment.id, {
    source: 'callback',
    kind: 'succeeded',
    receipt: 'TJK1',
  })

  const logged: unknown[] = []
  const log = Object.assign(Object.create(shop.app.log), { warn: (...line: unknown[]) => logged.push(line) })
  const refusal = Object.assign(new Error("Can't send mail: 550 5.1.1 <amina@example.com> unknown"), {
    code: 'EENVELOPE',
    responseCode: 550,
    command: 'RCPT TO',
    rejected: ['amina@example.com'],
  })
  await sendEmails(jobContext({ ...shop.deps, log }), () => Promise.reject(refusal))
  expect(logged).toEqual([
    [
      { email: expect.any(String), code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' },
      'an e-mail could not be sent',
    ],
  ])
  expect(await shop.query('select last_problem as problem, is_refused as "isRefused" from payment_emails')).toEqual([
    { problem: "Error: Can't send mail: 550 5.1.1 (address) unknown", isRefused: true },
  ])
})

it('leaves erased whoever is erased while a receipt is on its way and refused', async () => {
  await using shop = await buildTestApp()
  const { orm, clock } = shop.deps
  const payment = await makePayment(orm, await makeOrder(orm, { customerEmail: 'amina@example.com' }))
  await settlePayment({ em: orm.em.fork(), clock }, payment.id, {
    source: 'callback',
    kind: 'succeeded',
    receipt: 'TJK1',
  })
  const log = Object.assign(Object.create(shop.app.log), { warn: () => undefined })
  await sendEmails(jobContext({ ...shop.deps, log }), async () => {
    await orm.em.fork().transactional((tx) => eraseByPhone(tx, '0712345678', clock()))
    throw new Error('550 Amina Otieno has no mailbox')
  })
  expect(
    await shop.query('select recipient, next_attempt_at as next, last_problem as problem from payment_emails'),
  ).toEqual([{ recipient: 'Erased', next: null, problem: null }])
})

it('tries a receipt again after growing pauses for three days, flags its payment then, and sends it once', async () => {
  let now = new Date('2026-11-21T09:00:00Z')
  await using shop = await buildTestApp({ clock: () => now })
  const { orm, clock } = shop.deps
  const log = Object.assign(Object.create(shop.app.log), { warn: () => undefined })
  const settled = async () => {
    const { id } = await makePayment(orm, await makeOrder(orm, { customerEmail: 'amina@example.com' }))
    await settlePayment({ em: orm.em.fork(), clock }, id, {
      source: 'callback',
      kind: 'succeeded',
      receipt: `TJR${id}`,
    })
    return id
  }
  const run = (send: () => Promise<void>) => sendEmails(jobContext({ ...shop.deps, log }), send)
  const nextAt = async (id: string) =>
    (
      await shop.query<{ at: Date | null }>('select next_attempt_at as at from payment_emails where payment_id = $1', [
        id,
      ])
    )[0]?.at

  const refused = await settled()
  const begun = now.getTime()
  const pauses: number[] = []
  for (;;) {
    await run(() => Promise.reject(mailboxFull))
    const at = await nextAt(refused)
    if (!at) break
    pauses.push(at.getTime() - now.getTime())
    now = at
  }
  expect(pauses[0]).toBe(5_000)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(now.getTime() - begun).toBeGreaterThan(72 * 3_600_000)
  expect(await shop.query('select payment_id, what from payment_flags')).toEqual([
    { payment_id: refused, what: 'email-failed' },
  ])

  await settled()
  let sent = 0
  const send = async () => void sent++
  await Promise.all([run(send), run(send)])
  now = new Date(now.getTime() + 100 * 3_600_000)
  await run(send)
  expect(sent).toBe(1)
})

it.each([4, 100])(
  'sends every receipt within a minute once a mail server is back that was away for %d hours',
  async (hours) => {
    let now = new Date('2026-11-21T09:00:00Z')
    await using shop = await buildTestApp({ clock: () => now })
    const { orm, clock } = shop.deps
    const log = Object.assign(Object.create(shop.app.log), { warn: () => undefined })
    const settled = async (receipt: string) => {
      const { id } = await makePayment(orm, await makeOrder(orm, { customerEmail: 'amina@example.com' }))
      await settlePayment({ em: orm.em.fork(), clock }, id, { source: 'callback', kind: 'succeeded', receipt })
    }
    let connections = 0
    const run = (send: () => Promise<void>) => sendEmails(jobContext({ ...shop.deps, log }), send)
    const refuse = () => {
      connections += 1
      return Promise.reject(away)
    }
    const back = now.getTime() + hours * 3_600_000
    for (let nth = 1; nth <= 50; nth++) await settled(`TJK${nth}`)
    const begun = now.getTime()
    await run(refuse)
    // As often as the job runs in the first half an hour, then once an hour: that would only be more of the same.
    for (
      ;
      now.getTime() < back;
      now = new Date(now.getTime() + (now.getTime() < begun + 1_800_000 ? 5_000 : 3_600_000))
    )
      await run(refuse)
    await settled('TJK51')
    // One connection each half a minute shows that it is away, however many e-mails wait.
    expect(connections).toBeLessThan(65 + hours)
    let sent = 0
    for (let step = 0; step < 6; step++) {
      now = new Date(now.getTime() + 10_000)
      await run(async () => void sent++)
    }
    expect(sent).toBe(51)
    expect(await shop.query('select what from payment_flags')).toEqual([])
  },
)

it('says of a receipt that the shop cannot write that it is the shop, and sends the others', async () => {
  let now = new Date('2026-11-21T09:00:00Z')
  await using shop = await buildTestApp({ clock: () => now })
  const { orm, clock } = shop.deps
  for (const receipt of ['TJK1', 'TJK2', 'TJK3']) {
    const { id } = await makePayment(orm, await makeOrder(orm, { customerEmail: 'amina@example.com' }))
    await settlePayment({ em: orm.em.fork(), clock }, id, { source: 'callback', kind: 'succeeded', receipt })
  }
  await shop.query(`update payments set completed_at = 'infinity' where receipt_number = 'TJK1'`)
  const sent: string[] = []
  const run = () =>
    sendEmails(jobContext({ ...shop.deps, log: shop.app.log }), async ({ text }) => void sent.push(text))
  await expect(run()).rejects.toThrow(/could not be written/)
  expect(sent).toHaveLength(2)
  expect(await shop.query('select last_problem as problem from payment_emails where sent_at is null')).toEqual([
    { problem: 'the shop could not write it' },
  ])
  // Younger, and not taken: each is known by itself.
  await shop.query(
    `update payment_emails set sent_at = null, next_attempt_at = $1, attempts = 1, last_problem = '421 busy', created_at = $1
     where id = (select id from payment_emails where sent_at is not null limit 1)`,
    [new Date(now.getTime() + 60_000)],
  )
  expect(await readEmails(jobContext({ ...shop.deps, log: shop.app.log }))).toMatchObject({
    waiting: 2,
    oldestFailing: { problem: '421 busy' },
    oldestUnwritten: expect.any(Date),
  })
  await shop.query(`update payment_emails set sent_at = now(), next_attempt_at = null where last_problem = '421 busy'`)
  await shop.query(`update payments set completed_at = now() where receipt_number = 'TJK1'`)
  now = new Date(now.getTime() + 60 * 60_000)
  await run()
  expect(sent).toEqual([expect.anything(), expect.anything(), expect.stringContaining('TJK1')])
})

it('blames no mail server for a receipt that the shop could not write in 30 days', async () => {
  let now = new Date('2026-11-21T09:00:00Z')
  await using shop = await buildTestApp({ clock: () => now })
  const { orm, clock } = shop.deps
  const { id } = await makePayment(orm, await makeOrder(orm, { customerEmail: 'amina@example.com' }))
  await settlePayment({ em: orm.em.fork(), clock }, id, { source: 'callback', kind: 'succeeded', receipt: 'TJK1' })
  await shop.query(`update payments set completed_at = 'infinity'`)
  await shop.query('update payment_emails set created_at = $1, next_attempt_at = $1', [now])
  const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
  const run = () => sendEmails(ctx(), async () => undefined)
  await expect(run()).rejects.toThrow(/could not be written/)
  now = new Date(now.getTime() + 31 * 24 * 60 * 60_000)
  await run()
  expect(await shop.query('select what from payment_flags')).toEqual([{ what: 'email-failed' }])
  expect(await readEmails(ctx())).toMatchObject({
    waiting: 0,
    givenUp: null,
    givenUpUnwritten: { count: 1, since: new Date('2026-11-21T09:00:00Z') },
  })
})

it('writes to nobody about a payment of more than 30 days ago once the shop gets a mail server', async () => {
  let now = new Date('2026-11-21T09:00:00Z')
  await using shop = await buildTestApp({ clock: () => now })
  const { orm, clock } = shop.deps
  const log = Object.assign(Object.create(shop.app.log), { warn: () => undefined })
  const settled = async (receipt: string) => {
    const { id } = await makePayment(orm, await makeOrder(orm, { customerEmail: 'amina@example.com' }))
    await settlePayment({ em: orm.em.fork(), clock }, id, { source: 'callback', kind: 'succeeded', receipt })
    await shop.query('update payment_emails set created_at = $1, next_attempt_at = $1 where payment_id = $2', [now, id])
  }
  const sent: string[] = []
  const run = (send: Parameters<typeof sendEmails>[1]) => sendEmails(jobContext({ ...shop.deps, log }), send)
  await settled('TJKOLD')
  now = new Date('2026-12-11T09:00:00Z')
  await settled('TJKNEW')
  await run(null)
  now = new Date('2026-12-21T09:00:01Z')
  await run(async ({ text }) => void sent.push(text))
  expect(sent).toEqual([expect.stringContaining('TJKNEW')])
  expect(await shop.query('select what from payment_flags')).toEqual([])
})

it('calls no total paid of which a part came', async () => {
  await using shop = await buildTestApp()
  const { orm } = shop.deps
  const order = await makeOrder(orm, { customerEmail: 'amina@example.com', total: 4_500 })
  const { id } = await makePayment(orm, order, { amount: 1_000 })
  await shop.query(`update payments set status = 'completed', completed_at = now() where id = $1`, [id])
  await shop.query(
    `insert into payment_emails (payment_id, recipient, next_attempt_at) values ($1, 'a@example.com', $2)`,
    [id, shop.deps.clock()],
  )
  const sent: string[] = []
  await sendEmails(jobContext({ ...shop.deps, log: shop.app.log }), async ({ text }) => void sent.push(text))
  expect(sent).toEqual([expect.stringMatching(/We have received Ksh 1,000 for[\s\S]*\nTotal - Ksh 4,500\n/)])
})

it('carries the receipt of the order’s page, and the link to it', async () => {
  await using shop = await buildTestApp({ clock: () => new Date('2026-11-21T09:00:00Z') })
  const { orm, clock } = shop.deps
  const order = await makeOrder(orm, { customerEmail: 'amina@example.com' })
  await shop.query(
    `insert into order_items (order_id, product_name, product_price, quantity, position) values ($1, 'Oud Zahra', 4500, 1, 0)`,
    [order.id],
  )
  const { id } = await makePayment(orm, order)
  await settlePayment({ em: orm.em.fork(), clock }, id, { source: 'callback', kind: 'succeeded', receipt: 'TJK9' })
  const sent: string[] = []
  await sendEmails(jobContext({ ...shop.deps, log: shop.app.log }), async ({ text }) => void sent.push(text))
  const [row] = await shop.query<{ secret: string }>('select page_secret as secret from orders')
  expect(sent).toEqual([
    expect.stringContaining(
      [
        'Receipt: TJK9',
        'Paid: Nov 21, 2026 12:00',
        '',
        '1 x Oud Zahra - Ksh 4,500',
        'Subtotal - Ksh 4,500',
        'Delivery, Embu - Free',
        'Total paid - Ksh 4,500',
        '',
        `Follow your order: http://shop.test/order/${row?.secret}`,
      ].join('\n'),
    ),
  ])
})

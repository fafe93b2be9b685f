import { expect, it } from 'vitest'
import { jobContext } from '../../http/context.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../../testing/factories.ts'
import { eraseByPhone } from '../admin/customers/erase-customer.ts'
import { emailsFinding } from '../admin/health/checks/emails.ts'
import { readEmails } from '../admin/health/facts/read-emails.ts'
import type { Email, SendEmail } from '../mail/smtp.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'
import { runOrderEmails } from './order-emails.job.ts'
import { sendOrderEmails } from './send-order-emails.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const begin = new Date('2026-11-22T09:00:00+03:00').getTime()
const env = { SMTP_URL: 'smtp://mail.test' }

/** A shop whose clock the test moves, its mail server, and what that took. */
async function openShop(environment: Record<string, string> = env) {
  let now = begin
  const shop = await buildTestApp({ clock: () => new Date(now), env: environment })
  const sent: Email[] = []
  const log = Object.assign(Object.create(shop.app.log), { warn: () => undefined })
  const take: SendEmail = async (email) => void sent.push(email)
  const run = (send: SendEmail | null = take) => runOrderEmails(jobContext({ ...shop.deps, log }), send)
  await run()
  return {
    shop,
    sent,
    take,
    run,
    now: () => now,
    async pass(ms: number) {
      now += ms
      await run()
    },
    advance: (ms: number) => {
      now += ms
    },
    place: (overrides: Parameters<typeof makeOrder>[1] = {}) =>
      makeOrder(shop.deps.orm, { createdAt: new Date(now), ...overrides }),
    setStatus: (id: string, status: string) =>
      shop.query('update orders set status = $2, updated_at = $3 where id = $1', [id, status, new Date(now)]),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

const plans = (shop: TestApp) =>
  shop.query<{ kind: string; isSent: boolean; isPlanned: boolean; problem: string | null }>(
    `select kind, sent_at is not null as "isSent", next_attempt_at is not null as "isPlanned", last_problem as problem
     from order_emails order by kind`,
  )

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' })
const refusal = (responseCode: number, command = 'RCPT TO') =>
  Object.assign(new Error(`${responseCode} <amina@example.com>`), { code: 'EENVELOPE', responseCode, command })

it('tells 500 shoppers of their order through three outages of the mail server, each within a minute of its return and none twice', async () => {
  await using test = await openShop()
  const { shop, sent } = test
  const outages = [
    [2, 6],
    [9, 10],
    [20, 140],
  ] as const
  const at = (minutes: number) => begin + minutes * MINUTE_MS
  const STEP_MS = 20 * SECOND_MS
  let placed = 0
  while (test.now() < at(165)) {
    const isAway = outages.some(([from, until]) => test.now() >= at(from) && test.now() < at(until))
    // One every twenty seconds, and fifty at once in the last hour; every second one is sent out at once.
    const count = placed < 450 ? 1 : placed === 450 ? 50 : 0
    for (let order = 0; order < count; order++, placed++) {
      const { id } = await test.place({ customerEmail: `shopper${placed}@example.com` })
      if (placed % 2 === 1) await test.setStatus(id, 'shipped')
    }
    await test.run(isAway ? () => Promise.reject(away) : undefined)
    for (const [, until] of outages) {
      if (test.now() < at(until) + MINUTE_MS - STEP_MS || test.now() >= at(until) + MINUTE_MS) continue
      expect(
        await shop.query(
          'select id from order_emails where sent_at is null and next_attempt_at is not null and happened_at < $1',
          [new Date(at(until) - 2 * MINUTE_MS)],
        ),
        `a minute after ${until}`,
      ).toEqual([])
    }
    test.advance(STEP_MS)
  }
  expect(placed).toBe(500)
  const ids = sent.map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([500, 500])
  const [tries] = await shop.query<{ most: number }>('select max(attempts) as most from order_emails')
  // Two hours without mail, twice a minute: an outage costs few attempts, however much waits.
  expect(tries?.most).toBeLessThan(400)
}, 120_000)

it('tells of an order that was received with its lines, what is to be paid and its link, as text and as HTML', async () => {
  await using test = await openShop()
  const order = await test.place({ total: 4_500 })
  await test.shop.query(
    `insert into order_items (order_id, product_name, product_price, quantity, position) values ($1, 'Oud <Zahra>', 4500, 1, 0)`,
    [order.id],
  )
  await test.pass(2 * MINUTE_MS)
  const [row] = await test.shop.query<{ secret: string }>('select page_secret as secret from orders')
  const [email] = test.sent
  expect(email).toMatchObject({
    to: 'amina@example.com',
    subject: `Your order from Marashi (${order.orderNumber})`,
    text: expect.stringContaining(
      [
        'Dear Amina Otieno,',
        '',
        `thank you. We have received your order ${order.orderNumber}.`,
        'Ksh 4,500 are not paid yet. You can pay on the page of your order.',
        '',
        '1 x Oud <Zahra> - Ksh 4,500',
        'Subtotal - Ksh 4,500',
        'Delivery, Embu - Free',
        'Total to pay - Ksh 4,500',
        '',
        `Follow your order: http://shop.test/order/${row?.secret}`,
      ].join('\n'),
    ),
  })
  expect(email?.html).toContain(`<a href="http://shop.test/order/${row?.secret}"`)
  expect(email?.html).toContain('1 x Oud &lt;Zahra&gt;')
})

it('leaves the receipt to tell of an order that is paid within minutes, and waits for a payment that is under way', async () => {
  await using test = await openShop()
  const { orm, clock } = test.shop.deps
  const payment = await makePayment(orm, await test.place())
  await test.shop.query(`update payments set initiated_at = $1, status = 'processing'`, [new Date(test.now())])
  await test.pass(3 * MINUTE_MS)
  expect(test.sent).toEqual([])
  await settlePayment({ em: orm.em.fork(), clock }, payment.id, {
    source: 'callback',
    kind: 'succeeded',
    receipt: 'TJK1',
  })
  await test.pass(MINUTE_MS)
  expect(await plans(test.shop)).toEqual([
    { kind: 'received', isSent: false, isPlanned: false, problem: 'the receipt tells it' },
  ])
  expect(await test.shop.query('select from payment_emails')).toHaveLength(1)
})

it.each([
  ['checking', null, 'We are checking the M-Pesa receipt that you typed; you need not pay again.'],
  [
    'refused',
    'claimed',
    'The M-Pesa receipt that you typed is being checked for another order first. Please contact us if you have paid.',
  ],
])('asks nobody to pay again whose typed receipt is not decided: %s', async (state, reason, words) => {
  await using test = await openShop()
  const { id } = await test.place({ total: 4_500 })
  const { shop } = test
  await shop.query(
    `insert into order_items (order_id, product_name, product_price, quantity, position) values ($1, 'Oud', 4500, 1, 0)`,
    [id],
  )
  await shop.query(
    `insert into receipt_claims (order_id, gateway, receipt, asked_at, state, reason, answered_at, waits_for_other)
     values ($1, 'mpesa', 'TJKTYPED01', $2, $3::text, $4, case when $3 <> 'checking' then $2::timestamptz end, $3 <> 'checking')`,
    [id, new Date(test.now()), state, reason],
  )
  await test.pass(5 * MINUTE_MS)
  expect(test.sent).toEqual([])
  await test.pass(6 * MINUTE_MS)
  const lines = test.sent.at(-1)?.text.split('\n') ?? []
  expect(lines).toContain(words)
  expect(lines).toContain('Total - Ksh 4,500')
  expect(lines.join()).not.toMatch(/not paid yet|to pay -/)
  // What the owner refuses is to be paid.
  await shop.query(
    `update receipt_claims set state = 'refused', reason = 'administrator', waits_for_other = false, answered_at = now()`,
  )
  await test.setStatus(id, 'shipped')
  await test.pass(5 * MINUTE_MS)
  expect(test.sent.at(-1)?.text).toContain('Ksh 4,500 are not paid yet.')
})

it('asks nobody to pay again of whom a payment is to be checked', async () => {
  await using test = await openShop()
  const placed = await test.place({ total: 4_500 })
  const { shop } = test
  await shop.query(
    `insert into order_items (order_id, product_name, product_price, quantity, position) values ($1, 'Oud', 4500, 1, 0)`,
    [placed.id],
  )
  const { id } = await makePayment(shop.deps.orm, placed)
  await shop.query(`update payments set status = 'failed' where id = $1`, [id])
  await shop.query(
    `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'amount-mismatch', 'callback', now())`,
    [id],
  )
  await test.pass(11 * MINUTE_MS)
  const lines = test.sent.at(-1)?.text.split('\n') ?? []
  expect(lines).toContain('We are checking a payment of this order and will get in touch with you.')
  expect(lines.join()).not.toMatch(/not paid yet|to pay -/)
})

it('names what a part payment left for the courier, once the owner has looked at it', async () => {
  await using test = await openShop()
  const { shop } = test
  const sentOut = async ({ isFlagged, wasOnDelivery = true }: { isFlagged: boolean; wasOnDelivery?: boolean }) => {
    const placed = await test.place({ total: 4_500, status: 'processing' })
    await shop.query(
      `insert into order_items (order_id, product_name, product_price, quantity, position) values ($1, 'Oud', 4500, 1, 0)`,
      [placed.id],
    )
    const { id } = await makePayment(shop.deps.orm, placed)
    await shop.query(`update payments set status = 'completed', amount = 2000, completed_at = now() where id = $1`, [
      id,
    ])
    await shop.query('update orders set paid_at = now(), was_on_delivery = $2 where id = $1', [
      placed.id,
      wasOnDelivery,
    ])
    if (isFlagged) {
      await shop.query(
        `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'amount-mismatch', 'administrator', now())`,
        [id],
      )
    }
    await test.setStatus(placed.id, 'shipped')
    await test.pass(5 * MINUTE_MS)
    return test.sent.at(-1)?.text
  }
  const checking = 'We are checking a payment of this order and will get in touch with you.'
  expect(await sentOut({ isFlagged: false })).toContain('You pay the courier Ksh 2,500.')
  expect(await sentOut({ isFlagged: true })).toContain(checking)
  // The owner took what came for all of it.
  expect(await sentOut({ isFlagged: false, wasOnDelivery: false })).not.toMatch(/courier Ksh|2,500|checking/)
  expect(await sentOut({ isFlagged: true, wasOnDelivery: false })).toContain(checking)
})

it('writes to a shopper whose payment does not come', async () => {
  await using test = await openShop()
  await makePayment(test.shop.deps.orm, await test.place())
  await test.shop.query(`update payments set initiated_at = $1, status = 'processing'`, [new Date(test.now())])
  for (let minute = 0; minute < 12; minute++) await test.pass(MINUTE_MS)
  expect(test.sent).toHaveLength(1)
})

it('writes once to a shopper who cancelled the order, and pays it in another way after all', async () => {
  await using test = await openShop()
  const { id } = await test.place()
  const become = (status: string) => test.shop.query('update orders set status = $2 where id = $1', [id, status])
  await become('cancelled')
  await test.pass(3 * MINUTE_MS)
  expect(test.sent).toEqual([])
  await become('pending')
  await test.pass(3 * MINUTE_MS)
  expect(test.sent).toHaveLength(1)
  await become('cancelled')
  await become('pending')
  await test.pass(3 * MINUTE_MS)
  expect(test.sent).toHaveLength(1)
})

it.each([
  ['a part came', [[1_000, {}]], true, 'Total - Ksh 4,500'],
  ['all came', [[4_500, {}]], true, 'Total paid - Ksh 4,500'],
  [
    'a part came after all had gone back',
    [
      [4_500, { status: 'refunded' }],
      [1_000, {}],
    ],
    true,
    'Total - Ksh 4,500',
  ],
  [
    'only what was too much is all of it',
    [
      [1_000, {}],
      [4_500, { is_surplus: true }],
    ],
    true,
    'Total - Ksh 4,500',
  ],
  ['the courier is to be paid', [[4_500, { is_surplus: true }]], false, 'Total to pay - Ksh 4,500'],
] as const)('calls the total of an order on its way what it is where %s', async (_which, payments, isPaid, words) => {
  await using test = await openShop()
  const { id } = await test.place({ total: 4_500, status: 'processing' })
  await test.shop.query(
    `insert into order_items (order_id, product_name, product_price, quantity, position) values ($1, 'Oud', 4500, 1, 0)`,
    [id],
  )
  for (const [at, [amount, columns]] of payments.entries()) {
    const { status, is_surplus } = { status: 'completed', is_surplus: false, ...columns }
    await test.shop.query(
      `insert into payments (order_id, payment_method, amount, status, is_surplus, is_manual, completed_at)
       values ($1, 'mpesa', $2, $3, $4, true, now() + $5 * interval '1 minute')`,
      [id, amount, status, is_surplus, at],
    )
  }
  await test.shop.query(
    `update orders set paid_at = case when $2 then created_at end, refunded_at = null,
       payment_method = case when $2 then payment_method else 'manual' end where id = $1`,
    [id, isPaid],
  )
  await test.setStatus(id, 'shipped')
  await test.pass(5 * MINUTE_MS)
  expect(test.sent.at(-1)?.text.split('\n')).toContain(words)
})

it('tells once that an order is on its way, however often it is undone, and nothing while it is not', async () => {
  await using test = await openShop()
  const { id, orderNumber } = await test.place({ status: 'processing' })
  await test.pass(5 * MINUTE_MS)
  const received = test.sent.length
  await test.setStatus(id, 'shipped')
  await test.pass(20 * SECOND_MS)
  await test.setStatus(id, 'processing')
  await test.pass(5 * MINUTE_MS)
  expect(test.sent).toHaveLength(received)
  await test.setStatus(id, 'shipped')
  await test.pass(MINUTE_MS)
  await test.setStatus(id, 'processing')
  await test.setStatus(id, 'shipped')
  await test.pass(5 * MINUTE_MS)
  expect(test.sent.slice(received)).toMatchObject([
    {
      subject: `Your order from Marashi is on its way (${orderNumber})`,
      text: expect.stringContaining(`your order ${orderNumber} is on its way to Embu. Please keep your phone near`),
    },
  ])
})

it.each([
  ['is cancelled', `update orders set status = 'cancelled'`, 'the order is cancelled'],
  ['is deleted', 'update orders set deleted_at = now()', 'the order is deleted'],
  ['is delivered already', `update orders set status = 'delivered'`, 'the order is delivered'],
  ['has no address any more', 'update orders set customer_email = null', 'the order has no address'],
])('says nothing of an order that %s', async (_, change, problem) => {
  await using test = await openShop()
  const { id } = await test.place()
  await test.setStatus(id, 'shipped')
  await test.run()
  await test.shop.query(change)
  await test.pass(5 * MINUTE_MS)
  expect(test.sent).toEqual([])
  expect((await plans(test.shop)).at(-1)).toEqual({ kind: 'sent-out', isSent: false, isPlanned: false, problem })
})

it('writes to nobody without an address or a mail server, nor about what is two days old', async () => {
  await using test = await openShop()
  await test.place({ customerEmail: null })
  await test.place({ createdAt: new Date(begin - 49 * HOUR_MS) })
  await test.pass(5 * MINUTE_MS)
  expect(await plans(test.shop)).toEqual([])
  await test.place()
  await test.run()
  test.advance(49 * HOUR_MS)
  await test.run()
  expect(test.sent).toEqual([])
  expect(await plans(test.shop)).toMatchObject([{ isPlanned: false, problem: 'it is older than two days' }])

  await using poor = await openShop({})
  await poor.place()
  await poor.run(null)
  expect(await plans(poor.shop)).toEqual([])
})

it('blames no mail server for what the shop could not write and gave up', async () => {
  await using test = await openShop()
  const ctx = () => jobContext({ ...test.shop.deps, log: test.shop.app.log })
  const finding = async () => emailsFinding(await readEmails(ctx()), new Date(test.now()))
  await test.place()
  await test.run()
  test.advance(2 * MINUTE_MS)
  const bug = { ...ctx(), env: { ...ctx().env, PUBLIC_URL: 'nowhere' } }
  await expect(sendOrderEmails(bug, test.take)).rejects.toThrow(/could not be written/)
  await test.pass(49 * HOUR_MS)
  expect(await plans(test.shop)).toMatchObject([{ isPlanned: false, problem: 'the shop could not write it' }])
  expect(await finding()).toMatchObject({
    state: 'broken',
    message: '1 e-mail since Nov 22, 2026 09:00 was given up that the shop itself could not write: the log says why.',
  })
  await test.place()
  await test.run()
  await test.pass(2 * MINUTE_MS)
  expect(test.sent).toHaveLength(1)
  expect(await finding()).toMatchObject({ state: 'fine', message: 'None waits.' })
})

it('writes about so many unpaid orders a day and no more, to whatever addresses, and about what is paid or sent out always', async () => {
  await using test = await openShop({ ...env, LIMIT_UNPAID_EMAILS: '3/86400' })
  const orders: string[] = []
  for (let nth = 0; nth < 5; nth++) {
    orders.push((await test.place({ customerEmail: `stranger${nth}@example.com` })).id)
    await test.pass(3 * MINUTE_MS)
  }
  expect(test.sent).toHaveLength(3)
  expect(await plans(test.shop)).toContainEqual(
    expect.objectContaining({ isPlanned: false, problem: 'the shop wrote enough about unpaid orders today' }),
  )
  await test.setStatus(orders[4] ?? '', 'shipped')
  await test.pass(3 * MINUTE_MS)
  expect(test.sent.at(-1)?.to).toBe('stranger4@example.com')
  test.advance(24 * HOUR_MS)
  await test.place({ customerEmail: 'amina@example.com' })
  await test.pass(3 * MINUTE_MS)
  expect(test.sent.at(-1)?.to).toBe('amina@example.com')
})

it('writes to one mailbox about five unpaid orders a day, and about what is paid or sent out always', async () => {
  await using test = await openShop()
  const orders: string[] = []
  for (let nth = 0; nth < 8; nth++) {
    // A mailbox tells neither capitals apart nor what follows a +.
    const name =
      'victim'.replace('victim'[nth % 6] ?? '', (letter) => letter.toUpperCase()) + (nth % 2 ? `+${nth}` : '')
    orders.push((await test.place({ customerEmail: nth === 7 ? 'victim@example.com' : `${name}@Example.com` })).id)
    await test.pass(3 * MINUTE_MS)
  }
  await test.place({ customerEmail: 'somebody@example.com' })
  await test.pass(3 * MINUTE_MS)
  expect(test.sent.map(({ to }) => to.toLowerCase().replace(/[+]\d/, ''))).toEqual([
    ...Array(5).fill('victim@example.com'),
    'somebody@example.com',
  ])
  expect(await plans(test.shop)).toContainEqual(
    expect.objectContaining({ isPlanned: false, problem: 'its address had enough about unpaid orders today' }),
  )
  await test.setStatus(orders[7] ?? '', 'shipped')
  await test.pass(3 * MINUTE_MS)
  expect(test.sent.at(-1)?.to).toBe('victim@example.com')
  test.advance(24 * HOUR_MS)
  await test.place({ customerEmail: 'victim@example.com' })
  await test.pass(3 * MINUTE_MS)
  expect(test.sent.filter(({ to }) => /^victim/i.test(to))).toHaveLength(7)
})

it('writes to one mailbox of Gmail about five unpaid orders a day, wherever its name has dots', async () => {
  await using test = await openShop()
  // Gmail delivers all of these to one mailbox; other mail servers tell dots apart.
  const one = ['jane.doe', 'j.anedoe', 'ja.ne.doe', 'jan.e.d.o.e+7', 'J.A.N.E.doe', 'janedoe', 'j.a.n.e.d.o.e']
  const addresses = one.map((name, nth) => `${name}@${nth % 2 ? 'googlemail' : 'Gmail'}.com`)
  const others = ['jane.doe@example.com', 'j.anedoe@example.com', 'janedoe@gmail.com.example']
  for (const customerEmail of [...addresses, ...others]) {
    await test.place({ customerEmail })
    await test.pass(3 * MINUTE_MS)
  }
  expect(test.sent.map(({ to }) => to)).toEqual([...addresses.slice(0, 5), ...others])
})

it('lets nobody wait for an address that is refused, and gives that up after some minutes', async () => {
  await using test = await openShop()
  await test.place({ customerEmail: 'nobody@example.com' })
  await test.place()
  const refuseOne: SendEmail = (email) =>
    email.to === 'nobody@example.com' ? Promise.reject(refusal(550)) : test.take(email)
  test.advance(2 * MINUTE_MS)
  await test.run(refuseOne)
  expect(test.sent.map(({ to }) => to)).toEqual(['amina@example.com'])
  for (let minute = 0; minute < 9; minute++) {
    test.advance(MINUTE_MS)
    await test.run(refuseOne)
  }
  expect(
    await test.shop.query('select attempts from order_emails where sent_at is null and next_attempt_at is null'),
  ).toEqual([{ attempts: 5 }])
})

it('gives up an address after five refusals of its own, whatever came before', async () => {
  await using test = await openShop()
  const { orm } = test.shop.deps
  await makePayment(orm, await test.place())
  await test.shop.query(`update payments set initiated_at = $1, status = 'processing'`, [new Date(test.now())])
  // Looks whether the payment comes, an outage, and a server that puts it off.
  for (let minute = 0; minute < 12; minute++) {
    test.advance(MINUTE_MS)
    await test.run(() => Promise.reject(minute < 11 ? away : refusal(451)))
  }
  for (let refusals = 1; refusals <= 5; refusals++) {
    test.advance(HOUR_MS)
    await test.run(() => Promise.reject(refusal(550)))
    expect(
      await test.shop.query('select next_attempt_at is not null as "isPlanned", refusals from order_emails'),
    ).toEqual([{ isPlanned: refusals < 5, refusals }])
  }
})

it('counts as no attempt that it looks whether a payment is under way', async () => {
  await using test = await openShop()
  await makePayment(test.shop.deps.orm, await test.place())
  await test.shop.query(`update payments set initiated_at = $1, status = 'processing'`, [new Date(test.now())])
  for (let minute = 0; minute < 4; minute++) await test.pass(MINUTE_MS)
  expect(await test.shop.query('select attempts from order_emails')).toEqual([{ attempts: 0 }])
})

it.each([
  ['its sender', refusal(550, 'MAIL FROM')],
  ['everything before the text', refusal(554, 'DATA')],
])('keeps every e-mail while the mail server refuses %s, and lets the owner know', async (_, refused) => {
  await using test = await openShop()
  await test.place()
  await test.place({ customerEmail: 'baraka@example.com' })
  for (let minute = 0; minute < 30; minute++) {
    test.advance(MINUTE_MS)
    await test.run(() => Promise.reject(refused))
  }
  expect(await plans(test.shop)).toMatchObject([{ isPlanned: true }, { isPlanned: true }])
  const ctx = jobContext({ ...test.shop.deps, log: test.shop.app.log })
  expect(emailsFinding(await readEmails(ctx), new Date(test.now()))).toMatchObject({
    state: 'broken',
    message: expect.stringMatching(/^2 e-mails wait/),
  })
  await test.pass(MINUTE_MS)
  expect(test.sent).toHaveLength(2)
})

it.each([
  ['refuses it', refusal(550)],
  ['goes away', away],
])('leaves erased whoever is erased while an e-mail is on its way and the mail server %s', async (_, error) => {
  await using test = await openShop()
  const { orm, clock } = test.shop.deps
  await test.place()
  test.advance(2 * MINUTE_MS)
  await test.run(async () => {
    await orm.em.fork().transactional((tx) => eraseByPhone(tx, '0712345678', clock()))
    throw error
  })
  const erased = [{ kind: 'received', isSent: false, isPlanned: false, problem: null }]
  expect(await plans(test.shop)).toEqual(erased)
  await test.pass(HOUR_MS)
  expect(await plans(test.shop)).toEqual(erased)
  expect(test.sent).toEqual([])
})

it('sends later what a mail server only puts off', async () => {
  await using test = await openShop()
  await test.place()
  test.advance(2 * MINUTE_MS)
  for (let hour = 0; hour < 20; hour++) {
    await test.run(() => Promise.reject(refusal(451)))
    test.advance(HOUR_MS)
  }
  await test.run()
  expect(test.sent).toHaveLength(1)
})

it('sends again, under the same id, what a killed process may or may not have sent', async () => {
  await using test = await openShop()
  await test.place()
  test.advance(2 * MINUTE_MS)
  const ids: string[] = []
  const accepted = Promise.withResolvers<void>()
  // Accepted by the mail server, and then the process is gone.
  void test.run(({ messageId }) => {
    ids.push(messageId)
    accepted.resolve()
    return new Promise(() => undefined)
  })
  await accepted.promise
  await test.pass(14 * MINUTE_MS)
  expect(test.sent).toEqual([])
  await test.pass(2 * MINUTE_MS)
  await test.pass(20 * MINUTE_MS)
  expect(test.sent.map(({ messageId }) => messageId)).toEqual(ids)
})

it('sends each once where several processes run at the same time', async () => {
  await using test = await openShop()
  for (let order = 0; order < 20; order++) await test.place({ customerEmail: `shopper${order}@example.com` })
  test.advance(2 * MINUTE_MS)
  await Promise.all([test.run(), test.run(), test.run()])
  expect(new Set(test.sent.map(({ messageId }) => messageId)).size).toBe(20)
  expect(test.sent).toHaveLength(20)
})

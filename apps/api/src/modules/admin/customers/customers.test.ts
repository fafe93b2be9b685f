import type { Customer, CustomerData, CustomerList } from '@marashi/domain/contracts/admin-customers'
import type { AdminReview, ReviewList } from '@marashi/domain/contracts/admin-reviews'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp, testPassword } from '../../../testing/build-test-app.ts'
import { confirmationBody, newReceipt, ownShortcode, postConfirmations } from '../../../testing/confirmation-harness.ts'
import { logIn, makeCategory, makeOrder, makePayment, makeProduct, makeReview } from '../../../testing/factories.ts'
import { asAnotherRequest } from '../../../testing/refuse-second-connections.ts'
import type { Order } from '../../orders/order.entity.ts'
import { keepLines } from '../../payments/daily-check/keep-lines.ts'
import { providerOf } from '../../payments/providers/registry.ts'
import { matchTransactions } from '../../payments/transactions/match-transactions.ts'
import { placeTransaction } from '../../payments/transactions/place-transaction.ts'
import { upsertTransaction } from '../../payments/transactions/upsert-transaction.ts'
import { retryWebhookEvents } from '../../payments/webhooks/retry-webhook-events.ts'

const nobody = '11111111-1111-4111-8111-111111111111'

let shop: TestApp
let headers: { cookie: string }

beforeAll(async () => {
  shop = await buildTestApp({ env: ownShortcode })
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.query('delete from orders')
  await shop.query('delete from customer_notes')
  await shop.query('delete from reviews')
  await shop.query('delete from request_keys')
  await shop.query('delete from webhook_events')
  await shop.query(`update gateway_transactions set payer_name = 'Erased', payer_phone = 'Erased', account = 'Erased'`)
  await shop.query(`update order_notes set text = 'Erased'`)
})

const get = (path: string) => shop.app.inject({ url: `/api/admin/customers${path}`, headers })
const list = async (query = '') => (await get(`?${query}`)).json<CustomerList>()
const put = (id: string, note: string, before: { noteBefore?: string | null } = {}) =>
  shop.app.inject({ method: 'PUT', url: `/api/admin/customers/${id}/note`, headers, payload: { note, ...before } })
const erase = (id: string, password = testPassword) =>
  shop.app.inject({ method: 'POST', url: `/api/admin/customers/${id}/erase`, headers, payload: { password } })

async function orderBy(
  phone: string,
  columns: { name?: string; total?: number; isPaid?: boolean } = {},
): Promise<Order> {
  const { name = 'Amina Otieno', total = 1_000, isPaid = false } = columns
  const order = await makeOrder(shop.deps.orm, { total })
  await shop.query(
    `update orders set customer_phone = $2, customer_name = $3, customer_email = 'amina@example.com',
            delivery_address = 'Kimathi Street 4', paid_at = case when $4 then now() end where id = $1`,
    [order.id, phone, name, isPaid],
  )
  return order
}

describe('the customers', () => {
  it('are followed by what changed of their orders and notes, and not where all their orders are deleted', async () => {
    const noted = await orderBy('0733 000 111')
    await orderBy('0733 000 222')
    const changed = await orderBy('0733 000 333')
    const deleted = await orderBy('0733 000 444')
    await shop.query(`update orders set updated_at = '2026-01-01T00:00:00Z'`)
    await put(noted.id, 'Rings twice')
    await put(deleted.id, 'Moved away')
    await shop.query(`update orders set updated_at = now() where id = $1`, [changed.id])
    await shop.query(`update orders set deleted_at = now() where id = $1`, [deleted.id])
    const { customers } = await list('updatedSince=2026-01-02T00:00:00Z')
    expect(customers.map(({ id }) => id).toSorted()).toEqual([noted.id, changed.id].toSorted())
  })

  it('are followed also by an order that was deleted and a note that was taken away', async () => {
    const kept = await orderBy('0733 000 111', { isPaid: true, total: 4_000 })
    const deleted = await orderBy('0733 000 111', { isPaid: true, total: 1_500 })
    const noted = await orderBy('0733 000 222')
    await orderBy('0733 000 333')
    await put(noted.id, 'Rings twice')
    await shop.query(`update orders set updated_at = '2026-01-01T00:00:00Z'`)
    await shop.query(`update customer_notes set updated_at = '2026-01-01T00:00:00Z'`)
    await shop.app.inject({ method: 'DELETE', url: `/api/admin/orders/${deleted.id}`, headers })
    await put(noted.id, '', { noteBefore: 'Rings twice' })
    const { customers } = await list('updatedSince=2026-01-02T00:00:00Z')
    expect(customers).toMatchObject([
      { id: noted.id, note: null },
      { id: kept.id, orders: 1, total: 4_000 },
    ])
  })

  it('lose no note that was written on another device meanwhile', async () => {
    const { id } = await orderBy('0733 000 111')
    expect((await put(id, 'Rings twice', { noteBefore: null })).statusCode).toBe(200)
    for (const late of ['Pays cash', '']) {
      const answer = await put(id, late, { noteBefore: null })
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'STALE'])
    }
    expect((await put(id, 'Pays cash', { noteBefore: 'Rings once' })).statusCode).toBe(409)
    expect((await put(id, 'Rings twice, pays cash', { noteBefore: 'Rings twice' })).json().note).toBe(
      'Rings twice, pays cash',
    )
    expect((await put(id, '', { noteBefore: 'Rings twice, pays cash' })).json().note).toBeNull()
    // Nor does what was read come back after somebody has taken it away.
    const late = await put(id, 'Rings twice, pays cash, door 4', { noteBefore: 'Rings twice, pays cash' })
    expect([late.statusCode, late.json().code]).toEqual([409, 'STALE'])
    expect((await list()).customers[0]?.note).toBeNull()
  })

  it('are known by their phone, however it was written, and shown as in their newest order', async () => {
    await orderBy('0712 345 678', { isPaid: true, total: 4_000 })
    await orderBy('0722000111', { name: 'Baraka' })
    const last = await orderBy('+254 712 345678', { name: 'Amina O.', isPaid: true, total: 1_500 })
    await orderBy('0712345678', { name: 'Deleted' })
    await shop.query(`update orders set deleted_at = now() where customer_name = 'Deleted'`)
    const { customers, nextCursor } = await list()
    expect(customers.map(({ name }) => name)).toEqual(['Amina O.', 'Baraka'])
    expect(customers[0]).toMatchObject({
      phone: '0712345678',
      orders: 2,
      total: 5_500,
      lastOrderNumber: last.orderNumber,
      note: null,
    })
    expect(nextCursor).toBeNull()
  })

  it('come page by page, also while somebody orders meanwhile', async () => {
    for (const nth of [1, 2, 3, 4, 5]) await orderBy(`071200000${nth}`, { name: `Customer ${nth}` })
    const first = await list('limit=2')
    await orderBy('0799999999', { name: 'New' })
    const second = await list(`limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`)
    const third = await list(`limit=2&cursor=${encodeURIComponent(second.nextCursor ?? '')}`)
    expect([first, second, third].flatMap(({ customers }) => customers.map(({ name }) => name))).toEqual(
      [5, 4, 3, 2, 1].map((nth) => `Customer ${nth}`),
    )
    expect(third.nextCursor).toBeNull()
    expect((await get('?cursor=nonsense')).statusCode).toBe(400)
  })

  it('are found by name, phone, e-mail and order number, also one of an older order', async () => {
    const older = await orderBy('0712345678', { name: 'Amina Before' })
    await orderBy('0712345678', { name: 'Amina Now' })
    await orderBy('0722000111', { name: 'Baraka' })
    for (const search of ['before', '254712345678', older.orderNumber]) {
      const { customers } = await list(`search=${encodeURIComponent(search)}`)
      expect(customers.map(({ name }) => name)).toEqual(['Amina Now'])
    }
  })

  it('are shown as in an order that is there, also where a deleted one is newer and was searched for', async () => {
    await orderBy('0712345678', { name: 'Amina' })
    const deleted = await orderBy('0712345678', { name: 'Typed wrongly' })
    await shop.query('update orders set deleted_at = now() where id = $1', [deleted.id])
    for (const search of ['0712345678', 'wrongly', deleted.orderNumber]) {
      const { customers } = await list(`search=${search}`)
      expect(customers, search).toMatchObject([{ name: 'Amina', orders: 1 }])
    }
  })

  it('keep the owner’s note until it is emptied', async () => {
    const { id } = await orderBy('0712345678')
    await orderBy('+254712345678')
    expect((await put(id, ' Rings twice ')).json<Customer>().note).toBe('Rings twice')
    expect((await list()).customers[0]?.note).toBe('Rings twice')
    expect((await put(id, '')).json<Customer>().note).toBeNull()
    expect((await put(nobody, 'Nobody')).statusCode).toBe(404)
  })
})

/** An order with everything that names its customer. */
async function everything(): Promise<Order & { receipt: string }> {
  const order = await orderBy('0712345678', { isPaid: true })
  await shop.query(`update orders set status = 'delivered' where id = $1`, [order.id])
  const receipt = `TJK${String(++receipts).padStart(7, '0')}`
  const { id: payment } = await makePayment(shop.deps.orm, order)
  const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, `Oud ${Math.random()}`))
  const review = await makeReview(shop.deps.orm, product, { customerName: 'Amina Otieno' })
  const his = await orderBy('0722000111', { name: 'Baraka' })
  const statements: [string, unknown[]][] = [
    [
      `update payments set status = 'completed', mpesa_phone = '254712345678', provider_receipt = $2,
         gateway_response = '{"PhoneNumber": 254712345678}' where id = $1`,
      [payment, receipt],
    ],
    [
      `update orders set mpesa_phone = '254712345678', payment_gateway_response = '{"PhoneNumber": 254712345678}' where id = $1`,
      [order.id],
    ],
    [`update reviews set order_id = $1 where id = $2`, [order.id, review.id]],
    [`insert into order_keys (key, request_hash, order_id) values ('k', 'h', $1)`, [order.id]],
    [
      `insert into webhook_events (gateway, event_id, payment_id, body, received_at, processed_at)
       values ('mpesa', 'e1', $1, '{"PhoneNumber": 254712345678}', now(), now())`,
      [payment],
    ],
    // Reported before her payment had its receipt: this event is no payment's.
    [
      `insert into webhook_events (gateway, event_id, is_confirmation, body, received_at, processed_at, outcome)
       values ('mpesa', 'e2', true, $1, now(), now(), 'unmatched')`,
      [JSON.stringify({ TransID: receipt, MSISDN: '2547 ***** 678', FirstName: 'Amina', LastName: 'Otieno' })],
    ],
    [
      `with claim as (insert into receipt_claims (order_id, gateway, receipt, state, reason, asked_at, answered_at)
         values ($1, 'mpesa', 'TYPED00001', 'refused', 'other-shop', now(), now()) returning id)
       insert into result_addresses (token_hash, claim_id, kind, created_at) select 'typed', id, 'look-up', now() from claim`,
      [order.id],
    ],
    [
      `insert into webhook_events (gateway, event_id, result_token_hash, body, received_at, processed_at)
       values ('mpesa', 'typed:1', 'typed', '{"DebitPartyName": "2547****678 - Amina Otieno"}', now(), now())`,
      [],
    ],
    [`insert into payment_emails (payment_id, recipient) values ($1, 'amina@example.com')`, [payment]],
    [
      `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, payment_id, payer_name, payer_phone, created_at)
       values ('mpesa', $2, 'payment', 100000, now(), 'confirmation', $1, 'Amina Otieno', '254712345678', now())`,
      [payment, receipt],
    ],
    [
      `insert into order_notes (order_id, kind, text, written_by, written_at) values ($1, 'note', 'Amina Otieno rings 0712345678', 'owner', now())`,
      [order.id],
    ],
    [`insert into customer_notes (phone, note, updated_at) values ('0712345678', 'Amina rings twice', now())`, []],
    // At the till, without an order: by her phone, by its hash, and with her name typed as the account.
    [
      `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, payer_name, payer_phone, account, created_at)
       values ('mpesa', 'A' || $1, 'payment', 50000, now(), 'confirmation', 'Amina Otieno', '254712345678', null, now()),
              ('mpesa', 'B' || $1, 'payment', 50000, now(), 'confirmation', 'Amina',
               encode(sha256('254712345678'), 'hex'), 'for Amina', now()),
              ('mpesa', 'C' || $1, 'payment', 50000, now(), 'confirmation', 'Amina', null, $2, now())`,
      [receipt, order.orderNumber],
    ],
    [
      `insert into webhook_events (gateway, event_id, is_confirmation, body, received_at, processed_at)
       values ('mpesa', 'A' || $1, true, '{"MSISDN": "254712345678", "FirstName": "Amina"}', now(), now())`,
      [receipt],
    ],
    // She paid the order of somebody else.
    [
      `update payments set status = 'failed', mpesa_phone = '254712345678', gateway_response = '{"PhoneNumber": 254712345678}' where id = $1`,
      [(await makePayment(shop.deps.orm, his)).id],
    ],
    // A payment that was entered on her order, and moved to his when its receipt had been sent.
    [
      `insert into payment_emails (payment_id, recipient, sent_at, next_attempt_at, last_problem)
       values ($1, 'amina@example.com', now(), null, '550 <amina@example.com>')`,
      [(await makeMovedPayment(his)).id],
    ],
    [`update orders set customer_email = null, delivery_address = 'Moi Avenue 1' where customer_name = 'Baraka'`, []],
  ]
  for (const [sql, values] of statements) await shop.query(sql, values)
  const [line] = await shop.query<{ id: string }>('select id from gateway_transactions where payment_id = $1', [
    payment,
  ])
  for (const id of [order.id, payment, review.id, line?.id]) {
    await shop.query(
      `insert into request_keys (caller, operation, key, request_hash, answered_at, status, body, created_at)
       values ('owner', 'POST /x', $1, 'h', now(), 200, $2, now())`,
      [id, JSON.stringify({ id, name: 'Amina Otieno' })],
    )
  }
  return { ...order, receipt }
}

const lists = [
  'orders',
  'payments',
  'refunds',
  'reviews',
  ...['unmatched', 'matched', 'dismissed'].map((state) => `transactions?state=${state}`),
]

/** Every row of every list that a program may follow, as text after its list. */
async function followed(query = ''): Promise<string[]> {
  const rows: string[] = []
  for (const name of lists) {
    const url = `/api/admin/${name}${name.includes('?') ? '&' : '?'}${query}`
    const answer = (await shop.app.inject({ url, headers })).json<Record<string, unknown>>()
    const listed = Object.values(answer).find((value) => Array.isArray(value)) ?? []
    rows.push(...listed.map((row: unknown) => `${name} ${JSON.stringify(row)}`))
  }
  return rows
}

let receipts = 0

/** A manual payment on the order that it was moved to. */
async function makeMovedPayment(order: Order): Promise<{ id: string }> {
  const { id } = await makePayment(shop.deps.orm, order)
  await shop.query(`update payments set status = 'completed', is_manual = true, mpesa_phone = null where id = $1`, [id])
  return { id }
}

const traces = /Amina|Otieno|712345678|amina@example|Kimathi/

/** Every table that still names her, with what it says. */
const tracesLeft = () => tracesLeftOf(traces)

async function tracesLeftOf(traces: RegExp): Promise<string[]> {
  const tables = await shop.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await shop.query<{ text: string }>(`select to_jsonb(t)::text as text from ${name} t`)
    found.push(...rows.filter(({ text }) => traces.test(text)).map(({ text }) => `${name}: ${text}`))
  }
  return found
}

describe('one customer', () => {
  it('can have everything that the shop holds about her', async () => {
    const order = await everything()
    const data = (await get(`/${order.id}/data`)).json<CustomerData>()
    expect(data).toMatchObject({
      customer: { phone: '0712345678', name: 'Amina Otieno', note: 'Amina rings twice' },
      orders: [{ orderNumber: order.orderNumber, deliveryAddress: 'Kimathi Street 4' }],
      payments: [{ orderNumber: order.orderNumber, receipt: order.receipt, phone: '254712345678' }],
      notes: [{ text: 'Amina Otieno rings 0712345678' }],
      emails: [
        { recipient: 'amina@example.com', sentAt: null },
        { recipient: 'amina@example.com', sentAt: expect.any(String) },
      ],
      reviews: [{ name: 'Amina Otieno' }],
    })
    expect((await get(`/${nobody}/data`)).statusCode).toBe(404)
  })

  it('is not told in his data file where her payment was moved to his order', async () => {
    await everything()
    const [his] = await shop.query<{ id: string }>(`select id from orders where customer_name = 'Baraka'`)
    expect((await get(`/${his?.id}/data`)).json<CustomerData>().emails).toEqual([])
  })

  it('takes no receipt with her that went to the same address for an order of somebody else', async () => {
    const { id: hers } = await orderBy('0712345678')
    const his = await orderBy('0722000111', { name: 'Baraka' })
    const { id } = await makePayment(shop.deps.orm, his)
    await shop.query(`insert into payment_emails (payment_id, recipient) values ($1, 'amina@example.com')`, [id])
    expect((await get(`/${hers}/data`)).json<CustomerData>().emails).toEqual([])
    await shop.query(`update payments set status = 'completed', mpesa_phone = null where id = $1`, [id])
    expect((await erase(hers)).json()).toEqual({ orders: 1 })
    expect(await shop.query('select recipient from payment_emails')).toEqual([{ recipient: 'amina@example.com' }])
    expect((await get(`/${his.id}/data`)).json<CustomerData>().emails).toMatchObject([
      { recipient: 'amina@example.com' },
    ])
  })

  it('is named nowhere any more once she is erased, and the books keep what she paid', async () => {
    const order = await everything()
    expect(await tracesLeft()).toHaveLength(20)
    expect((await erase(order.id)).json()).toEqual({ orders: 1 })
    expect(await tracesLeft()).toEqual([])
    expect((await list()).customers.map(({ name }) => name)).toEqual(['Baraka'])
    const [row] = await shop.query(
      `select order_number, total, paid_at is not null as paid from orders where customer_name <> 'Baraka'`,
    )
    expect(row).toEqual({ order_number: order.orderNumber, total: '1000.00', paid: true })
    const [payment] = await shop.query(
      `select provider_receipt, status from payments where provider_receipt is not null`,
    )
    expect(payment).toEqual({ provider_receipt: order.receipt, status: 'completed' })
    expect((await erase(order.id)).statusCode).toBe(404)
  })

  it('does not come back on her review by an edit of it as it was read before she was erased', async () => {
    const order = await everything()
    // Saved by a clock that is ahead.
    await shop.query(`update reviews set updated_at = now() + interval '1 hour'`)
    const [review] = (await shop.app.inject({ url: '/api/admin/reviews', headers })).json<ReviewList>().reviews
    const { productId, customerName, rating, content, updatedAt } = review as AdminReview
    expect(customerName).toBe('Amina Otieno')
    expect((await erase(order.id)).statusCode).toBe(200)
    const edited = await shop.app.inject({
      method: 'PUT',
      url: `/api/admin/reviews/${review?.id}`,
      headers,
      payload: { productId, customerName, rating, content, updatedAt },
    })
    expect([edited.statusCode, edited.json().code]).toEqual([409, 'STALE'])
    expect(await tracesLeft()).toEqual([])
  })

  it('is told anew by every list that is followed, in each row that changed as she was erased', async () => {
    const order = await everything()
    await shop.query(`update orders set mpesa_phone = '254712345678' where customer_name = 'Baraka'`)
    const longAgo = '2026-01-01T00:00:00Z'
    await shop.query(`set session_replication_role = replica`)
    for (const table of ['orders', 'payments', 'reviews'])
      await shop.query(`update ${table} set updated_at = '${longAgo}'`)
    await shop.query(`update gateway_transactions set changed_at = '${longAgo}'`)
    await shop.query(`set session_replication_role = origin`)
    const before = await followed()
    expect((await erase(order.id)).statusCode).toBe(200)
    const since = await followed('updatedSince=2026-01-02T00:00:00Z')
    const changed = (await followed()).filter((row) => !before.includes(row))
    const lists = changed.map((row) => row.slice(0, row.indexOf(' ')))
    expect([...new Set(lists)]).toEqual([
      'orders',
      'payments',
      'reviews',
      'transactions?state=unmatched',
      'transactions?state=matched',
    ])
    expect(changed.filter((row) => !since.includes(row))).toEqual([])
    // He has his order still, which she paid.
    expect(changed.filter((row) => row.includes('Baraka'))).not.toEqual([])
  })

  it('is erased also while the shop finds out whose money a line with her phone is, and leaves her order to it first', async () => {
    const order = await everything()
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let erasing: ReturnType<typeof erase> | undefined
    await shop.deps.orm.em.fork().transactional(async (tx) => {
      await tx.execute('select from gateway_transactions for update')
      erasing = asAnotherRequest(() => erase(order.id))
      await expect.poll(() => shop.query(waits)).toHaveLength(1)
      await tx.execute('select from orders where id = ? for no key update nowait', [order.id])
    })
    expect((await erasing)?.statusCode).toBe(200)
    expect(await tracesLeft()).toEqual([])
  })

  it('is named by no list or report that tells of her payments and refunds after she was erased', async () => {
    const order = await everything()
    // The first payment has a line without words; the money of this one, and what went back of it, were told by nobody yet.
    const { id: late } = await makePayment(shop.deps.orm, await orderBy('0712345678'))
    await shop.query(`update payments set status = 'completed', provider_receipt = $2 where id = $1`, [
      late,
      `${order.receipt}L`,
    ])
    await shop.query(
      `insert into payment_refunds (payment_id, payment_method, amount, status, provider_receipt, reason, requested_by, requested_at, updated_at, succeeded_at)
       values ($1, 'mpesa', 1000, 'succeeded', $2, 'Returned', 'administrator', now(), now(), now())`,
      [late, `${order.receipt}R`],
    )
    await shop.query(`update orders set status = 'delivered' where customer_phone = '0712345678'`)
    expect((await erase(order.id)).statusCode).toBe(200)
    expect(await tracesLeft()).toEqual([])
    const reported = {
      account: 'AMINA',
      payerName: 'AMINA OTIENO',
      payerPhone: '2547****678',
      description: 'Pay Bill from 2547****678 - AMINA OTIENO',
    }
    const of = (reference: string, amountCents: number, kind: 'payment' | 'refund') => ({
      ...reported,
      ...{ reference, amountCents, kind, relatedReference: null, occurredAt: shop.deps.clock() },
      ...{ feeCents: null, netCents: null, balanceCurrency: null },
    })
    const lines = [
      of(order.receipt, 100_000, 'payment'),
      of(`${order.receipt}L`, 100_000, 'payment'),
      of(`${order.receipt}R`, -100_000, 'refund'),
    ]
    const em = () => shop.deps.orm.em.fork()
    await em().transactional((tx) =>
      keepLines(tx, shop.deps.clock(), { gateway: 'mpesa', source: 'statement', lines: lines.slice(0, 1) }),
    )
    for (const line of lines) {
      const kept = { ...line, gateway: 'mpesa' as const, source: 'pull' as const }
      const { id } = await em().transactional((tx) => upsertTransaction(tx, shop.deps.clock(), kept))
      expect(await placeTransaction({ em: em(), clock: shop.deps.clock }, id)).not.toEqual({ result: 'unmatched' })
      await em().transactional((tx) => upsertTransaction(tx, shop.deps.clock(), kept))
    }
    expect(await tracesLeftOf(/Amina|Otieno|\*678/i)).toEqual([])
    // As if the statement were the first to tell of them.
    await shop.query('alter table gateway_transactions disable trigger user')
    await shop.query('delete from gateway_transactions')
    await shop.query('alter table gateway_transactions enable trigger user')
    await em().transactional((tx) => keepLines(tx, shop.deps.clock(), { gateway: 'mpesa', source: 'statement', lines }))
    expect(await shop.query('select count(*)::int from gateway_transactions')).toEqual([{ count: 3 }])
    expect(await tracesLeftOf(/Amina|Otieno|\*678/i)).toEqual([])
  })

  it('is named by no message of a gateway that is processed, or whose money is found, after she was erased', async () => {
    const order = await everything()
    const { id: late } = await makePayment(shop.deps.orm, await orderBy('0712345678'))
    const lateReceipt = newReceipt()
    await shop.query(`update payments set status = 'failed' where id = $1`, [late])
    await postConfirmations(shop, confirmationBody({ TransID: lateReceipt, TransAmount: '1000.00' }))
    const store = (eventId: string, columns: { body: object; isConfirmation?: boolean; tokenHash?: string }) =>
      shop.query(
        `insert into webhook_events (gateway, event_id, is_confirmation, result_token_hash, body, received_at, next_attempt_at)
         values ('mpesa', $1, $2, $3, $4, now(), now() + interval '1 hour')`,
        [eventId, columns.isConfirmation ?? false, columns.tokenHash ?? null, JSON.stringify(columns.body)],
      )
    await store('again', { isConfirmation: true, body: confirmationBody({ TransID: order.receipt }) })
    await store('typed:2', { tokenHash: 'typed', body: { Result: { DebitPartyName: '2547****678 - AMINA OTIENO' } } })
    expect((await erase(order.id)).statusCode).toBe(200)
    const namesHer = /Amina|Otieno/i
    expect(await tracesLeftOf(namesHer)).toHaveLength(4)
    await shop.query(`update webhook_events set next_attempt_at = now() where processed_at is null`)
    const ctx = jobContext({ ...shop.deps, log: shop.app.log })
    await retryWebhookEvents(ctx, providerOf('mpesa'))
    expect(await shop.query('select id from webhook_events where processed_at is null')).toEqual([])
    // The payment's receipt is told after its confirmation was.
    await shop.query(`update payments set status = 'completed', provider_receipt = $2 where id = $1`, [
      late,
      lateReceipt,
    ])
    expect(await matchTransactions(ctx)).toBe(1)
    expect(await tracesLeftOf(namesHer)).toEqual([])
  })

  it('stays while a message about her typed receipt is set aside, and is named by none that is dismissed', async () => {
    const { id } = await everything()
    const setAside = (number: number) =>
      shop.query<{ id: string }>(
        `insert into webhook_events (gateway, event_id, result_token_hash, body, received_at, next_attempt_at)
         values ('mpesa', $1, 'typed', '{"DebitPartyName": "2547****678 - Amina Otieno"}', now(), null) returning id`,
        [`typed:${number}`],
      )
    const dismiss = async ([event]: { id: string }[]) => {
      const url = `/api/admin/webhook-events/${event?.id}/dismiss`
      const answer = await shop.app.inject({ method: 'POST', url, headers, payload: { reason: 'Paid long ago' } })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const early = await setAside(2)
    expect((await erase(id)).json()).toMatchObject({
      code: 'CONFLICT',
      error: expect.stringMatching(/^A message of M-Pesa about this customer, received .+ at \d\d:\d\d, was set aside/),
    })
    await dismiss(early)
    expect((await erase(id)).statusCode).toBe(200)
    expect(await tracesLeft()).toEqual([])
    await dismiss(await setAside(3))
    expect(await tracesLeft()).toEqual([])
  })

  it('is named by no message that waits while she is erased, is set aside then, and dismissed', async () => {
    const { id } = await everything()
    const [event] = await shop.query<{ id: string }>(
      `insert into webhook_events (gateway, event_id, is_confirmation, body, received_at, next_attempt_at)
       values ('mpesa', 'odd', true, '{"MSISDN": "254712345678", "FirstName": "Amina"}', now(), now() + interval '1 hour')
       returning id`,
    )
    expect((await erase(id)).statusCode).toBe(200)
    await shop.query('update webhook_events set next_attempt_at = null where id = $1', [event?.id])
    const url = `/api/admin/webhook-events/${event?.id}/dismiss`
    await shop.app.inject({ method: 'POST', url, headers, payload: { reason: 'No sale' } })
    expect(await tracesLeft()).toEqual([])
  })

  it('is named by no message that reports again what she paid at the till, after she was erased', async () => {
    const { id } = await everything()
    const receipt = newReceipt()
    const reported = { TransID: receipt, TransAmount: '500.00', BillRefNumber: '0712345678' }
    await postConfirmations(shop, confirmationBody(reported))
    expect((await erase(id)).statusCode).toBe(200)
    await postConfirmations(shop, confirmationBody({ ...reported, OrgAccountBalance: '12.00' }))
    expect(await shop.query('select from webhook_events where body is null and payment_id is null')).not.toEqual([])
    expect(await tracesLeftOf(/Amina|Otieno/i)).toEqual([])
  })

  it('is found, handed her data and erased, also where all her orders were deleted', async () => {
    const order = await everything()
    await shop.query('update orders set deleted_at = now() where id = $1', [order.id])
    expect((await list()).customers.map(({ name }) => name)).toEqual(['Baraka'])
    for (const search of ['Otieno', '+254 712 345678', 'amina@example.com', order.orderNumber]) {
      const { customers } = await list(`search=${encodeURIComponent(search)}`)
      expect(customers, search).toMatchObject([{ id: order.id, name: 'Amina Otieno', orders: 0, total: 0 }])
    }
    expect((await get(`/${order.id}/data`)).json()).toMatchObject({ orders: [{ orderNumber: order.orderNumber }] })
    expect((await put(order.id, 'Asked to be erased')).json<Customer>().note).toBe('Asked to be erased')
    expect((await erase(order.id)).json()).toEqual({ orders: 1 })
    expect(await tracesLeft()).toEqual([])
    expect((await list(`search=${order.orderNumber}`)).customers).toEqual([])
    expect((await erase(order.id)).statusCode).toBe(404)
  })

  it('is named by no answer that is kept of what the owner wrote about her', async () => {
    const order = await everything()
    const other = await orderBy('0722000222', { name: 'Chebet' })
    await shop.query(`update orders set customer_email = null, delivery_address = 'Moi Avenue 1' where id = $1`, [
      other.id,
    ])
    const note = (id: string, key: string, text: string) =>
      shop.app.inject({
        method: 'POST',
        url: `/api/admin/orders/${id}/notes`,
        headers: { ...headers, 'idempotency-key': key },
        payload: { text },
      })
    const keyed = await note(order.id, 'hers', 'Amina Otieno rings 0712345678')
    expect(keyed.statusCode).toBe(201)
    const kept = await note(other.id, 'another', 'Call first')
    const of = { method: 'PUT' as const, headers: { ...headers, 'idempotency-key': 'customer' } }
    const noted = { ...of, url: `/api/admin/customers/${order.id}/note`, payload: { note: 'Amina rings twice' } }
    expect((await shop.app.inject(noted)).statusCode).toBe(200)
    expect((await erase(order.id)).statusCode).toBe(200)
    expect(await tracesLeft()).toEqual([])
    // It was written, and is not written again.
    const again = await note(order.id, 'hers', 'Amina Otieno rings 0712345678')
    expect([again.statusCode, again.json().code]).toEqual([409, 'ANSWER_NOT_KEPT'])
    expect((await note(other.id, 'another', 'Call first')).json()).toEqual(kept.json())
  })

  it('leaves nothing of her phone where she paid for somebody else, and the order stays his', async () => {
    const { id: hers } = await orderBy('0712345678')
    const his = await orderBy('0722000111', { name: 'Baraka' })
    await shop.query(`update orders set customer_email = null, delivery_address = 'Moi Avenue 1' where id = $1`, [
      his.id,
    ])
    const { id: payment } = await makePayment(shop.deps.orm, his)
    const payload = JSON.stringify({ PhoneNumber: 254712345678 })
    await shop.query(`update payments set status = 'completed', gateway_response = $2::jsonb where id = $1`, [
      payment,
      payload,
    ])
    // He was asked himself before her money came.
    await shop.query(
      `update orders set status = 'delivered', mpesa_phone = '254722000111', payment_gateway_response = $2::jsonb where id = $1`,
      [his.id, payload],
    )
    await shop.query(
      `insert into webhook_events (gateway, event_id, payment_id, body, received_at, processed_at)
       values ('mpesa', 'hers for him', $1, $2, now(), now())`,
      [payment, payload],
    )
    // The owner has looked at it: it is never processed.
    await shop.query(
      `insert into webhook_events (gateway, event_id, payment_id, body, received_at, dismissed_at)
       values ('mpesa', 'dismissed', $1, $2, now(), now())`,
      [payment, payload],
    )
    await shop.query(
      `insert into request_keys (caller, operation, key, request_hash, answered_at, status, body, created_at)
       values ('owner', 'PATCH /admin/orders/{id}/status', 'k', 'h', now(), 200, $1, now())`,
      [JSON.stringify({ id: his.id, mpesaPhone: '254712345678' })],
    )
    expect((await erase(hers)).json()).toEqual({ orders: 1 })
    expect(await tracesLeft()).toEqual([])
    expect(await shop.query('select customer_name, mpesa_phone from orders where id = $1', [his.id])).toEqual([
      { customer_name: 'Baraka', mpesa_phone: '254722000111' },
    ])
  })

  it.each([
    ['is open', `update payments set status = 'processing' where id = $1`],
    [
      'is flagged',
      `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'amount-mismatch', 'callback', now())`,
    ],
    [
      'is being refunded',
      `insert into payment_refunds (payment_id, payment_method, status, amount, reason, requested_by, requested_at, updated_at)
       values ($1, 'mpesa', 'sent', 100, 'Broken', 'administrator', now(), now())`,
    ],
    [
      'has a message that waits',
      `insert into webhook_events (gateway, event_id, payment_id, body, received_at)
       values ('mpesa', 'waits', $1, '{"PhoneNumber": 254712345678}', now())`,
    ],
  ])('stays while what she paid for somebody else %s, because later nobody finds it', async (_, statement) => {
    const { id: hers } = await orderBy('0712345678')
    const his = await orderBy('0722000111', { name: 'Baraka' })
    const { id: payment } = await makePayment(shop.deps.orm, his)
    await shop.query(`update payments set status = 'completed' where id = $1`, [payment])
    await shop.query(statement, [payment])
    const refused = await erase(hers)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error).toBe(
      `A payment or refund of this customer for order ${his.orderNumber} is still open or flagged. Settle it first, then erase.`,
    )
    expect((await list()).customers.map(({ name }) => name)).toContain('Amina Otieno')
  })

  it('stays without the owner’s password, and while a payment is open or flagged', async () => {
    const order = await everything()
    expect((await erase(order.id, 'wrong')).statusCode).toBe(400)
    const { id } = await makePayment(shop.deps.orm, order)
    expect((await erase(order.id)).statusCode).toBe(409)
    await shop.query(`update payments set status = 'failed' where id = $1`, [id])
    await shop.query(
      `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'late', 'callback', now())`,
      [id],
    )
    expect((await erase(order.id)).statusCode).toBe(409)
    expect((await list()).customers.map(({ name }) => name)).toContain('Amina Otieno')
  })

  it.each(['pending', 'processing', 'shipped'])(
    'stays while what she has paid is %s: it could go nowhere',
    async (status) => {
      const { id, orderNumber } = await orderBy('0712345678', { isPaid: true })
      const { id: delivered } = await orderBy('+254712345678', { isPaid: true })
      await shop.query(`update orders set status = 'delivered' where id = $1`, [delivered])
      await shop.query('update orders set status = $2 where id = $1', [id, status])
      const refused = await erase(delivered)
      expect(refused.statusCode).toBe(409)
      expect(refused.json().error).toBe(
        `Order ${orderNumber} of this customer is paid and not delivered. Deliver or cancel it first, then erase.`,
      )
      expect((await list()).customers).toMatchObject([{ address: 'Kimathi Street 4', orders: 2 }])
      await shop.query(`update orders set status = 'delivered' where id = $1`, [id])
      expect((await erase(delivered)).json()).toEqual({ orders: 2 })
    },
  )

  it('goes with what she has not paid, and with what was cancelled', async () => {
    const { id } = await orderBy('0712345678')
    const { id: cancelled } = await orderBy('0712345678', { isPaid: true })
    await shop.query(`update orders set status = 'cancelled' where id = $1`, [cancelled])
    expect((await erase(id)).json()).toEqual({ orders: 2 })
  })

  it.each(['requested', 'sent', 'unknown'])('stays while a refund is %s', async (status) => {
    const order = await everything()
    await shop.query(
      `insert into payment_refunds (payment_id, payment_method, status, amount, reason, requested_by, requested_at, updated_at)
       select id, 'mpesa', $2, 100, 'Broken', 'administrator', now(), now() from payments where order_id = $1`,
      [order.id, status],
    )
    expect((await erase(order.id)).statusCode).toBe(409)
    expect(await shop.query('select customer_name as name from orders where id = $1', [order.id])).toEqual([
      { name: 'Amina Otieno' },
    ])
  })
})

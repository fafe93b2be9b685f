import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FaultPoint } from '../../../fault-points.ts'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../../../testing/factories.ts'
import { fakeMpesa } from '../../../testing/fake-gateways.ts'
import { providerOf } from '../providers/registry.ts'
import { retryWebhookEvents } from './retry-webhook-events.ts'

let shop: TestApp
let now: Date

beforeEach(async () => {
  now = new Date()
  shop = await buildTestApp({ gateways: { mpesa: fakeMpesa() }, clock: () => now })
})
afterEach(() => shop[Symbol.asyncDispose]())

const log = () => Object.assign(Object.create(shop.app.log), { error: () => undefined, warn: () => undefined })
const run = () => retryWebhookEvents(jobContext({ ...shop.deps, log: log() }), providerOf('mpesa'))

/** So many orders, each with a prompt; they are numbered from 1. */
async function placeOrders(count: number): Promise<void> {
  await shop.query(
    `insert into orders (order_number, customer_name, customer_phone, customer_email, delivery_address, delivery_location,
                         delivery_charge, subtotal, total, payment_method)
     select 'MR' || n, 'Amina', '0712345678', 'amina@example.com', 'Embu', 'embu', 0, 4500, 4500, 'mpesa'
     from generate_series(1, $1::int) n`,
    [count],
  )
  await shop.query(
    `insert into payments (order_id, payment_method, amount, status, provider_reference, mpesa_checkout_request_id, initiated_at)
     select id, 'mpesa', 4500, 'processing', 'ws_' || order_number, 'ws_' || order_number, $1 from orders`,
    [now],
  )
}

/** Stores a callback for the payments of these orders, as it waits after an outage. */
const storeCallbacks = (
  orders: [number, number],
  {
    code = 0,
    amount = 4500,
    receipt = `'TJK' || (1000000 + substr(o.order_number, 3)::int)`,
    reference = 'p.provider_reference',
  } = {},
) =>
  shop.query(
    `insert into webhook_events (gateway, event_id, payment_id, received_at, next_attempt_at, body)
     select 'mpesa', gen_random_uuid()::text, p.id, $1, $1, jsonb_build_object('Body', jsonb_build_object('stkCallback',
       jsonb_build_object('CheckoutRequestID', ${reference}, 'ResultCode', $2::int, 'ResultDesc', 'As it came',
         'CallbackMetadata', jsonb_build_object('Item', jsonb_build_array(
           jsonb_build_object('Name', 'Amount', 'Value', $3::int),
           jsonb_build_object('Name', 'MpesaReceiptNumber', 'Value', ${receipt}))))))::text
     from payments p join orders o on o.id = p.order_id
     where p.provider_reference = 'ws_' || o.order_number and substr(o.order_number, 3)::int between $4 and $5`,
    [now, code, amount, ...orders],
  )

/** All that settling writes, without ids and times. */
const databaseState = async () => ({
  payments: await shop.query<object>(
    `select o.order_number as order, p.provider_reference as attempt, p.status, p.receipt_number as shown, p.provider_receipt as proved,
            p.mpesa_receipt_number as mpesa, p.is_surplus as surplus, p.attention, p.failure_code as code,
            p.gateway_response as response, p.next_query_at as asks
     from payments p join orders o on o.id = p.order_id order by substr(o.order_number, 3)::int, p.provider_reference`,
  ),
  orders: await shop.query(
    `select order_number as order, status, paid_at is not null as paid, mpesa_status as mpesa, mpesa_receipt_number as receipt,
            payment_failure_reason as reason, payment_gateway_response as response, refunded_amount as refunded
     from orders order by substr(order_number, 3)::int`,
  ),
  history: await shop.query(
    `select p.provider_reference as attempt, e.source, e.from_status as before, e.to_status as after, e.note
     from payment_events e join payments p on p.id = e.payment_id order by 1, e.note, e.to_status`,
  ),
  flags: await shop.query(
    `select p.provider_reference as attempt, f.what, f.details - 'webhookEvent' as details, f.resolution
     from payment_flags f join payments p on p.id = f.payment_id order by 1, 2, 3`,
  ),
  emails: await shop.query(
    `select p.provider_reference as attempt, e.recipient from payment_emails e join payments p on p.id = e.payment_id order by 1`,
  ),
  events: await shop.query<{ processed: boolean }>(
    `select p.provider_reference as attempt, e.outcome, e.attempts, e.processed_at is not null as processed
     from webhook_events e join payments p on p.id = e.payment_id order by 1, 2`,
  ),
})

it('books the payments of a thousand shoppers whose callbacks have waited in one run, each once', async () => {
  await placeOrders(1_000)
  await storeCallbacks([1, 1_000])
  await run()
  expect(await shop.query(`select distinct status, receipt_number is not null as proved from payments`)).toEqual([
    { status: 'completed', proved: true },
  ])
  expect(
    await shop.query('select distinct outcome, attempts, processed_at is null as open from webhook_events'),
  ).toEqual([{ outcome: 'settled', attempts: 1, open: false }])
  const count = `select (select count(*)::int from payment_events) as history, (select count(*)::int from payment_emails) as emails,
    (select count(*)::int from orders where paid_at is not null and status = 'processing') as paid`
  expect(await shop.query(count)).toEqual([{ history: 1_000, emails: 1_000, paid: 1_000 }])
}, 60_000)

/** Whatever callbacks can say; each list waits together, those before it are settled. */
const everyKind = (): (() => Promise<unknown>)[][] => [
  [
    async () => {
      await placeOrders(60)
      await shop.query(
        `insert into payments (order_id, payment_method, amount, status, provider_reference, created_at)
         select id, 'mpesa', 4500, 'failed', 'ws_' || order_number || '_first', now() - interval '1 minute' from orders
         where order_number in ('MR41', 'MR42')`,
      )
      await shop.query(`update orders set paid_at = now() where order_number = 'MR43'`)
      await shop.query(`update orders set status = 'cancelled' where order_number in ('MR44', 'MR45')`)
      await shop.query(
        `update payments set status = 'cancelled', failure_code = 'shopper' where provider_reference = 'ws_MR45'`,
      )
      await shop.query(
        `insert into payment_flags (payment_id, what, source, raised_at)
         select id, 'unresolved', 'query', now() from payments where provider_reference = 'ws_MR46'`,
      )
    },
    () => storeCallbacks([1, 20]),
    () => storeCallbacks([21, 25], { code: 1032 }),
    () => storeCallbacks([26, 30], { code: 1, receipt: 'null' }),
    () => storeCallbacks([31, 33], { amount: 1 }),
    () => storeCallbacks([39, 40], { reference: `'ws_foreign'` }),
    () => storeCallbacks([41, 59]),
    async () => {
      await storeCallbacks([60, 60])
      await shop.query(
        `update webhook_events set body = '{"Body":{"stkCallback":{"ResultCode":{}}}}'
         where payment_id = (select id from payments where provider_reference = 'ws_MR60')`,
      )
    },
  ],
  [
    () => storeCallbacks([11, 12]), // the same again
    () => storeCallbacks([13, 13], { receipt: `'TJKANOTHER'` }),
    () => storeCallbacks([21, 22]), // money after all
    () => storeCallbacks([36, 36], { receipt: `'tjk1000001'` }), // the receipt of another payment
    () =>
      // An earlier attempt of an order that is paid.
      shop.query(
        `insert into webhook_events (gateway, event_id, payment_id, received_at, next_attempt_at, body)
         select 'mpesa', 'first of ' || id, id, $1, $1, '{"Body":{"stkCallback":{"ResultCode":0,"CallbackMetadata":{"Item":[
           {"Name":"Amount","Value":4500},{"Name":"MpesaReceiptNumber","Value":"T' || provider_reference || '"}]}}}}'
         from payments where provider_reference like '%_first'`,
        [now],
      ),
    // The prompt's answer was lost, so nobody knows its reference.
    () => shop.query(`update payments set provider_reference = null where provider_reference = 'ws_MR38'`),
  ],
]

async function settleEveryKind(prepare: () => Promise<unknown>) {
  for (const steps of everyKind()) {
    for (const step of steps) await step()
    await prepare()
    await run()
  }
  return await databaseState()
}

it('settles what waits together exactly as one by one', async () => {
  const together = await settleEveryKind(async () => undefined)
  expect(await shop.query('select from webhook_events where was_tried_together')).not.toEqual([])
  await shop[Symbol.asyncDispose]()

  shop = await buildTestApp({ gateways: { mpesa: fakeMpesa() }, clock: () => now })
  const alone = await settleEveryKind(() => shop.query('update webhook_events set was_tried_together = true'))
  expect(together.events.every(({ processed }) => processed)).toBe(true)
  for (const table of Object.keys(alone) as (keyof typeof alone)[]) expect(together[table]).toEqual(alone[table])
}, 60_000)

it('pays one order by a receipt that waits for three, and an order once that two attempts have paid', async () => {
  await placeOrders(4)
  await storeCallbacks([1, 3], { receipt: `'TJKTWICE'` })
  await storeCallbacks([4, 4])
  await shop.query(
    `insert into payments (order_id, payment_method, amount, status, provider_reference)
     select id, 'mpesa', 4500, 'processing', 'ws_' || order_number || '_second' from orders where order_number = 'MR4'`,
  )
  await shop.query(
    `insert into webhook_events (gateway, event_id, payment_id, received_at, next_attempt_at, body)
     select 'mpesa', 'second', p.id, $1, $1, replace(replace(e.body, 'TJK1000004', 'TJKSECOND'), 'ws_MR4', 'ws_MR4_second')
     from webhook_events e, payments p where e.body like '%TJK1000004%' and p.provider_reference = 'ws_MR4_second'`,
    [now],
  )
  await run()
  const { payments, orders } = await databaseState()
  const count = (rows: unknown[], which: object) =>
    rows.filter((row) =>
      Object.entries(which).every(([name, value]) => (row as Record<string, unknown>)[name] === value),
    ).length
  expect(count(payments, { status: 'completed' })).toBe(3)
  expect(count(payments, { proved: 'TJKTWICE' })).toBe(1)
  expect(count(payments, { status: 'processing', attention: 'receipt-used' })).toBe(2)
  expect(count(payments, { order: 'MR4', status: 'completed', attention: 'paid-twice', surplus: true })).toBe(1)
  expect(count(orders, { paid: true })).toBe(2)
})

it('settles the others where one of those that wait together cannot be stored, and plans that one again', async () => {
  await placeOrders(20)
  await storeCallbacks([1, 20])
  await shop.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
     create trigger refuse before update on payments for each row when (old.provider_reference = 'ws_MR7') execute function refuse()`,
  )
  await run()
  expect(await shop.query(`select status, count(*)::int as n from payments group by 1 order by 1`)).toEqual([
    { status: 'completed', n: 19 },
    { status: 'processing', n: 1 },
  ])
  expect(
    await shop.query(`select attempts from webhook_events where processed_at is null and next_attempt_at > $1`, [now]),
  ).toEqual([{ attempts: 1 }])
})

it('does not wait for an order that somebody else has locked while others can be settled', async () => {
  await placeOrders(20)
  await storeCallbacks([1, 20])
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holder = shop.deps.orm.em.fork().transactional(async (tx) => {
    await tx
      .getConnection()
      .execute(`select from orders where order_number = 'MR7' for update`, [], 'all', tx.getTransactionContext())
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const running = run()
  await expect.poll(() => shop.query(`select from payments where status = 'completed'`)).toHaveLength(19)
  release.resolve()
  await Promise.all([holder, running])
  expect(await shop.query(`select from payments where status = 'completed'`)).toHaveLength(20)
})

it('moves the pieces of one order at a time, as checkouts lock them, and settles the others together', async () => {
  await placeOrders(20)
  const { id } = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
  await shop.query('update variants set stock_count = 5')
  // The time of the first was over, so it takes its piece again; the second one's prompt is cancelled, so it gives its back.
  await shop.query(
    `insert into order_items (order_id, product_id, variant_id, product_name, product_price, quantity, position, taken, given_back)
     select o.id, v.product_id, v.id, 'Oud', 4500, 1, 0, (order_number = 'MR8')::int, (order_number = 'MR7')::int
     from orders o, variants v where order_number in ('MR7', 'MR8') and v.product_id = $1`,
    [id],
  )
  await storeCallbacks([1, 7])
  await storeCallbacks([8, 8], { code: 1032 })
  await storeCallbacks([9, 20])
  await run()
  // What one transaction has written has its number.
  const written = await shop.query(
    `select o.order_number as order, p.status from payments p join orders o on o.id = p.order_id
     where not exists (select from payments other where other.xmin = p.xmin and other.id <> p.id) order by 1`,
  )
  expect(written).toEqual([
    { order: 'MR7', status: 'completed' },
    { order: 'MR8', status: 'cancelled' },
  ])
  expect(await shop.query('select stock_count as left from variants')).toEqual([{ left: 5 }])
})

describe('a process that is killed while it settles many events', () => {
  const at = (file: string) => JSON.stringify(path.join(import.meta.dirname, file))
  /** Settles in a process of its own, which ends itself at this point. */
  const settleAndDie = (point: FaultPoint) =>
    promisify(execFile)(process.execPath, [
      '-e',
      `Promise.all([${['../../../fault-points.ts', '../../../db/open-database.ts', '../../../http/context.ts', '../providers/registry.ts', './retry-webhook-events.ts'].map((file) => `import(${at(file)})`).join(', ')}])
        .then(async ([{ armFaultPoint }, { openDatabase }, { jobContext }, { providerOf }, { retryWebhookEvents }]) => {
          armFaultPoint(${JSON.stringify(point)})
          const orm = await openDatabase(${JSON.stringify(shop.databaseUrl)})
          await retryWebhookEvents(jobContext({ orm, clock: () => new Date(${now.getTime()}), log: console }), providerOf('mpesa'))
        })`,
    ])

  it.each<FaultPoint>([
    'settle-locked',
    'settle-payment-written',
    'settle-event-written',
    'settle-order-written',
    'together-before-commit',
    'together-committed',
  ])(
    'at %s loses nothing and books nothing twice',
    async (point) => {
      await placeOrders(60)
      await storeCallbacks([1, 50])
      await storeCallbacks([51, 60], { code: 1032 })
      await expect(settleAndDie(point)).rejects.toMatchObject({ signal: 'SIGKILL' })
      now = new Date(now.getTime() + 16_000)
      await run()
      expect(await shop.query('select from webhook_events where processed_at is null')).toEqual([])
      expect(await shop.query(`select status, count(*)::int as n from payments group by 1 order by 1`)).toEqual([
        { status: 'cancelled', n: 10 },
        { status: 'completed', n: 50 },
      ])
      expect(await shop.query('select from payment_events')).toHaveLength(60)
      expect(await shop.query('select from payment_emails')).toHaveLength(50)
      expect(await shop.query('select from payment_flags')).toEqual([])
    },
    60_000,
  )
})

import type {} from '@marashi/api/testing/global-setup'
import { expect, inject, it } from 'vitest'
import { startAppInstance } from './app-instance.ts'
import { checkDatabase } from './check-database.ts'
import { openFixture } from './fixture.ts'
import { killAtPoints } from './kill/kill-points.ts'
import { askForPrompt, payAtOnce } from './scenario.ts'
import { untilQuiet } from './until-quiet.ts'

// `npm run faults` makes the long runs; here is a short one, and the proof that the checks can fail.
const TIME_LIMIT_MS = 120_000

it('keeps its database right when it is killed between the steps of a payment', {
  timeout: TIME_LIMIT_MS,
}, async () => {
  const lines = await killAtPoints(inject('databaseTemplate'), {
    points: ['attempt-answered', 'settle-payment-written'],
    rounds: 1,
    endsBy: Date.now() + TIME_LIMIT_MS / 2,
  })
  expect(lines.map(({ runs }) => runs)).toEqual([1, 1, 1, 3])
  expect(lines.flatMap(({ violations }) => violations)).toEqual([])
})

/** A line of M-Pesa's ledger; its kind, cents and payment follow. */
const aLine = `insert into gateway_transactions
  (gateway, reference, occurred_at, first_source, created_at, kind, amount_cents, payment_id)
  values ('mpesa', 'AAAA000000', now(), 'statement', now(),`

it.each([
  ['nothing', '', []],
  ['a shilling more on the payment', 'update payments set amount = amount + 1', ['I1', 'I15']],
  ['a payment without its order', `update orders set paid_at = null`, ['I2', 'I3']],
  ['a line that costs more', 'update order_items set product_price = product_price + 1', ['I3']],
  [
    'an order without lines',
    `insert into orders (customer_name, customer_phone, delivery_address, delivery_location, delivery_charge, subtotal, total, payment_method)
     values ('A', '0712345678', 'B', 'embu', 0, 100, 100, 'mpesa')`,
    ['I4', 'I5'],
  ],
  ['a lost key', 'delete from order_keys', ['I5', 'I5']],
  ['a lost webhook event', 'delete from webhook_events', ['I6']],
  ['a payment that shows a flag it has not', `update payments set attention = 'late'`, ['I13']],
  ['a flag that is gone', `insert into faults_flags_raised select 0, id, 'late', '{}' from payments`, ['I16', 'I16']],
  ['an e-mail without its row', 'delete from payment_emails', ['I9', 'I17']],
  ['an e-mail that nobody got', `update payment_emails set id = gen_random_uuid()`, ['I17', 'I17']],
  ['an order that nobody was told of', 'delete from order_emails', ['I23']],
  ['a paid order that counts as refunded', 'update orders set refunded_at = now()', ['I18']],
  ['money that the gateway never moved', `${aLine} 'payment', 100, null)`, ['I15']],
  ['money on a payment with another receipt', `${aLine} 'other', 100, (select id from payments))`, ['I19', 'I19']],
  [
    'a receipt that paid nothing',
    `insert into receipt_claims (order_id, gateway, receipt, state, asked_at, answered_at)
     select id, 'mpesa', 'AAAA000000', 'paid', now(), now() from orders`,
    ['I20'],
  ],
  [
    'a dispute that no bank has opened',
    `insert into payment_flags (payment_id, what, details, source, raised_at)
     select id, 'disputed', '{"disputeId": "dp_1"}', 'webhook', now() from payments`,
    ['I21'],
  ],
  [
    'a piece more than there is',
    `update variants set stock_count = stock_count + 1 where id = (select variant_id from order_items limit 1)`,
    ['I22', 'I22'],
  ],
  [
    'an order cancelled with its money kept',
    `insert into order_notes (order_id, kind, text, written_at, written_by)
     select id, 'cancellation', 'Sold out', now(), 'administrator' from orders`,
    ['I24'],
  ],
  [
    'a note that was written twice',
    `insert into order_notes (order_id, kind, text, written_at, written_by)
     select id, 'note', 'Call first', now(), 'administrator' from orders, generate_series(1, 2)`,
    ['I25'],
  ],
  [
    'a refund that is told and was not made',
    `insert into events (type, subject, occurred_at, data) select 'order.refunded', id, now(), '{"refunded": 5}' from orders`,
    ['I26'],
  ],
  ['an unprocessed webhook event', 'update webhook_events set processed_at = null', ['I8']],
])(
  'finds %s in a database that somebody has changed',
  { timeout: TIME_LIMIT_MS },
  async (_what, tampering, expected) => {
    await using fixture = await openFixture(inject('databaseTemplate'))
    payAtOnce(fixture)
    {
      await using app = await startAppInstance(fixture)
      await askForPrompt(fixture)
      await untilQuiet(fixture)
      await app.advance(1)
    }
    if (tampering) await fixture.query(tampering)
    const violations = await checkDatabase(fixture)
    expect(violations.map(({ invariant }) => invariant)).toEqual(expected)
  },
)

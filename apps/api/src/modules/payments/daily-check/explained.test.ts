import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { expectExplained, ledgerLine, openCashUpHarness } from '../../../testing/cash-up-harness.ts'

const harness = openCashUpHarness()
const days = ['2026-11-18', '2026-11-19', '2026-11-20']
const DAY_MS = 86_400_000

/** An instant of the three days, often at a midnight. */
const instants = fc
  .record({ day: fc.nat(3), ms: fc.constantFrom(-1_000, 0, 1_000, 36_000_000) })
  .map(({ day, ms }) => new Date(nairobiPeriod('2026-11-18').from.getTime() + day * DAY_MS + ms).toISOString())

const sales = fc.array(
  fc.record({
    bookedAt: instants,
    orderedAt: instants,
    listedAt: fc.option(instants, { nil: null }),
    paidShillings: fc.constantFrom(100, 100, 100, 250),
    listedShillings: fc.constantFrom(100, 100, 100, 90, 130),
    isListedTwice: fc.boolean(),
    isSurplus: fc.constantFrom(false, false, true),
    isDeleted: fc.constantFrom(false, false, true),
    isCancelled: fc.constantFrom(false, false, true),
    refund: fc.option(
      fc.record({
        at: instants,
        shillings: fc.constantFrom(100, 40, 250),
        listedAt: fc.option(instants, { nil: null }),
        hasFailed: fc.constantFrom(false, false, true),
      }),
      { nil: null },
    ),
  }),
  { minLength: 1, maxLength: 8 },
)
const strangers = fc.array(
  fc.record({
    at: instants,
    kind: fc.constantFrom('payment', 'refund', 'dispute', 'payout'),
    isDismissed: fc.boolean(),
  }),
  { maxLength: 4 },
)
const checked = fc.array(fc.record({ from: instants, until: instants, hasRefunds: fc.boolean() }), { maxLength: 3 })

type Sale = (typeof sales extends fc.Arbitrary<infer Value> ? Value : never)[number]
let made = 0

async function line(columns: Record<string, unknown>) {
  const all = {
    gateway: 'stripe',
    first_source: 'balance',
    on_statement_at: new Date(),
    created_at: new Date(),
    ...columns,
  }
  const names = Object.keys(all)
  await harness
    .shop()
    .query(
      `insert into gateway_transactions (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(all),
    )
}

async function store(sale: Sale): Promise<void> {
  const n = ++made
  const paid = sale.paidShillings
  const refund = sale.refund && { ...sale.refund, shillings: Math.min(sale.refund.shillings, paid) }
  const counted = refund && !refund.hasFailed ? refund.shillings : 0
  const { id, order } = await harness.paid({
    at: sale.bookedAt,
    shillings: 100,
    method: 'stripe',
    receipt: `ch_${n}`,
    payment: {
      is_surplus: sale.isSurplus,
      amount: paid,
      status: counted === paid ? 'refunded' : 'completed',
      refunded_amount: counted,
    },
  })
  await harness
    .shop()
    .query(`update orders set created_at = $2, deleted_at = $3, status = $4, refunded_amount = $5 where id = $1`, [
      order.id,
      sale.orderedAt,
      sale.isDeleted ? sale.bookedAt : null,
      sale.isCancelled ? 'cancelled' : 'pending',
      sale.isSurplus ? 0 : Math.max(0, counted - (paid - 100)),
    ])
  if (sale.listedAt) {
    const amount_cents = sale.listedShillings * 100
    await line({ reference: `txn_${n}`, kind: 'payment', amount_cents, occurred_at: sale.listedAt, payment_id: id })
    if (sale.isListedTwice) {
      await line({ reference: `txn_${n}b`, kind: 'payment', amount_cents, occurred_at: sale.listedAt, payment_id: id })
    }
  }
  if (!refund) return
  const refundId = await harness.refunded(id, {
    payment_method: 'stripe',
    amount: refund.shillings,
    status: refund.hasFailed ? 'failed' : 'succeeded',
    provider_reference: `re_${n}`,
    requested_at: refund.at,
    ...(refund.hasFailed ? { failed_at: refund.at } : { succeeded_at: refund.at }),
  })
  if (!refund.listedAt) return
  const amount_cents = -refund.shillings * 100
  await line({
    reference: `txn_${n}r`,
    kind: 'refund',
    amount_cents,
    occurred_at: refund.listedAt,
    refund_id: refundId,
  })
}

it('explains every difference to the cent, whatever came, went, failed, was deleted or listed wrongly', async () => {
  await fc.assert(
    fc
      .asyncProperty(sales, strangers, checked, async (sold, others, checks) => {
        for (const sale of sold) await store(sale)
        for (const { at, kind, isDismissed } of others) {
          const amount_cents = kind === 'payment' ? 7_700 : -7_700
          const dismissed_at = isDismissed ? new Date() : null
          await line({ reference: `txn_o${++made}`, kind, amount_cents, occurred_at: at, dismissed_at })
        }
        for (const { from, until, hasRefunds } of checks.filter((each) => each.from < each.until)) {
          await harness.shop().query(
            `insert into gateway_checks (gateway, source, has_refunds, from_at, until_at, lines, checked_at)
             values ('stripe', 'balance', $1, $2, $3, 1, now())`,
            [hasRefunds, from, until],
          )
        }
        for (const day of days) {
          const cashUp = await harness.day(day)
          const isChecked = harness.methodOf(cashUp, 'stripe')?.difference !== null
          if (isChecked) expectExplained(cashUp)
          const { from, until } = nairobiPeriod(day)
          const [{ revenue } = { revenue: 0 }] = await harness.shop().query<{ revenue: number }>(
            `select coalesce(sum(order_revenue(o)) * 100, 0)::int as revenue from orders o
             where created_at >= $1 and created_at < $2 and deleted_at is null`,
            [from, until],
          )
          expect(cashUp.explanation.dashboard.revenue).toBe(revenue)
          const booked = sum(cashUp.methods.map(({ expected, refunded }) => expected - refunded))
          expect(cashUp.explanation.cash).toBe(booked)
        }
      })
      .beforeEach(harness.clear),
    { numRuns: 25 },
  )
})

it('names what came beyond the price as that, and what of it went back on another day as a refund', async () => {
  const { id, order } = await harness.paid({
    at: '2026-11-19T10:00:00+03:00',
    shillings: 2_000,
    receipt: 'TKMUCH0001',
    payment: { amount: 20_000 },
  })
  harness.at('2026-11-20T10:00:00+03:00')
  const answer = await harness.shop().app.inject({
    method: 'POST',
    url: `/api/admin/payments/${id}/refunds`,
    headers: harness.headers(),
    payload: { amount: 1_800_000, way: 'manual', reason: 'Ten times too much' },
  })
  expect(answer.statusCode).toBe(201)
  const named = { total: 1, orders: [{ orderId: order.id }] }
  expect((await harness.day('2026-11-19')).explanation).toMatchObject({
    cash: 2_000_000,
    dashboard: { revenue: 200_000, reasons: [{ reason: 'other', amount: 1_800_000, ...named }] },
  })
  expect((await harness.day('2026-11-20')).explanation).toMatchObject({
    cash: -1_800_000,
    dashboard: { revenue: 0, reasons: [{ reason: 'refunded-another-day', amount: -1_800_000, ...named }] },
  })
})

it('names only that as too much which came on delivery beyond what the deposit left', async () => {
  const at = '2026-11-20T10:00:00+03:00'
  const { order } = await harness.paid({ at, shillings: 4_500, receipt: 'TKPART0001', payment: { amount: 2_000 } })
  const { query } = harness.shop()
  await query(`update orders set was_on_delivery = true, payment_method = 'mpesa' where id = $1`, [order.id])
  await query(
    `insert into payments (order_id, payment_method, amount, status, completed_at, is_surplus) values ($1, 'mpesa', 3000, 'completed', $2, true)`,
    [order.id, at],
  )
  const cashUp = await harness.day('2026-11-20')
  expect(cashUp.explanation).toMatchObject({
    cash: 500_000,
    dashboard: { revenue: 450_000, reasons: [{ reason: 'surplus', amount: 50_000 }] },
  })
  expectExplained(cashUp)
})

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)

it('says nothing is missing where nothing was asked', async () => {
  await harness.paid({ at: '2026-11-20T10:00:00+03:00', receipt: 'TKNOBODY01' })
  harness.card.balance.push(ledgerLine({ at: '2026-11-20T10:00:00+03:00' }))
  const { methods, oursNotTheirs } = await harness.day('2026-11-20')
  expect(methods.map(({ difference }) => difference)).toEqual([null, null, null])
  expect(oursNotTheirs.total).toBe(0)
})

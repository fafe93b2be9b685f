import { describe, expect, it } from 'vitest'
import { expectExplained, openCashUpHarness } from '../../../testing/cash-up-harness.ts'
import { makeOrder } from '../../../testing/factories.ts'
import { settleRefund } from '../refunds/settle-refund.ts'
import { matchTransactions } from '../transactions/match-transactions.ts'

const harness = openCashUpHarness()
const { close, day, imported, methodOf, paid, upload } = harness

const heading =
  'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Reason Type,Other Party Info,Linked Transaction ID,A/C No.'
const row = (receipt: string, time: string, shillings: number) =>
  `${receipt},${time},,Pay Bill Online,Completed,${shillings.toFixed(2)},,Pay Bill Online,2547****678 - AMINA,,`
const statement = (rows: string[], header: string[] = []) => [...header, heading, ...rows].join('\n')
const wholeDay = ['Time Period:,From 20-11-2026 00:00:00 To 20-11-2026 23:59:59']

it('adds a statement once, however often it is imported', async () => {
  await paid({ at: '2026-11-20T10:00:05+03:00', receipt: 'TKSAME0001' })
  const csv = statement(
    [
      row('TKSAME0001', '20-11-2026 10:00:00', 4_500),
      'TKSAME0001,20-11-2026 10:00:00,,Pay Bill Charge,Completed,,-24.75,Pay Bill Charge,,,',
      row('TKALONE001', '20-11-2026 11:00:00', 250),
    ],
    wholeDay,
  )
  expect(await imported(csv)).toEqual({
    lines: 2,
    added: 2,
    from: '2026-11-19T21:00:00.000Z',
    until: '2026-11-20T21:00:00.000Z',
    days: ['2026-11-20'],
  })
  const first = await day('2026-11-20')
  expect(await imported(csv)).toMatchObject({ lines: 2, added: 0 })
  const second = await day('2026-11-20')
  expect(second).toEqual(first)
  expect(methodOf(first, 'mpesa')).toMatchObject({
    expected: 450_000,
    arrived: 475_000,
    difference: 25_000,
    source: 'statement',
    isWholeDay: true,
    balances: [{ currency: 'KES', fees: 2_475, net: 472_525 }],
  })
  expectExplained(first)
  const notes = await harness
    .shop()
    .query(
      `select what, count(*)::int from gateway_transaction_events e join gateway_transactions g on g.id = e.transaction_id group by 1 order by 1`,
    )
  expect(notes).toEqual([
    { what: 'matched', count: 1 },
    { what: 'reported', count: 2 },
  ])
})

it('calls nothing missing that happened outside of what half a day’s statement covers', async () => {
  await paid({ at: '2026-11-20T10:00:00+03:00', receipt: 'TKEARLY001' })
  await paid({ at: '2026-11-20T11:59:59+03:00', receipt: 'TKGONE0001', shillings: 700 })
  await paid({ at: '2026-11-20T12:00:00+03:00', receipt: 'TKEVENING1', shillings: 300 })
  const header = ['Time Period:,From 20-11-2026 00:00:00 To 20-11-2026 11:59:59']
  await imported(statement([row('TKEARLY001', '20-11-2026 09:59:58', 4_500)], header))
  const half = await day('2026-11-20')
  expect(methodOf(half, 'mpesa')).toMatchObject({ unchecked: 30_000, difference: -70_000, isWholeDay: false })
  expect(half.oursNotTheirs.lines).toMatchObject([{ receipt: 'TKGONE0001' }])
  expectExplained(half)
  await imported(statement([row('TKEVENING1', '20-11-2026 12:00:00', 300)], wholeDay))
  expect(methodOf(await day('2026-11-20'), 'mpesa')).toMatchObject({
    unchecked: 0,
    difference: -70_000,
    isWholeDay: true,
  })
})

it('keeps nothing of a file of which one row cannot be read, and names the row', async () => {
  const good = Array.from({ length: 1_200 }, (_, at) =>
    row(`TKG${String(at).padStart(7, '0')}`, '20-11-2026 10:00:00', 5),
  )
  const answer = await upload(statement([...good, row('TKBAD00001', 'soon', 5)]))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({
    code: 'BAD_REQUEST',
    error: expect.stringContaining('Row 1202: "soon" is no time'),
  })
  expect(await harness.shop().query('select id from gateway_transactions')).toEqual([])
})

it('imports ten thousand lines, matches them at once and lists the first of what is left', async () => {
  const count = 10_000
  const { order } = await paid({ at: '2026-11-20T08:00:00+03:00', receipt: 'TKZ9999999', shillings: 1 })
  await harness.shop().query(
    `insert into payments (order_id, payment_method, amount, status, completed_at, provider_receipt, is_surplus)
     select $1, 'mpesa', 5, 'completed', '2026-11-20T12:00:00+03:00', 'TKM' || lpad(n::text, 7, '0'), true
     from generate_series(0, 999) n`,
    [order.id],
  )
  const rows = Array.from({ length: count }, (_, at) =>
    row(`TKM${String(at).padStart(7, '0')}`, '20-11-2026 12:00:00', 5),
  )
  expect(await imported(statement(rows, wholeDay))).toMatchObject({ lines: count, added: count })
  const all = await day('2026-11-20')
  expect(methodOf(all, 'mpesa')).toMatchObject({ arrived: count * 500, expected: 1_000 * 500 + 100 })
  expect(all.theirsNotOurs).toMatchObject({ total: 9_000, sum: 4_500_000, lines: { length: 200 } })
  expect(all.oursNotTheirs).toMatchObject({ total: 1, sum: 100 })
  expectExplained(all)
})

it.each([
  ['the payment', 'payment', { fees: 0, net: 450_000 }],
  ['the charge', 'charge', { fees: 2_475, net: -2_475 }],
] as const)(
  'counts a fee once where the first of overlapping statements had %s alone',
  async (_what, first, counted) => {
    const payment = row('TKCHARGE01', '20-11-2026 10:00:00', 4_500)
    const charge = 'TKCHARGE01,20-11-2026 10:00:00,,Pay Bill Charge,Completed,,-24.75,Pay Bill Charge,,,'
    const balances = async () => methodOf(await day('2026-11-20'), 'mpesa')?.balances
    await imported(statement([first === 'payment' ? payment : charge], wholeDay))
    expect(await balances()).toEqual([{ currency: 'KES', ...counted }])
    for (const rows of [[payment, charge], [payment], [charge]]) {
      await imported(statement(rows, wholeDay))
      expect(await balances()).toEqual([{ currency: 'KES', fees: 2_475, net: 447_525 }])
    }
  },
)

it('counts a fee with a receipt of its own once, whichever of overlapping statements had its payment', async () => {
  const payment = row('TKCHARGE01', '20-11-2026 10:00:00', 4_500)
  const charge = 'TKCHARGE02,20-11-2026 10:00:00,,Pay Bill Charge,Completed,,-24.75,Pay Bill Charge,,TKCHARGE01,'
  await imported(statement([payment], wholeDay))
  for (const rows of [[charge], [payment, charge], [charge]]) {
    await imported(statement(rows, wholeDay))
    const { balances } = methodOf(await day('2026-11-20'), 'mpesa') ?? {}
    expect(balances, rows.join()).toEqual([{ currency: 'KES', fees: 2_475, net: 447_525 }])
  }
})

it('keeps both amounts where the list names another one than the first report', async () => {
  const { id } = await paid({ at: '2026-11-20T10:00:00+03:00', receipt: 'TKWRONG001' })
  await harness.shop().query(
    `insert into gateway_transactions (gateway, reference, kind, amount_cents, occurred_at, first_source, payment_id, created_at)
     values ('mpesa', 'TKWRONG001', 'payment', 450000, '2026-11-20T10:00:00+03:00', 'confirmation', $1, now())`,
    [id],
  )
  await imported(statement([row('TKWRONG001', '20-11-2026 10:00:00', 4_400)], wholeDay))
  const wrong = await day('2026-11-20')
  expect(wrong.differing).toMatchObject({ sum: -10_000, lines: [{ paymentId: id, amount: 450_000, theirs: 440_000 }] })
  expectExplained(wrong)
  const notes = await harness.shop().query(`select note from gateway_transaction_events where note like '%says%'`)
  expect(notes).toEqual([{ note: 'statement says Ksh 4,400' }])
})

describe('a statement that was wrong, and is imported again as it should be', () => {
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const headers = harness.headers()
    const url = `/api/admin/${path}`
    const answer = await harness.shop().app.inject({ method, url, headers, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const importAs = (shillings: number) => imported(statement([row('TKTWICE001', '20-11-2026 10:00:00', shillings)]))

  it('counts its fee, and what is left of it, as the list has them now', async () => {
    const importCharged = (shillings: number, fee: number) =>
      imported(
        statement([
          row('TKTWICE001', '20-11-2026 10:00:00', shillings),
          `TKTWICE001,20-11-2026 10:00:00,,Pay Bill Charge,Completed,,-${fee.toFixed(2)},Pay Bill Charge,,,`,
        ]),
      )
    const balances = async () => methodOf(await day('2026-11-20'), 'mpesa')?.balances
    await importCharged(450_000, 2_475)
    expect(await balances()).toEqual([{ currency: 'KES', fees: 247_500, net: 44_752_500 }])
    await importCharged(4_500, 24.75)
    expect(await balances()).toEqual([{ currency: 'KES', fees: 2_475, net: 447_525 }])
    const { transactions } = await call('GET', 'transactions?state=unmatched')
    expect(transactions).toMatchObject([{ amount: 450_000, fee: 2_475, net: 447_525 }])
  })

  it('shows, suggests and books unmatched money as the list has it now', async () => {
    const order = await makeOrder(harness.shop().deps.orm)
    await harness
      .shop()
      .query(`update orders set created_at = '2026-11-20T09:50:00+03:00' where order_number = $1`, [order.orderNumber])
    await importAs(450_000)
    await importAs(4_500)
    const { transactions } = await call('GET', 'transactions?state=unmatched')
    expect(transactions).toMatchObject([
      { amount: 450_000, suggestions: [{ orderId: order.id, reasons: ['same-amount', 'same-phone', 'soon-after'] }] },
    ])
    await call('POST', `transactions/${transactions[0].id}/assign`, { orderId: order.id })
    expect(
      await harness.shop().query('select amount, attention from payments where order_id = $1', [order.id]),
    ).toEqual([{ amount: '4500.00', attention: null }])
  })

  it('answers the flag of the payment whose receipt was typed', async () => {
    const order = await makeOrder(harness.shop().deps.orm)
    const form = { orderId: order.id, paymentMethod: 'mpesa', amount: 450_000, status: 'completed' }
    const { id } = await call('POST', 'payments', { ...form, receipt_number: 'TKTWICE001' })
    const flags = () =>
      harness.shop().query('select what, resolved_by as by from payment_flags where payment_id = $1', [id])
    await importAs(450_000)
    await matchTransactions({ em: harness.shop().deps.orm.em.fork(), clock: harness.shop().deps.clock })
    expect(await flags()).toEqual([{ what: 'amount-mismatch', by: null }])
    await importAs(4_500)
    expect(await flags()).toEqual([{ what: 'amount-mismatch', by: 'shop' }])
    // An edit compares the payment with what the list has now.
    const edit = { ...form, transactionId: 'TKTWICE001', processingFee: 100 }
    await harness
      .shop()
      .app.inject({ method: 'PUT', url: `/api/admin/payments/${id}`, headers: harness.headers(), payload: edit })
    expect(await flags()).toEqual([{ what: 'amount-mismatch', by: 'shop' }])
  })
})

describe('a reversal on the statement', () => {
  const reversal = (shillings: number, linked = 'TKBACK0001', receipt = 'TKREV00001') =>
    `${receipt},20-11-2026 15:00:00,,Pay Bill Reversal,Completed,,-${shillings.toFixed(2)},Pay Bill Reversal,,${linked.toLowerCase()},`
  const refundOf = async (id: string) =>
    (
      await harness.shop().query('select status, provider_receipt as receipt from payment_refunds where id = $1', [id])
    )[0]
  const match = () => matchTransactions({ em: harness.shop().deps.orm.em.fork(), clock: harness.shop().deps.clock })
  /** A payment of which all went back, or is to, with a refund that no receipt proves. */
  async function sentBack(columns: Record<string, unknown>) {
    const isOver = columns.succeeded_at !== undefined
    const { id } = await paid({
      at: '2026-11-20T10:00:00+03:00',
      receipt: 'TKBACK0001',
      payment: isOver ? { status: 'refunded', refunded_amount: 4_500 } : {},
    })
    const requested_at = '2026-11-20T14:59:00+03:00'
    return { id, refundId: await harness.refunded(id, { amount: 4_500, requested_at, ...columns }) }
  }
  const back = (...rows: string[]) =>
    imported(statement([row('TKBACK0001', '20-11-2026 10:00:00', 4_500), ...rows], wholeDay))

  it.each([
    ['that M-Pesa said had been made before', { provider_reference: 'AG_20261120_1' }],
    ['that the owner has set to refunded', { is_manual: true }],
  ])('is the refund %s, and proves it', async (_which, columns) => {
    const { refundId } = await sentBack({ ...columns, succeeded_at: '2026-11-20T15:00:02+03:00' })
    await back(reversal(4_500))
    await match()
    expect(await refundOf(refundId)).toEqual({ status: 'succeeded', receipt: 'TKREV00001' })
    const cashUp = await day('2026-11-20')
    expect(methodOf(cashUp, 'mpesa')).toMatchObject({ refunded: 450_000, returned: 450_000, difference: 0 })
    expect([cashUp.theirsNotOurs.total, cashUp.oursNotTheirs.total]).toEqual([0, 0])
  })

  it.each(['sent', 'unknown'])('ends a refund that is %s, once', async (status) => {
    const { id, refundId } = await sentBack({ status })
    await back(reversal(4_500))
    expect([await match(), await match()]).toEqual([1, 0])
    expect(await refundOf(refundId)).toEqual({ status: 'succeeded', receipt: 'TKREV00001' })
    const [payment] = await harness.shop().query('select status, refunded_amount from payments where id = $1', [id])
    expect(payment).toEqual({ status: 'refunded', refunded_amount: '4500.00' })
  })

  it.each([
    ['of a part', [reversal(4_400)]],
    ['of another payment', [reversal(4_500, 'TKOTHER001')]],
  ])('%s proves nothing', async (_which, rows) => {
    const { refundId } = await sentBack({ status: 'unknown' })
    await back(...rows)
    await match()
    expect(await refundOf(refundId)).toEqual({ status: 'unknown', receipt: null })
  })

  const failed = { status: 'failed', failed_at: '2026-11-20T14:59:30+03:00', provider_reference: 'AG_20261120_2' }
  const flagsOf = (id: string) =>
    harness.shop().query('select what, details from payment_flags where payment_id = $1', [id])
  const openFlagsOf = (id: string) =>
    harness.shop().query('select what from payment_flags where payment_id = $1 and resolved_at is null', [id])

  it('of a refund that counted as failed ends it, and nobody is asked to pay again', async () => {
    const { id, refundId } = await sentBack(failed)
    await back(reversal(4_500))
    expect([await match(), await match()]).toEqual([1, 0])
    expect(await refundOf(refundId)).toEqual({ status: 'succeeded', receipt: 'TKREV00001' })
    const [payment] = await harness.shop().query('select status, refunded_amount from payments where id = $1', [id])
    expect(payment).toEqual({ status: 'refunded', refunded_amount: '4500.00' })
    expect(await flagsOf(id)).toEqual([])
  })

  it('of a refund that counted as failed is flagged where the owner has given back as much since', async () => {
    const { id, refundId } = await sentBack({ is_manual: true, succeeded_at: '2026-11-20T16:00:00+03:00' })
    const requested_at = '2026-11-20T14:59:00+03:00'
    const failedId = await harness.refunded(id, { amount: 4_500, requested_at, ...failed })
    await back(reversal(4_500))
    expect([await match(), await match()]).toEqual([1, 0])
    expect(await refundOf(refundId)).toEqual({ status: 'succeeded', receipt: null })
    const details = { refundId: failedId, receipt: 'TKREV00001', refundedShillings: 4_500 }
    expect(await flagsOf(id)).toEqual([{ what: 'refund-unknown', details }])
  })

  it('of a refund that counted as failed is what went back, once the owner takes back what she had entered', async () => {
    const { id, refundId } = await sentBack({ is_manual: true, succeeded_at: '2026-11-20T16:00:00+03:00' })
    const failedId = await harness.refunded(id, { amount: 4_500, requested_at: '2026-11-20T14:59:00+03:00', ...failed })
    await back(reversal(4_500))
    await match()
    const [payment] = await harness
      .shop()
      .query<object>('select order_id as "orderId" from payments where id = $1', [id])
    const edited = await harness.shop().app.inject({
      method: 'PUT',
      url: `/api/admin/payments/${id}`,
      headers: harness.headers(),
      payload: { ...payment, paymentMethod: 'mpesa', amount: 450_000, status: 'completed' },
    })
    expect(edited.json()).toMatchObject({ status: 'refunded' })
    expect(await refundOf(refundId)).toEqual({ status: 'failed', receipt: null })
    expect(await refundOf(failedId)).toEqual({ status: 'succeeded', receipt: 'TKREV00001' })
    expect(await openFlagsOf(id)).toEqual([])
  })

  it('of a refund that counted as failed is what went back, once the one after it fails, too', async () => {
    const { id, refundId } = await sentBack(failed)
    const next = await harness.refunded(id, { amount: 4_500, status: 'requested' })
    await back(reversal(4_500))
    await match()
    expect(await openFlagsOf(id)).toMatchObject([{ what: 'refund-unknown' }])
    const report = { kind: 'failed', code: '2001', reason: 'It was reversed before.' } as const
    const { orm, clock } = harness.shop().deps
    await settleRefund({ em: orm.em.fork(), clock }, next, { report, source: 'callback' })
    expect(await refundOf(refundId)).toEqual({ status: 'succeeded', receipt: 'TKREV00001' })
    expect(await harness.shop().query('select status from payments where id = $1', [id])).toEqual([
      { status: 'refunded' },
    ])
    expect(await openFlagsOf(id)).toEqual([])
  })

  it('that comes a second time is not the same refund', async () => {
    await sentBack({ status: 'unknown' })
    await back(reversal(4_500), reversal(4_500, 'TKBACK0001', 'TKREV00002'))
    await match()
    const { theirsNotOurs } = await day('2026-11-20')
    expect(theirsNotOurs).toMatchObject({ total: 1, sum: -450_000 })
  })
})

it('closes a day once, with what was open then', async () => {
  await paid({ at: '2026-11-20T10:00:00+03:00', receipt: 'TKOPEN0001' })
  await imported(statement([row('TKOTHER001', '20-11-2026 10:00:00', 20)], wholeDay))
  const closed = { at: '2026-11-22T03:00:00.000Z', openLines: 2 }
  expect((await close('2026-11-20')).closed).toEqual(closed)
  harness.at('2026-11-23T06:00:00+03:00')
  await paid({ at: '2026-11-20T10:30:00+03:00', receipt: 'TKOPEN0002' })
  expect((await close('2026-11-20')).closed).toEqual(closed)
  expect((await day('2026-11-20')).closed).toEqual(closed)
  expect((await day('2026-11-21')).closed).toBeNull()
})

it('is a file for a spreadsheet, a line for each day and way to pay', async () => {
  await paid({ at: '2026-11-20T10:00:00+03:00', receipt: 'TKFILE0001' })
  await imported(statement([row('TKFILE0001', '20-11-2026 10:00:00', 4_500)], wholeDay))
  await close('2026-11-20')
  const headers = harness.headers()
  const get = (query: string) => harness.shop().app.inject({ url: `/api/admin/cash-up.csv?${query}`, headers })
  const file = await get('from=2026-11-20&to=2026-11-21')
  expect(file.headers['content-disposition']).toContain('cash-up-2026-11-22.csv')
  const lines = file.body.replace('\uFEFF', '').trimEnd().split('\r\n')
  expect(lines).toHaveLength(7)
  expect(lines[0]).toContain('Day,Method,Expected (Ksh),Refunded (Ksh),Arrived (Ksh)')
  expect(lines[1]).toBe(
    '2026-11-20,mpesa,4500.00,0.00,4500.00,0.00,0.00,0.00,0.00,0.00,4500.00,statement,2026-11-22 06:00:00,yes,2026-11-22 06:00:00',
  )
  expect(lines[4]).toMatch(/^2026-11-21,mpesa,0\.00,0\.00,,,/)
  for (const wrong of [
    'from=2026-11-21&to=2026-11-20',
    'from=2024-01-01&to=2026-01-01',
    'from=today&to=today',
    'from=2026-11-20',
  ]) {
    expect((await get(wrong)).statusCode).toBe(400)
  }
})

import { beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { expectExplained, ledgerLine, openCashUpHarness } from '../../../testing/cash-up-harness.ts'
import { makeCategory, makeOrder, makeProduct } from '../../../testing/factories.ts'
import { runChecks } from './check-gateways.ts'
import { planChecks, takeCheck } from './planned-checks.ts'

const harness = openCashUpHarness()
const { card, check, day, methodOf, paid, pulled, refunded } = harness

describe('a day of the cash-up', () => {
  it('counts money on the day in Nairobi on which the gateway has it, whenever the shop booked it', async () => {
    await paid({ at: '2026-11-20T00:00:03+03:00', receipt: 'TKLATE0001', shillings: 100 })
    await paid({ at: '2026-11-20T00:00:00+03:00', receipt: 'TKFIRST001', shillings: 20 })
    await paid({ at: '2026-11-20T23:59:59+03:00', receipt: 'TKLAST0001', shillings: 3 })
    await paid({ at: '2026-11-21T00:00:00+03:00', receipt: 'TKNEXT0001', shillings: 7 })
    harness.at('2026-11-21T05:00:00+03:00')
    expect(methodOf(await day('2026-11-20'), 'mpesa')).toMatchObject({
      expected: 12_300,
      arrived: null,
      difference: null,
    })
    pulled.push(
      ledgerLine({ reference: 'TKLATE0001', at: '2026-11-19T23:59:59+03:00', amountCents: 10_000 }),
      ledgerLine({ reference: 'TKFIRST001', at: '2026-11-20T00:00:00+03:00', amountCents: 2_000 }),
      ledgerLine({ reference: 'TKLAST0001', at: '2026-11-20T23:59:59+03:00', amountCents: 300 }),
      ledgerLine({ reference: 'TKNEXT0001', at: '2026-11-21T00:00:00+03:00', amountCents: 700 }),
    )
    await check('2026-11-19')
    const { cashUp, gateways } = await check('2026-11-20')
    expect(gateways).toMatchObject([
      { method: 'mpesa', state: 'checked', lines: 2 },
      { method: 'stripe', lines: 0 },
    ])
    expect(methodOf(cashUp, 'mpesa')).toEqual({
      method: 'mpesa',
      expected: 2_300,
      refunded: 0,
      arrived: 2_300,
      returned: null,
      notSales: 0,
      unchecked: 0,
      difference: 0,
      balances: [],
      checkedAt: '2026-11-21T02:00:00.000Z',
      source: 'pull',
      isWholeDay: true,
      checking: null,
      canAsk: true,
    })
    expect(methodOf(await day('2026-11-19'), 'mpesa')).toMatchObject({
      expected: 10_000,
      arrived: 10_000,
      difference: 0,
    })
    expect(methodOf(await day('2026-11-21'), 'mpesa')).toMatchObject({ expected: 700, arrived: null })
    expectExplained(cashUp)
  })

  it('lists what only the gateway has, what only the shop has, and what differs, with what leads there', async () => {
    const kept = await paid({ at: '2026-11-20T10:00:00+03:00', receipt: 'TKBOTH0001' })
    const missing = await paid({ at: '2026-11-20T11:00:00+03:00', receipt: 'TKOURS0001', shillings: 900 })
    harness.at('2026-11-21T05:00:00+03:00')
    pulled.push(
      ledgerLine({ reference: 'TKBOTH0001', at: '2026-11-20T10:00:00+03:00', amountCents: 440_000 }),
      ledgerLine({ reference: 'TKTHEIRS01', at: '2026-11-20T12:00:00+03:00', amountCents: 70_000, account: 'MR1' }),
    )
    const { cashUp } = await check('2026-11-20')
    await harness
      .shop()
      .query(`update gateway_transactions set payment_id = $1 where reference = 'TKBOTH0001'`, [kept.id])
    const now = await day('2026-11-20')
    expect(now.theirsNotOurs).toMatchObject({
      total: 1,
      sum: 70_000,
      lines: [{ reference: 'TKTHEIRS01', account: 'MR1', kind: 'payment', amount: 70_000, payment: null }],
    })
    expect(now.oursNotTheirs).toMatchObject({
      total: 1,
      sum: 90_000,
      lines: [
        { paymentId: missing.id, orderId: missing.order.id, amount: 90_000, receipt: 'TKOURS0001', refundId: null },
      ],
    })
    expect(now.differing).toMatchObject({
      total: 1,
      sum: -10_000,
      lines: [{ paymentId: kept.id, amount: 450_000, theirs: 440_000 }],
    })
    expect(methodOf(now, 'mpesa')).toMatchObject({ expected: 540_000, arrived: 510_000, difference: -30_000 })
    expect(now.open).toMatchObject({ unmatched: 1, lines: [{ kind: 'unmatched', what: 'TKTHEIRS01' }] })
    expectExplained(cashUp)
    expectExplained(now)
  })

  it('lists what went back also behind hundreds of payments at a till', async () => {
    harness.at('2026-11-21T05:00:00+03:00')
    const at = '2026-11-20T08:00:00+03:00'
    for (let nth = 0; nth <= 200; nth++) pulled.push(ledgerLine({ reference: `TILL${nth}`, at }))
    pulled.push(
      ledgerLine({
        reference: 'TKBACK0001',
        kind: 'refund',
        amountCents: -45_000,
        at: '2026-11-20T20:00:00+03:00',
      }),
    )
    await check('2026-11-20')
    const { theirsNotOurs } = await day('2026-11-20')
    expect(theirsNotOurs).toMatchObject({ total: 202, lines: { length: 200, 0: { reference: 'TKBACK0001' } } })
  })

  it('names the flag of the evening also behind hundreds of payments at a till, and counts each line once', async () => {
    const { id } = await paid({ at: '2026-11-20T19:00:00+03:00', receipt: 'TKFLAG0001' })
    harness.at('2026-11-21T05:00:00+03:00')
    const at = '2026-11-20T08:00:00+03:00'
    for (let nth = 0; nth < 300; nth++) pulled.push(ledgerLine({ reference: `TILL${nth}`, at }))
    pulled.push(ledgerLine({ reference: 'TKFLAG0001', at: '2026-11-20T19:00:00+03:00' }))
    await check('2026-11-20')
    // What a busy machine has left to the job.
    await runChecks(jobContext({ ...harness.shop().deps, log: harness.shop().app.log }))
    await harness.shop().query('delete from payment_flags')
    await harness
      .shop()
      .query(
        `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'late', 'callback', '2026-11-20T19:00:00+03:00')`,
        [id],
      )
    const { open } = await day('2026-11-20')
    expect(open).toMatchObject({ total: 301, flags: 1, unmatched: 300 })
    expect(open.lines).toMatchObject({ length: 200, 0: { kind: 'flag', paymentId: id } })
    expect((await harness.close('2026-11-20')).closed?.openLines).toBe(301)
  })

  it('leaves a refund of the next day to the next day, and says so', async () => {
    const { id, order } = await paid({
      at: '2026-11-20T23:50:00+03:00',
      receipt: 'ch_one',
      method: 'stripe',
      payment: { status: 'refunded', refunded_amount: 4_500 },
    })
    await harness.shop().query('update orders set refunded_amount = 4500 where id = $1', [order.id])
    await refunded(id, {
      payment_method: 'stripe',
      amount: 4_500,
      provider_reference: 're_one',
      succeeded_at: '2026-11-21T00:00:00+03:00',
    })
    const line = { balanceCurrency: 'USD', feeCents: 120, netCents: 3_345 }
    card.balance.push(
      ledgerLine({ ...line, reference: 'txn_pay', relatedReference: 'ch_one', at: '2026-11-20T23:50:01+03:00' }),
      ledgerLine({
        reference: 'txn_back',
        kind: 'refund',
        relatedReference: 're_one',
        amountCents: -450_000,
        feeCents: 0,
        netCents: -3_465,
        balanceCurrency: 'USD',
        at: '2026-11-21T00:00:00+03:00',
      }),
    )
    harness.at('2026-11-22T05:00:00+03:00')
    const first = (await check('2026-11-20')).cashUp
    const second = (await check('2026-11-21')).cashUp
    expect(methodOf(first, 'stripe')).toMatchObject({
      expected: 450_000,
      refunded: 0,
      arrived: 450_000,
      returned: 0,
      difference: 0,
      source: 'balance',
      balances: [{ currency: 'USD', fees: 120, net: 3_345 }],
    })
    expect(methodOf(second, 'stripe')).toMatchObject({
      expected: 0,
      refunded: 450_000,
      arrived: 0,
      returned: 450_000,
      difference: 0,
    })
    for (const each of [first, second]) expectExplained(each)
    expect(first.explanation).toMatchObject({
      cash: 450_000,
      dashboard: { revenue: 0, reasons: [{ reason: 'refunded-another-day', amount: 450_000 }] },
      payments: { revenue: 0, reasons: [{ reason: 'refunded-another-day', amount: 450_000 }] },
    })
    expect(second.explanation).toMatchObject({
      cash: -450_000,
      dashboard: { revenue: 0, reasons: [{ reason: 'refunded-another-day', amount: -450_000 }] },
      payments: { revenue: 0, reasons: [{ reason: 'refunded-another-day', amount: -450_000 }] },
    })
  })
})

it('counts cash on the day on which the rider came back with it, and on none before', async () => {
  const { query } = harness.shop()
  const { id } = await makeOrder(harness.shop().deps.orm, { total: 4_500 })
  await query(
    `update orders set payment_method = 'manual', created_at = '2026-11-20T18:00:00+03:00', updated_at = created_at where id = $1`,
    [id],
  )
  const became = (status: string, at: string) =>
    query('update orders set status = $2, updated_at = $3 where id = $1', [id, status, at])
  const cash = async () =>
    await Promise.all(
      ['2026-11-20', '2026-11-21', '2026-11-22'].map(
        async (each) => methodOf(await day(each), 'on-delivery')?.expected,
      ),
    )
  await became('shipped', '2026-11-20T19:00:00+03:00')
  expect(await cash()).toEqual([0, 0, 0])
  await became('delivered', '2026-11-21T00:00:00+03:00')
  expect(await cash()).toEqual([0, 450_000, 0])
  // What the dashboard calls the sales of a day is by the day of the order, and says why it differs.
  const first = await day('2026-11-20')
  expect(first.explanation.dashboard).toMatchObject({ revenue: 450_000, reasons: [{ reason: 'on-delivery' }] })
  expectExplained(first)
  expectExplained(await day('2026-11-21'))
  // It was not there yet, and is once it is delivered at last.
  await became('shipped', '2026-11-21T08:00:00+03:00')
  expect(await cash()).toEqual([0, 0, 0])
  await became('delivered', '2026-11-22T10:00:00+03:00')
  expect(await cash()).toEqual([0, 0, 450_000])
})

it('counts cash that went back with a cancelled order on the day of the cancelling, and that it came on its own', async () => {
  const { query, app } = harness.shop()
  const placed = async () => {
    const { id } = await makeOrder(harness.shop().deps.orm, { total: 4_500 })
    await query(
      `update orders set payment_method = 'manual', created_at = '2026-11-20T08:00:00+03:00', updated_at = created_at where id = $1`,
      [id],
    )
    return id
  }
  const became = (id: string, status: string, at: string) =>
    query('update orders set status = $2, updated_at = $3 where id = $1', [id, status, at])
  const cash = async () =>
    await Promise.all(
      ['2026-11-20', '2026-11-22'].map(async (each) => {
        const cashUp = await day(each)
        expectExplained(cashUp)
        const method = methodOf(cashUp, 'on-delivery')
        return [method?.expected, method?.refunded]
      }),
    )
  const id = await placed()
  await became(id, 'delivered', '2026-11-20T15:00:00+03:00')
  harness.at('2026-11-21T06:00:00+03:00')
  await harness.close('2026-11-20')
  harness.at('2026-11-22T10:00:00+03:00')
  const url = `/api/admin/orders/${id}/cancel`
  const answer = await app.inject({ method: 'POST', url, headers: harness.headers(), payload: { reason: 'It leaked' } })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(await cash()).toEqual([
    [450_000, 0],
    [0, 450_000],
  ])
  // One that was never delivered brought nothing that could go back, and neither did one that was not delivered after all.
  const undelivered = await placed()
  await became(undelivered, 'cancelled', '2026-11-22T10:00:00+03:00')
  const undone = await placed()
  await became(undone, 'delivered', '2026-11-20T16:00:00+03:00')
  await became(undone, 'shipped', '2026-11-20T16:01:00+03:00')
  await became(undone, 'cancelled', '2026-11-22T10:00:00+03:00')
  expect(await cash()).toEqual([
    [450_000, 0],
    [0, 450_000],
  ])
  // Sent out and delivered again, it is of that day alone.
  await became(id, 'shipped', '2026-11-22T16:00:00+03:00')
  await became(id, 'delivered', '2026-11-22T18:00:00+03:00')
  expect(await cash()).toEqual([
    [0, 0],
    [450_000, 0],
  ])
  // Cancelled by mistake and set back, it stays there.
  await became(id, 'cancelled', '2026-11-23T09:00:00+03:00')
  await became(id, 'delivered', '2026-11-23T09:01:00+03:00')
  expect(await cash()).toEqual([
    [0, 0],
    [450_000, 0],
  ])
  expect(methodOf(await day('2026-11-23'), 'on-delivery')).toMatchObject({ expected: 0, refunded: 0 })
})

it('keeps the cash of a delivered order and of one that went back, though the owner deletes them', async () => {
  const { query, app, deps } = harness.shop()
  const ids = [(await makeOrder(deps.orm, { total: 4_500 })).id, (await makeOrder(deps.orm, { total: 700 })).id]
  await query(
    `update orders set payment_method = 'manual', created_at = '2026-11-19T08:00:00+03:00', updated_at = created_at`,
  )
  await query(`update orders set status = 'delivered', updated_at = '2026-11-20T15:00:00+03:00'`)
  await query(`update orders set status = 'cancelled', updated_at = '2026-11-22T10:00:00+03:00' where id = $1`, [
    ids[1],
  ])
  const cash = async () =>
    await Promise.all(
      ['2026-11-20', '2026-11-22'].map(async (each) => {
        const cashUp = await day(each)
        expectExplained(cashUp)
        const method = methodOf(cashUp, 'on-delivery')
        return [method?.expected, method?.refunded]
      }),
    )
  const kept = [
    [520_000, 0],
    [0, 70_000],
  ]
  expect(await cash()).toEqual(kept)
  for (const id of ids) {
    const url = `/api/admin/orders/${id}`
    const deleted = await app.inject({ method: 'DELETE', url, headers: harness.headers() })
    expect(deleted.statusCode, deleted.body).toBeLessThan(300)
  }
  expect(await cash()).toEqual(kept)
})

it('counts a payment that is entered as refunded as money that came and went', async () => {
  const { id: orderId } = await makeOrder(harness.shop().deps.orm)
  harness.at('2026-11-20T10:00:00+03:00')
  const entered = await harness.shop().app.inject({
    method: 'POST',
    url: '/api/admin/payments',
    headers: harness.headers(),
    payload: { orderId, paymentMethod: 'mpesa', amount: 450_000, status: 'refunded' },
  })
  expect(entered.statusCode).toBe(201)
  const cashUp = await day('2026-11-20')
  expect(methodOf(cashUp, 'mpesa')).toMatchObject({ expected: 450_000, refunded: 450_000 })
  expect(cashUp.explanation).toMatchObject({ cash: 0, payments: { revenue: 0, reasons: [] } })
})

it('counts the cash of an order of which a part was paid before the rider came', async () => {
  const { query, app } = harness.shop()
  const { id } = await makeOrder(harness.shop().deps.orm, { total: 4_500 })
  await query(
    `update orders set payment_method = 'manual', created_at = '2026-11-20T08:00:00+03:00', updated_at = created_at where id = $1`,
    [id],
  )
  harness.at('2026-11-20T10:00:00+03:00')
  const url = '/api/admin/payments'
  const payload = { orderId: id, paymentMethod: 'mpesa', amount: 200_000, status: 'completed' }
  const entered = await app.inject({ method: 'POST', url, headers: harness.headers(), payload })
  expect(entered.statusCode).toBe(201)
  expect(methodOf(await day('2026-11-20'), 'on-delivery')?.expected).toBe(0)
  await query(`update orders set status = 'delivered', updated_at = '2026-11-20T15:00:00+03:00' where id = $1`, [id])
  const cashUp = await day('2026-11-20')
  expect(cashUp.methods.map(({ method, expected }) => [method, expected])).toEqual([
    ['mpesa', 200_000],
    ['stripe', 0],
    ['on-delivery', 250_000],
  ])
  expect(cashUp.explanation.dashboard).toMatchObject({
    revenue: 450_000,
    reasons: [{ reason: 'on-delivery', amount: -250_000 }],
  })
  expectExplained(cashUp)
})

describe('the balance of an order of which a part was paid', () => {
  const url = '/api/admin/payments'
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const headers = harness.headers()
    const answer = await harness.shop().app.inject({ method, url: path, headers, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const enter = (orderId: string, shillings: number, status = 'completed') =>
    call('POST', url, { orderId, paymentMethod: 'mpesa', amount: shillings * 100, status, isOtherAmountMeant: true })
  const expected = async (of: string) => {
    const cashUp = await day(of)
    expectExplained(cashUp)
    return cashUp.methods.map((method) => method.expected)
  }
  /** An order of Ksh 4,500 on delivery, of which Ksh 2,000 are paid before. */
  async function partPaid() {
    const { id: orderId } = await makeOrder(harness.shop().deps.orm, { total: 4_500 })
    await harness
      .shop()
      .query(
        `update orders set payment_method = 'manual', created_at = '2026-11-20T08:00:00+03:00', updated_at = created_at where id = $1`,
        [orderId],
      )
    harness.at('2026-11-20T10:00:00+03:00')
    return { orderId, deposit: await enter(orderId, 2_000) }
  }
  const deliver = (orderId: string) =>
    harness
      .shop()
      .query(`update orders set status = 'delivered', updated_at = '2026-11-20T15:00:00+03:00' where id = $1`, [
        orderId,
      ])

  it('is what the order leaves to be collected until it is delivered, and the cash of the rider then', async () => {
    const leftToPay = async (id: string) => (await call('GET', `/api/admin/orders/${id}`)).order.leftToPay
    const { orderId } = await partPaid()
    expect(await leftToPay(orderId)).toBe(2_500)
    const beside = await enter(orderId, 500.5)
    expect(await leftToPay(orderId)).toBe(1_999.5)
    await call('POST', `${url}/${beside.id}/refunds`, {
      amount: 50_050,
      way: 'manual',
      reason: 'Paid the rider instead',
    })
    expect(await leftToPay(orderId)).toBe(2_500)
    await deliver(orderId)
    expect(await leftToPay(orderId)).toBe(0)
    expect((await expected('2026-11-20')).at(-1)).toBe(250_000)
  })

  it('is no cash of the rider where it came by M-Pesa on delivery', async () => {
    const { orderId } = await partPaid()
    await enter(orderId, 2_500)
    await deliver(orderId)
    expect(await expected('2026-11-20')).toEqual([450_000, 0, 0])
    expect((await day('2026-11-20')).explanation.dashboard).toEqual({ revenue: 450_000, reasons: [] })
  })

  it('is the rider’s as far as what came on delivery was less, or went back', async () => {
    const { orderId } = await partPaid()
    const { id } = await enter(orderId, 2_500)
    await deliver(orderId)
    await call('POST', `${url}/${id}/refunds`, { amount: 100_000, way: 'manual', reason: 'Paid the rider instead' })
    expect(await expected('2026-11-20')).toEqual([450_000, 0, 100_000])
    await call('POST', `${url}/${id}/refunds`, { amount: 150_000, way: 'manual', reason: 'Paid the rider instead' })
    expect(await expected('2026-11-20')).toEqual([450_000, 0, 250_000])
  })

  it('stays on the day on which the rider brought it, though what was paid before goes back later', async () => {
    const { orderId, deposit } = await partPaid()
    await deliver(orderId)
    expect(await expected('2026-11-20')).toEqual([200_000, 0, 250_000])
    harness.at('2026-11-22T10:00:00+03:00')
    await call('POST', `${url}/${deposit.id}/refunds`, { amount: 200_000, way: 'manual', reason: 'A bottle leaked' })
    expect(await expected('2026-11-20')).toEqual([200_000, 0, 250_000])
    expect((await day('2026-11-20')).explanation.dashboard).toMatchObject({
      revenue: 0,
      reasons: [{ reason: 'refunded-another-day', amount: 200_000 }],
    })
    expect(await expected('2026-11-22')).toEqual([0, 0, 0])
    // The rest goes back only with the order.
    await harness
      .shop()
      .query(`update orders set status = 'cancelled', updated_at = '2026-11-22T11:00:00+03:00' where id = $1`, [
        orderId,
      ])
    expect(await expected('2026-11-20')).toEqual([200_000, 0, 250_000])
    expect((await day('2026-11-22')).methods.map(({ refunded }) => refunded)).toEqual([200_000, 0, 250_000])
  })

  it('is no cash that came and went where all that M-Pesa brought goes back with the delivered order', async () => {
    const { orderId } = await partPaid()
    await enter(orderId, 2_500)
    await deliver(orderId)
    harness.at('2026-11-21T06:00:00+03:00')
    await harness.close('2026-11-20')
    harness.at('2026-11-22T10:00:00+03:00')
    await call('POST', `/api/admin/orders/${orderId}/cancel`, { reason: 'It leaked', refund: 'manual' })
    expect(await expected('2026-11-20')).toEqual([450_000, 0, 0])
    expect(await expected('2026-11-22')).toEqual([0, 0, 0])
    expect((await day('2026-11-22')).methods.map(({ refunded }) => refunded)).toEqual([450_000, 0, 0])
  })

  it.each([
    ['and never cancels the order', ['beside', 'deposit'], false],
    ['what paid it first', ['deposit', 'beside'], false],
    ['and cancels the order afterwards', ['beside', 'deposit'], true],
  ] as const)(
    'is no cash where the owner gives all back that M-Pesa brought, %s',
    async (_what, refunds, isCancelled) => {
      const { orderId, deposit } = await partPaid()
      const ids = { deposit: deposit.id, beside: (await enter(orderId, 2_500)).id }
      await deliver(orderId)
      harness.at('2026-11-21T06:00:00+03:00')
      await harness.close('2026-11-20')
      for (const [nth, which] of refunds.entries()) {
        harness.at(`2026-11-22T10:0${nth}:00+03:00`)
        const amount = which === 'deposit' ? 200_000 : 250_000
        await call('POST', `${url}/${ids[which]}/refunds`, { amount, way: 'manual', reason: 'A bottle leaked' })
      }
      if (isCancelled) {
        harness.at('2026-11-22T10:05:00+03:00')
        await call('POST', `/api/admin/orders/${orderId}/cancel`, { reason: 'It leaked' })
      }
      expect(await expected('2026-11-20')).toEqual([450_000, 0, 0])
      expect(await expected('2026-11-22')).toEqual([0, 0, 0])
      expect((await day('2026-11-22')).methods.map((method) => method.refunded)).toEqual([450_000, 0, 0])
    },
  )

  it('stays the rider’s as far as what came on delivery went back before, though all else goes back later', async () => {
    const { orderId, deposit } = await partPaid()
    const { id } = await enter(orderId, 2_500)
    await deliver(orderId)
    harness.at('2026-11-20T18:00:00+03:00')
    await call('POST', `${url}/${id}/refunds`, { amount: 100_000, way: 'manual', reason: 'Paid the rider instead' })
    harness.at('2026-11-22T10:00:00+03:00')
    await call('POST', `${url}/${id}/refunds`, { amount: 150_000, way: 'manual', reason: 'A bottle leaked' })
    await call('POST', `${url}/${deposit.id}/refunds`, { amount: 200_000, way: 'manual', reason: 'A bottle leaked' })
    expect(await expected('2026-11-20')).toEqual([450_000, 0, 100_000])
    harness.at('2026-11-23T10:00:00+03:00')
    await call('POST', `/api/admin/orders/${orderId}/cancel`, { reason: 'It leaked' })
    expect(await expected('2026-11-20')).toEqual([450_000, 0, 100_000])
    expect((await day('2026-11-23')).methods.map((method) => method.refunded)).toEqual([0, 0, 100_000])
  })

  it('stays the rider’s as far as what came on delivery went back before the order was cancelled', async () => {
    const { orderId } = await partPaid()
    const { id } = await enter(orderId, 2_500)
    await deliver(orderId)
    await call('POST', `${url}/${id}/refunds`, { amount: 100_000, way: 'manual', reason: 'Paid the rider instead' })
    harness.at('2026-11-22T10:00:00+03:00')
    await call('POST', `/api/admin/orders/${orderId}/cancel`, { reason: 'It leaked', refund: 'manual' })
    expect(await expected('2026-11-20')).toEqual([450_000, 0, 100_000])
    expect((await day('2026-11-22')).methods.map(({ refunded }) => refunded)).toEqual([350_000, 0, 100_000])
  })
})

describe('an order on delivery that was entered as delivered', () => {
  const cashOf = async (of: string) => {
    const cash = methodOf(await day(of), 'on-delivery')
    return [cash?.expected, cash?.refunded]
  }

  it('keeps its cash on the day of its entry, and gives it back on the day on which it is cancelled', async () => {
    const { app, deps } = harness.shop()
    const category = await makeCategory(deps.orm, 'Oud')
    const product = await makeProduct(deps.orm, category, { name: 'Oud Zahra', price: 4_500 })
    const call = async (url: string, payload: object) => {
      const answer = await app.inject({ method: 'POST', url, headers: harness.headers(), payload })
      expect(answer.statusCode, answer.body).toBeLessThan(300)
      return answer.json()
    }
    harness.at('2026-11-20T18:00:00+03:00')
    const { id } = await call('/api/orders', {
      order: {
        customerName: 'Amina Otieno',
        customerPhone: '0712 345 678',
        deliveryAddress: 'Kimathi Street 4',
        deliveryLocation: 'nairobi-cbd',
        deliveryCharge: 200,
        subtotal: 4_500,
        total: 4_700,
        paymentMethod: 'manual',
        status: 'delivered',
      },
      items: [{ productId: product.id, productName: 'Oud Zahra', productPrice: 4_500, quantity: 1 }],
    })
    expect(await cashOf('2026-11-20')).toEqual([470_000, 0])
    harness.at('2026-11-22T10:00:00+03:00')
    await call(`/api/admin/orders/${id}/cancel`, { reason: 'It leaked' })
    expect(await cashOf('2026-11-20')).toEqual([470_000, 0])
    expect(await cashOf('2026-11-22')).toEqual([0, 470_000])
    const history = await app.inject({ url: `/api/admin/orders/${id}`, headers: harness.headers() })
    expect(history.json().changes).toEqual([
      { status: 'delivered', at: '2026-11-20T15:00:00.000Z' },
      { status: 'cancelled', at: '2026-11-22T07:00:00.000Z' },
    ])
  })

  it('by an earlier version counts on the day of its entry, also once it is deleted', async () => {
    const { deps, query } = harness.shop()
    const { id } = await makeOrder(deps.orm, { total: 4_500, status: 'delivered' })
    await query(
      `update orders set payment_method = 'manual', created_at = '2026-11-20T18:00:00+03:00', updated_at = created_at where id = $1`,
      [id],
    )
    expect(await query('select from order_status_changes where order_id = $1', [id])).toEqual([])
    expect(await cashOf('2026-11-20')).toEqual([450_000, 0])
    expect(await cashOf('2026-11-21')).toEqual([0, 0])
    await query('update orders set deleted_at = now() where id = $1', [id])
    expect(await cashOf('2026-11-20')).toEqual([450_000, 0])
  })
})

it('names all that is still open about the money of the day, with what leads there', async () => {
  const { id, order } = await paid({ at: '2026-11-20T10:00:00+03:00', receipt: 'TKFLAG0001' })
  const refundId = await refunded(id, { amount: 100, status: 'unknown', requested_at: '2026-11-20T12:00:00+03:00' })
  const { query } = harness.shop()
  await query(
    `insert into payment_flags (payment_id, what, source, raised_at) values ($1, 'late', 'callback', '2026-11-20T11:00:00+03:00')`,
    [id],
  )
  await query(
    `insert into receipt_claims (order_id, gateway, receipt, asked_at) values ($1, 'mpesa', 'TKTYPED001', '2026-11-20T13:00:00+03:00')`,
    [order.id],
  )
  const { open } = await day('2026-11-20')
  expect(open).toMatchObject({ flags: 1, unmatched: 0, claims: 1, pendingRefunds: 1 })
  expect(open.lines).toMatchObject([
    { kind: 'flag', what: 'late', paymentId: id, orderId: order.id, amount: 450_000 },
    { kind: 'pending-refund', id: refundId, what: 'unknown', paymentId: id, amount: -10_000 },
    { kind: 'claim', what: 'TKTYPED001', orderId: order.id, paymentId: null },
  ])
  expect((await day('2026-11-21')).open.lines).toEqual([])
})

it('asks the gateways for the last two days by itself, and goes on when one is silent', async () => {
  await paid({ at: '2026-11-20T23:00:00+03:00', receipt: 'ch_silent', method: 'stripe' })
  card.balance.push(ledgerLine({ reference: 'txn_1', relatedReference: 'ch_silent', at: '2026-11-20T23:00:00+03:00' }))
  harness.fallSilent('mpesa')
  harness.at('2026-11-22T05:00:00+03:00')
  await harness.checkLastDays()
  expect(methodOf(await day('2026-11-20'), 'stripe')).toMatchObject({
    arrived: 450_000,
    difference: 0,
    isWholeDay: true,
  })
  expect(methodOf(await day('2026-11-21'), 'stripe')).toMatchObject({ arrived: 0, isWholeDay: true })
  expect(methodOf(await day('2026-11-21'), 'mpesa')).toMatchObject({ arrived: null, source: null })
  expect((await check('2026-11-21')).gateways).toMatchObject([
    { method: 'mpesa', state: 'failed', message: expect.stringContaining('Try again later') },
    { method: 'stripe', state: 'checked' },
  ])
  expect((await check('2026-11-10')).gateways).toMatchObject([
    { method: 'mpesa', state: 'too-old' },
    { state: 'checked' },
  ])
})

describe('a list that is too long for one request', () => {
  const ctx = () => jobContext({ ...harness.shop().deps, log: harness.shop().app.log })
  const checked = '2026-11-20'
  beforeEach(async () => {
    harness.at('2026-11-21T05:00:00+03:00')
    for (let nth = 0; nth < 5; nth++) {
      pulled.push(ledgerLine({ reference: `TKLONG000${nth}`, at: `2026-11-20T1${nth}:00:00+03:00` }))
    }
    await planChecks(ctx(), checked)
  })

  it('is read on by the job, and says how far it is', async () => {
    await runChecks(ctx(), { day: checked, withinMs: 0 })
    expect((await day(checked)).methods).toMatchObject([
      { method: 'mpesa', checking: 2, checkedAt: null },
      { method: 'stripe', checking: 0 },
      { method: 'on-delivery', checking: null },
    ])
    await runChecks(ctx())
    expect((await day(checked)).methods).toMatchObject([
      { method: 'mpesa', checking: null, arrived: 5 * 450_000, isWholeDay: true },
      { method: 'stripe', checking: null },
      {},
    ])
  })

  it('is read by one process at a time, and by another one after a crash', async () => {
    const mpesa = { day: checked, gateway: 'mpesa' }
    expect(await takeCheck(ctx())).toMatchObject(mpesa)
    const { gateways } = await check(checked)
    expect(gateways).toMatchObject([
      { method: 'mpesa', state: 'checking', lines: 0 },
      { method: 'stripe', state: 'checked' },
    ])
    expect(await takeCheck(ctx())).toBeUndefined()
    harness.at('2026-11-21T05:00:21+03:00')
    expect((await check(checked)).gateways[0]).toMatchObject({ method: 'mpesa', state: 'checked', lines: 5 })
  })
})

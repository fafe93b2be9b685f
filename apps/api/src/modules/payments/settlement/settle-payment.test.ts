import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { makeOrder, makePayment } from '../../../testing/factories.ts'
import type { PaymentOutcome, Succeeded } from './payment-outcome.ts'
import { settlePayment } from './settle-payment.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

let receipts = 0
const newReceipt = () => `TJK${String(++receipts).padStart(7, '0')}`

const paid = (change: Partial<Succeeded> = {}): PaymentOutcome => ({
  source: 'callback',
  kind: 'succeeded',
  amountShillings: 4_500,
  receipt: newReceipt(),
  ...change,
})
const failed: PaymentOutcome = {
  source: 'callback',
  kind: 'failed',
  code: '1037',
  reason: 'We could not reach your phone.',
}
const cancelled: PaymentOutcome = {
  source: 'callback',
  kind: 'cancelled',
  code: '1032',
  reason: 'Transaction cancelled.',
}

const settle = (paymentId: string, outcome: PaymentOutcome) =>
  settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, paymentId, outcome)

interface DatabaseState {
  status: string
  isSurplus: boolean
  attention: string | null
  receipt: string | null
  orderStatus: string
  isPaid: boolean
  mpesaStatus: string | null
  mails: number
  events: string[]
}

async function databaseState(paymentId: string): Promise<DatabaseState> {
  const [row] = await shop.query<DatabaseState>(
    `select p.status, p.is_surplus as "isSurplus", p.attention, p.mpesa_receipt_number as receipt, o.status as "orderStatus",
            o.paid_at is not null as "isPaid", o.mpesa_status as "mpesaStatus",
            (select count(*)::int from payment_emails m join payments q on q.id = m.payment_id where q.order_id = o.id) as mails,
            array(select e.to_status from payment_events e where e.payment_id = p.id order by e.id) as events
     from payments p join orders o on o.id = p.order_id where p.id = $1`,
    [paymentId],
  )
  if (!row) throw new Error('no such payment')
  return row
}

describe('settlePayment', () => {
  it('completes the payment, pays the order once and queues one receipt', async () => {
    const { orm } = shop.deps
    const payment = await makePayment(orm, await makeOrder(orm))
    expect(await settle(payment.id, paid({ receipt: 'RCPT1' }))).toEqual({ result: 'settled', status: 'completed' })
    expect(await settle(payment.id, paid({ receipt: 'RCPT1' }))).toEqual({ result: 'known', status: 'completed' })
    expect(await databaseState(payment.id)).toEqual({
      status: 'completed',
      isSurplus: false,
      attention: null,
      receipt: 'RCPT1',
      orderStatus: 'processing',
      isPaid: true,
      mpesaStatus: 'paid',
      mails: 1,
      events: ['completed'],
    })
  })

  it('has one winner among forty racing messages', async () => {
    const { orm } = shop.deps
    const payment = await makePayment(orm, await makeOrder(orm))
    const receipt = newReceipt()
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) => settle(payment.id, n % 4 === 3 ? failed : paid({ receipt }))),
    )
    const successes = results.filter((each) => each.result === 'settled' && each.status === 'completed')
    expect(successes).toHaveLength(1)
    const after = await databaseState(payment.id)
    expect(after).toMatchObject({ status: 'completed', isPaid: true, mails: 1 })
    expect(after.events.filter((to) => to === 'completed')).toHaveLength(1)
  })

  it('takes a success after a failure, and tells the administrator that it was late', async () => {
    const { orm } = shop.deps
    const payment = await makePayment(orm, await makeOrder(orm))
    await settle(payment.id, failed)
    expect(await databaseState(payment.id)).toMatchObject({ status: 'failed', mpesaStatus: 'failed', isPaid: false })
    await settle(payment.id, paid())
    expect(await databaseState(payment.id)).toMatchObject({
      status: 'completed',
      attention: 'late',
      isPaid: true,
      events: ['failed', 'completed'],
    })
  })

  it('never takes a failure after a success', async () => {
    const { orm } = shop.deps
    const payment = await makePayment(orm, await makeOrder(orm))
    await settle(payment.id, paid())
    for (const report of [failed, cancelled]) {
      expect(await settle(payment.id, report)).toEqual({ result: 'refused', reason: 'already completed' })
    }
    expect(await databaseState(payment.id)).toMatchObject({
      status: 'completed',
      mpesaStatus: 'paid',
      events: ['completed'],
    })
  })

  it('revives a cancelled order that was paid after all', async () => {
    const { orm } = shop.deps
    const payment = await makePayment(orm, await makeOrder(orm))
    await settle(payment.id, cancelled)
    expect(await databaseState(payment.id)).toMatchObject({
      status: 'cancelled',
      orderStatus: 'cancelled',
      mpesaStatus: 'cancelled',
    })
    await settle(payment.id, paid())
    expect(await databaseState(payment.id)).toMatchObject({
      status: 'completed',
      orderStatus: 'processing',
      attention: 'order-cancelled',
    })
  })

  it('keeps a second payment of one order as surplus, also when both arrive at once', async () => {
    const { orm } = shop.deps
    const order = await makeOrder(orm)
    const attempts = [await makePayment(orm, order), await makePayment(orm, order)]
    await Promise.all(attempts.map(({ id }) => settle(id, paid())))
    const both = await Promise.all(attempts.map(({ id }) => databaseState(id)))
    expect(both.map(({ status }) => status)).toEqual(['completed', 'completed'])
    expect(both.map(({ isSurplus }) => isSurplus).sort()).toEqual([false, true])
    expect(both.find(({ isSurplus }) => isSurplus)?.attention).toBe('paid-twice')
    expect(both[0]?.mails).toBe(1)
  })

  it('lets an older attempt’s failure alone when a newer one is open', async () => {
    const { orm } = shop.deps
    const order = await makeOrder(orm)
    const older = await makePayment(orm, order)
    await makePayment(orm, order)
    await settle(older.id, cancelled)
    expect(await databaseState(older.id)).toMatchObject({
      status: 'cancelled',
      orderStatus: 'pending',
      mpesaStatus: null,
    })
  })

  it.each([
    ['another amount', { amountShillings: 1 }, 'amount-mismatch'],
    ['a cent more', { amountShillings: 4_500.01 }, 'amount-mismatch'],
  ])('refuses %s and flags it', async (_what, change, attention) => {
    const { orm } = shop.deps
    const payment = await makePayment(orm, await makeOrder(orm))
    expect(await settle(payment.id, paid(change))).toEqual({ result: 'refused', reason: attention })
    expect(await databaseState(payment.id)).toMatchObject({ status: 'processing', attention, isPaid: false, mails: 0 })
  })

  it('refuses the receipt of another payment and flags it', async () => {
    const { orm } = shop.deps
    const [first, second] = [await makePayment(orm, await makeOrder(orm)), await makePayment(orm, await makeOrder(orm))]
    await settle(first.id, paid({ receipt: 'USED' }))
    expect(await settle(second.id, paid({ receipt: 'USED' }))).toEqual({ result: 'refused', reason: 'receipt-used' })
    expect(await databaseState(second.id)).toMatchObject({
      status: 'processing',
      attention: 'receipt-used',
      isPaid: false,
    })
  })

  it('settles on a query’s word, asks for the receipt and takes it from a callback that comes after all', async () => {
    const { orm } = shop.deps
    const payment = await makePayment(orm, await makeOrder(orm))
    await settle(payment.id, { source: 'query', kind: 'succeeded' })
    expect(await databaseState(payment.id)).toMatchObject({
      status: 'completed',
      attention: 'confirm-receipt',
      receipt: null,
      isPaid: true,
    })
    await settle(payment.id, paid({ receipt: 'LATE1' }))
    expect(await databaseState(payment.id)).toMatchObject({ attention: null, receipt: 'LATE1', mails: 1 })
  })

  it.each([
    ['a used receipt', 'receipt-used'],
    ['another amount', 'amount-mismatch'],
  ])('does not book by a query what a callback told with %s', async (_what, attention) => {
    const { orm } = shop.deps
    const [first, second] = [await makePayment(orm, await makeOrder(orm)), await makePayment(orm, await makeOrder(orm))]
    const receipt = newReceipt()
    await settle(first.id, paid({ receipt }))
    await settle(second.id, attention === 'receipt-used' ? paid({ receipt }) : paid({ amountShillings: 1 }))
    await shop.query('update payments set next_query_at = now() where id = $1', [second.id])
    expect(await settle(second.id, { source: 'query', kind: 'succeeded' })).toEqual({
      result: 'refused',
      reason: attention,
    })
    expect(await databaseState(second.id)).toMatchObject({ status: 'processing', attention, isPaid: false })
    const asked = await shop.query('select from payments where id = $1 and next_query_at is not null', [second.id])
    expect(asked).toEqual([])
    await settle(second.id, paid())
    expect(await databaseState(second.id)).toMatchObject({ status: 'completed', attention, isPaid: true })
  })

  it('flags money for an order that was deleted', async () => {
    const { orm } = shop.deps
    const order = await makeOrder(orm)
    const payment = await makePayment(orm, order)
    await shop.query('update orders set deleted_at = now() where id = $1', [order.id])
    await settle(payment.id, paid())
    expect(await databaseState(payment.id)).toMatchObject({
      status: 'completed',
      attention: 'order-cancelled',
      isPaid: true,
    })
  })

  it('keeps a history that nobody can rewrite', async () => {
    const { orm } = shop.deps
    await settle((await makePayment(orm, await makeOrder(orm))).id, paid())
    for (const sql of [
      `update payment_events set note = 'x'`,
      'delete from payment_events',
      'truncate payment_events',
    ]) {
      await expect(shop.query(sql)).rejects.toThrow('append-only')
    }
  })
})

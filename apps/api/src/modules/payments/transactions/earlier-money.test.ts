import type { ReceiptClaimList } from '@marashi/domain/contracts/admin-receipt-claims'
import type { TransactionList } from '@marashi/domain/contracts/admin-transactions'
import type { ReceiptClaimAnswer } from '@marashi/domain/contracts/orders'
import { toNairobiDigits } from '@marashi/domain/rules/nairobi-time'
import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { db } from '../../../db/db.ts'
import { armFaultPoint } from '../../../fault-points.ts'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import {
  confirmationBody,
  lineOf,
  newReceipt,
  ownShortcode,
  postConfirmations,
} from '../../../testing/confirmation-harness.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import { fakeMpesa } from '../../../testing/fake-gateways.ts'
import { asAnotherRequest } from '../../../testing/refuse-second-connections.ts'
import type { Order } from '../../orders/order.entity.ts'
import { recoverClaims } from '../claims/recover-claims.ts'
import { settleClaimResult } from '../claims/settle-claim-result.ts'
import { settleWaitingClaim } from '../claims/settle-waiting-claim.ts'
import { keepLines } from '../daily-check/keep-lines.ts'
import { providerOf } from '../providers/registry.ts'
import { matchTransactions } from './match-transactions.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const YEAR_MS = 365 * 24 * HOUR_MS
/** The end of the phone of every order here, and another one. */
const ownPhone = '2547 ***** 678'
const otherPhone = '2547 ***** 111'
let shop: TestApp
let headers: { cookie: string }
let order: Order & { number: string }
beforeAll(async () => {
  shop = await buildTestApp({ env: ownShortcode })
  shop.deps.gateways.mpesa = fakeMpesa()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => useOrder())
async function useOrder(total = 4_500): Promise<void> {
  const made = await makeOrder(shop.deps.orm, { total })
  const [row] = await shop.query<{ number: string }>('select order_number as number from orders where id = $1', [
    made.id,
  ])
  order = Object.assign(made, { number: row?.number ?? '' })
}

const before = (ms: number) => new Date(order.createdAt.getTime() - ms)
const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
const call = (url: string, payload?: object) =>
  shop.app.inject({ method: payload ? 'POST' : 'GET', url: `/api/admin/${url}`, headers, ...(payload && { payload }) })
async function type(receipt: string): Promise<ReceiptClaimAnswer> {
  const payload = { orderId: order.id, receipt }
  return (await shop.app.inject({ method: 'POST', url: '/api/payments/mpesa/receipt', payload })).json()
}
const claimOf = async (receipt: string) =>
  (await call('receipt-claims')).json<ReceiptClaimList>().claims.find((claim) => claim.receipt === receipt)
const unmatched = async (reference: string) =>
  (await call(`transactions?search=${reference}`)).json<TransactionList>().transactions[0]
const isUnpaid = async () =>
  (await shop.query('select paid_at is null as unpaid from orders where id = $1', [order.id]))[0]

/** M-Pesa's own report of money by hand, as it came. */
async function confirm(movedAt: Date, change: Record<string, unknown> = {}): Promise<string> {
  const receipt = newReceipt()
  await postConfirmations(shop, confirmationBody({ TransID: receipt, TransTime: toNairobiDigits(movedAt), ...change }))
  return receipt
}

/** The operator's answer about a typed receipt. */
async function prove(receipt: string, parameters: Record<string, string>): Promise<void> {
  const [claim] = await shop.query<{ id: string }>('select id from receipt_claims where receipt = $1 order by number', [
    receipt,
  ])
  const about = {
    ReceiptNo: receipt,
    TransactionStatus: 'Completed',
    CreditPartyName: '174379 - MARASHI',
    Amount: '4500.00',
    ...parameters,
  }
  const ResultParameter = Object.entries(about).map(([Key, Value]) => ({ Key, Value }))
  const body = JSON.stringify({ Result: { ResultCode: 0, ResultParameters: { ResultParameter } } })
  await settleClaimResult(ctx(), providerOf('mpesa'), { claimId: claim?.id ?? '', kind: 'look-up', body })
}

async function list(source: 'pull' | 'statement', movedAt: Date, account: string): Promise<string> {
  const reference = newReceipt()
  const unnamed = { feeCents: null, netCents: null, balanceCurrency: null, payerName: null, payerPhone: null }
  const line = {
    reference,
    kind: 'payment' as const,
    amountCents: order.total * 100,
    occurredAt: movedAt,
    account,
    ...unnamed,
  }
  await shop.deps.orm.em.fork().transactional((tx) =>
    keepLines(tx, shop.deps.clock(), {
      gateway: 'mpesa',
      source,
      lines: [{ ...line, description: null, relatedReference: null }],
    }),
  )
  await matchTransactions(ctx())
  return reference
}

describe('money of a year ago pays no order of today by itself', () => {
  it('by a receipt that M-Pesa proves', async () => {
    const receipt = newReceipt()
    await type(receipt)
    await prove(receipt, { FinalisedTime: toNairobiDigits(before(YEAR_MS)), DebitPartyName: '254712345678 - AMINA' })
    expect(await isUnpaid()).toEqual({ unpaid: true })
    expect(await claimOf(receipt)).toMatchObject({ state: 'checking', isWithShop: true, leftBecause: 'before-order' })
  })

  it('by a receipt that the shop knows', async () => {
    const receipt = await confirm(before(YEAR_MS), { MSISDN: ownPhone })
    expect(await type(receipt)).toMatchObject({
      state: 'checking',
      message: expect.stringMatching(/compare it with our M-Pesa account ourselves/),
    })
    expect(await isUnpaid()).toEqual({ unpaid: true })
  })

  it('by the number of the order, as M-Pesa reports it', async () => {
    const receipt = await confirm(before(YEAR_MS), { BillRefNumber: order.number })
    expect(await isUnpaid()).toEqual({ unpaid: true })
    expect(await unmatched(receipt)).toMatchObject({ state: 'unmatched' })
  })

  it.each(['pull', 'statement'] as const)('by the number of the order in a list: %s', async (source) => {
    const reference = await list(source, before(6 * HOUR_MS), order.number)
    expect(await isUnpaid()).toEqual({ unpaid: true })
    expect(await unmatched(reference)).toMatchObject({ state: 'unmatched' })
  })

  it('where the prompt of the order asked for as much', async () => {
    await useOrder(3_300)
    await makePayment(shop.deps.orm, order)
    await list('statement', before(6 * HOUR_MS), order.number)
    expect(await isUnpaid()).toEqual({ unpaid: true })
  })
})

describe('who pays the Till first and orders afterwards', () => {
  it.each([
    ['10 minutes before, on the phone of the order', 10 * MINUTE_MS, ownPhone, 'paid'],
    ['10 minutes before, on another phone', 10 * MINUTE_MS, otherPhone, 'checking'],
    ['31 minutes before, on the phone of the order', 31 * MINUTE_MS, ownPhone, 'checking'],
    ['a minute before, on another phone: clocks differ', MINUTE_MS, otherPhone, 'paid'],
  ])('%s', async (_when, ms, MSISDN, state) => {
    expect(await type(await confirm(before(ms), { MSISDN }))).toMatchObject({ state })
  })

  it('has the money proved by M-Pesa too', async () => {
    const receipt = newReceipt()
    await type(receipt)
    const FinalisedTime = toNairobiDigits(before(10 * MINUTE_MS))
    await prove(receipt, { FinalisedTime, DebitPartyName: '2547 ***** 678 - AMINA' })
    expect(await isUnpaid()).toEqual({ unpaid: false })
  })

  it('waits for the owner where M-Pesa names no time', async () => {
    const receipt = newReceipt()
    await type(receipt)
    await prove(receipt, { DebitPartyName: '254712345678 - AMINA' })
    expect(await isUnpaid()).toEqual({ unpaid: true })
    expect(await claimOf(receipt)).toMatchObject({ leftBecause: 'unproved' })
  })
})

describe('a code that was typed for a later order first, and waits for the owner there', () => {
  const typeFor = async (orderId: string, receipt: string): Promise<ReceiptClaimAnswer> => {
    const payload = { orderId, receipt }
    return (await shop.app.inject({ method: 'POST', url: '/api/payments/mpesa/receipt', payload })).json()
  }
  /** Money of an hour ago, whose code somebody typed for the order of now. */
  async function typedFirst() {
    const receipt = await confirm(before(HOUR_MS), { MSISDN: otherPhone })
    expect(await type(receipt)).toMatchObject({ state: 'checking' })
    return receipt
  }
  const placed = (ms: number, total = 4_500) => makeOrder(shop.deps.orm, { total, createdAt: before(ms) })
  const booked = (receipt: string) =>
    shop.query<{ orderId: string }>('select order_id as "orderId" from payments where provider_receipt = $1', [receipt])
  const later = async () =>
    (await shop.query('select state, reason from receipt_claims where order_id = $1', [order.id]))[0]

  it('pays the order that the money was paid for, and is refused for the later one', async () => {
    const [receipt, own] = [await typedFirst(), await placed(2 * HOUR_MS)]
    expect(await typeFor(own.id, receipt)).toMatchObject({ state: 'paid' })
    expect(await booked(receipt)).toEqual([{ orderId: own.id }])
    expect(await later()).toEqual({ state: 'refused', reason: 'used' })
    expect(await typeFor((await placed(2 * HOUR_MS)).id, receipt)).toMatchObject({ state: 'refused' })
    expect(await booked(receipt)).toHaveLength(1)
  })

  it('pays that order also where the process dies as soon as the code is stored', async () => {
    const [receipt, own] = [await typedFirst(), await placed(2 * HOUR_MS)]
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw new Error('The process is gone')
    })
    armFaultPoint('claim-stored')
    const payload = { orderId: own.id, receipt }
    const died = await shop.app.inject({ method: 'POST', url: '/api/payments/mpesa/receipt', payload })
    armFaultPoint(undefined)
    kill.mockRestore()
    expect([died.statusCode, await booked(receipt)]).toEqual([500, []])
    await recoverClaims(ctx())
    expect(await booked(receipt)).toEqual([{ orderId: own.id }])
    expect(await typeFor(own.id, receipt)).toMatchObject({ state: 'paid' })
    expect(await later()).toEqual({ state: 'refused', reason: 'used' })
  })

  it('pays that order also where the code was typed for it before anybody knew the money', async () => {
    const [receipt, own] = [newReceipt(), await placed(2 * HOUR_MS)]
    expect(await type(receipt)).toMatchObject({ state: 'checking' })
    expect(await typeFor(own.id, receipt)).toMatchObject({ state: 'checking' })
    await prove(receipt, { FinalisedTime: toNairobiDigits(before(HOUR_MS)), DebitPartyName: `${otherPhone} - AMINA` })
    await recoverClaims(ctx())
    expect(await booked(receipt)).toEqual([{ orderId: own.id }])
    expect(
      await shop.query('select answered_at > asked_at as "isLater" from receipt_claims where order_id = $1', [own.id]),
    ).toEqual([{ isLater: true }])
  })

  describe('while another process leaves it to the owner', () => {
    /** Both were typed before anybody knew the money. */
    async function typedForBoth() {
      const [receipt, own] = [newReceipt(), await placed(2 * HOUR_MS)]
      for (const { id } of [order, own]) expect(await typeFor(id, receipt)).toMatchObject({ state: 'checking' })
      await recoverClaims(ctx())
      await confirm(before(HOUR_MS), { TransID: receipt, MSISDN: otherPhone })
      const [claim] = await shop.query<{ id: string }>('select id from receipt_claims where order_id = $1', [own.id])
      return { receipt, own, id: claim?.id ?? '' }
    }
    const leave = (em: EntityManager) =>
      db(em)
        .updateTable('receipt_claims')
        .set({ left_because: 'before-order', next_query_at: null })
        .where('order_id', '=', order.id)
        .execute()

    it('pays that order although nobody says so to its claim', async () => {
      const { receipt, own } = await typedForBoth()
      await leave(shop.deps.orm.em.fork())
      await recoverClaims(ctx())
      expect(await booked(receipt)).toEqual([{ orderId: own.id }])
    })

    it('pays that order although its claim is judged at that moment', async () => {
      const { receipt, own, id } = await typedForBoth()
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      const judged = await shop.deps.orm.em.fork().transactional(async (tx) => {
        await leave(tx)
        const judging = asAnotherRequest(() => settleWaitingClaim(ctx(), id))
        await expect.poll(() => shop.query(waiting)).toHaveLength(1)
        return { judging }
      })
      await judged.judging
      expect(await booked(receipt)).toEqual([{ orderId: own.id }])
    })

    it('pays that order where another process has the order of the other claim, and waits for this one', async () => {
      const { receipt, own, id } = await typedForBoth()
      await leave(shop.deps.orm.em.fork())
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      const judged = await shop.deps.orm.em.fork().transactional(async (tx) => {
        const lock = (orderId: string) =>
          db(tx).selectFrom('orders').where('id', '=', orderId).select('id').forNoKeyUpdate().execute()
        await lock(order.id)
        const judging = asAnotherRequest(() => settleWaitingClaim(ctx(), id))
        await expect.poll(() => shop.query(waiting)).toHaveLength(1)
        await lock(own.id)
        return { judging }
      })
      await judged.judging
      expect(await booked(receipt)).toEqual([{ orderId: own.id }])
      expect(await later()).toEqual({ state: 'refused', reason: 'used' })
    })

    it.each([`status = 'cancelled'`, 'deleted_at = now()'])(
      'pays no order that was ended meanwhile: %s',
      async (ended) => {
        const { receipt, own } = await typedForBoth()
        await shop.query(`update orders set ${ended} where id = $1`, [own.id])
        await recoverClaims(ctx())
        expect([await booked(receipt), await later()]).toEqual([[], { state: 'checking', reason: null }])
      },
    )

    it('pays the one that was typed first of two that it fits, whichever is judged first', async () => {
      const { receipt, own } = await typedForBoth()
      const last = await placed(2 * HOUR_MS)
      await leave(shop.deps.orm.em.fork())
      expect(await typeFor(last.id, receipt)).toMatchObject({ state: 'checking' })
      await recoverClaims(ctx())
      expect(await booked(receipt)).toEqual([{ orderId: own.id }])
    })
  })

  it('pays one of two that it fits, however they race', async () => {
    const receipt = await typedFirst()
    const fitting = await Promise.all([1, 2, 3, 4].map(() => placed(2 * HOUR_MS)))
    const answers = await Promise.all(fitting.map(({ id }) => typeFor(id, receipt)))
    expect(answers.filter(({ state }) => state === 'paid')).toHaveLength(1)
    expect(await booked(receipt)).toHaveLength(1)
    await recoverClaims(ctx())
    const again = await Promise.all(
      fitting.map(
        async ({ id }) => (await shop.app.inject(`/api/orders/${id}/payment-status`)).json().receiptClaim.state,
      ),
    )
    expect(again.toSorted()).toEqual(['paid', 'refused', 'refused', 'refused'])
  })

  it.each([
    ['that costs something else', () => placed(2 * HOUR_MS, 4_400)],
    ['that is placed after the money too', () => placed(10 * MINUTE_MS)],
  ])('goes on waiting where it is typed for an order %s', async (_which, other) => {
    const receipt = await typedFirst()
    expect(await typeFor((await other()).id, receipt)).toMatchObject({
      state: 'checking',
      message: expect.stringMatching(/is being checked for another order first/),
    })
    await recoverClaims(ctx())
    expect(await booked(receipt)).toEqual([])
    expect(await later()).toEqual({ state: 'checking', reason: null })
  })

  it('goes on waiting where it is typed for an order that is paid already', async () => {
    const paid = await placed(3 * HOUR_MS)
    const [first, receipt] = [await confirm(before(2 * HOUR_MS), { MSISDN: otherPhone }), await typedFirst()]
    expect(await typeFor(paid.id, first)).toMatchObject({ state: 'paid' })
    expect(await typeFor(paid.id, receipt)).toMatchObject({ state: 'checking' })
    await recoverClaims(ctx())
    expect(await later()).toEqual({ state: 'checking', reason: null })
  })
})

describe('the owner', () => {
  it('reads why the money waits, and assigns it', async () => {
    const receipt = await confirm(before(3 * 24 * HOUR_MS), { MSISDN: otherPhone })
    await type(receipt)
    expect(await claimOf(receipt)).toMatchObject({ leftBecause: 'before-order', minutesAfter: -3 * 24 * 60 })
    const line = await unmatched(receipt)
    expect(line?.suggestions).toMatchObject([
      { orderId: order.id, reasons: ['same-amount', 'typed-receipt'], minutesAfter: -3 * 24 * 60 },
    ])
    expect((await call(`transactions/${line?.id}/assign`, { orderId: order.id })).statusCode).toBe(200)
    await recoverClaims(ctx())
    expect(await type(receipt)).toMatchObject({ state: 'paid' })
    expect(await lineOf(shop, receipt)).toMatchObject({ orderId: order.id, status: 'completed', attention: null })
  })

  it('finds money with the number of an order that came days later, and why it waits', async () => {
    const reference = await list('statement', before(4 * 24 * HOUR_MS), order.number)
    expect((await unmatched(reference))?.suggestions).toMatchObject([
      { orderId: order.id, reasons: ['same-amount', 'like-number'], minutesAfter: -4 * 24 * 60 },
    ])
  })

  it('is asked once: the claim is not tried again until the money has an end', async () => {
    const receipt = await confirm(before(YEAR_MS))
    await type(receipt)
    const line = await unmatched(receipt)
    await recoverClaims(ctx())
    await call(`transactions/${line?.id}/dismiss`, { reason: 'A walk-in sale' })
    await recoverClaims(ctx())
    expect(await type(receipt)).toMatchObject({ state: 'refused' })
  })
})

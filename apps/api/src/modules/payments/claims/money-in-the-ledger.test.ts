import type { ReceiptClaimList } from '@marashi/domain/contracts/admin-receipt-claims'
import type { TransactionList } from '@marashi/domain/contracts/admin-transactions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { db } from '../../../db/db.ts'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { newReceipt, ownShortcode } from '../../../testing/confirmation-harness.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'
import { fakeMpesa } from '../../../testing/fake-gateways.ts'
import { asAnotherRequest } from '../../../testing/refuse-second-connections.ts'
import { keepLines } from '../daily-check/keep-lines.ts'
import { providerOf } from '../providers/registry.ts'
import { matchTransactions } from '../transactions/match-transactions.ts'
import { recoverClaims } from './recover-claims.ts'
import { settleClaim } from './settle-claim.ts'
import { settleClaimResult } from './settle-claim-result.ts'

let shop: TestApp
let headers: { cookie: string }
let [own, other] = [
  { id: '', number: '' },
  { id: '', number: '' },
]

beforeAll(async () => {
  shop = await buildTestApp({ env: ownShortcode })
  shop.deps.gateways.mpesa = fakeMpesa()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  own = await place()
  other = await place()
})

async function place() {
  const { id } = await makeOrder(shop.deps.orm)
  const [row] = await shop.query<{ number: string }>('select order_number as number from orders where id = $1', [id])
  return { id, number: row?.number ?? '' }
}

const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
const call = (url: string, payload?: object) =>
  shop.app.inject({ method: payload ? 'POST' : 'GET', url: `/api/admin/${url}`, headers, ...(payload && { payload }) })
const type = (receipt: string) =>
  shop.app.inject({ method: 'POST', url: '/api/payments/mpesa/receipt', payload: { orderId: other.id, receipt } })
const claim = async () =>
  (
    await shop.query<{ id: string; state: string; reason: string | null }>(
      'select id, state, reason from receipt_claims where order_id = $1',
      [other.id],
    )
  )[0]
const paidOf = async ({ id }: { id: string }) =>
  (await shop.query<{ paid: boolean }>('select paid_at is not null as paid from orders where id = $1', [id]))[0]?.paid

/** Money in a list of M-Pesa, of exactly what both orders cost; nothing is connected yet. */
async function list(reference: string, { account = '', movedAt = shop.deps.clock() } = {}): Promise<void> {
  const unnamed = { feeCents: null, netCents: null, balanceCurrency: null, payerName: null, payerPhone: null }
  const line = { reference, kind: 'payment' as const, amountCents: 450_000, occurredAt: movedAt, account, ...unnamed }
  await shop.deps.orm.em.fork().transactional((tx) =>
    keepLines(tx, shop.deps.clock(), {
      gateway: 'mpesa',
      source: 'statement',
      lines: [{ ...line, description: null, relatedReference: null }],
    }),
  )
}

describe('money whose payer typed the number of an order', () => {
  it('pays that order, though its code was typed for another that costs as much', async () => {
    const receipt = newReceipt()
    await type(receipt)
    await list(receipt, { account: own.number })
    await recoverClaims(ctx())
    expect([await paidOf(own), await paidOf(other)]).toEqual([true, false])
    expect(await claim()).toMatchObject({ state: 'refused', reason: 'used' })
  })

  it('stays off that order once the owner has taken it off, and waits for them where its code is typed', async () => {
    const receipt = newReceipt()
    await list(receipt, { account: own.number })
    await matchTransactions(ctx())
    const { transactions } = (await call(`transactions?state=matched&search=${receipt}`)).json<TransactionList>()
    expect((await call(`transactions/${transactions[0]?.id}/unassign`, {})).statusCode).toBe(200)
    await type(receipt)
    await recoverClaims(ctx())
    expect([await paidOf(own), await paidOf(other)]).toEqual([false, false])
    expect(await claim()).toMatchObject({ state: 'checking' })
  })
})

it('refuses a code that has paid another order, where another process has this order and waits for that one', async () => {
  const receipt = newReceipt()
  await type(receipt)
  await list(receipt)
  const money = { orderId: own.id, paymentMethod: 'mpesa', amount: 450_000, status: 'completed' }
  expect((await call('payments', { ...money, receipt_number: receipt })).statusCode).toBe(201)
  const { id = '' } = (await claim()) ?? {}
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const settled = await shop.deps.orm.em.fork().transactional(async (tx) => {
    const lock = (orderId: string) =>
      db(tx).selectFrom('orders').where('id', '=', orderId).select('id').forNoKeyUpdate().execute()
    await lock(other.id)
    const settling = asAnotherRequest(() => settleClaim(ctx(), id))
    await expect.poll(() => shop.query(waiting)).toHaveLength(1)
    await lock(own.id)
    return { settling }
  })
  await settled.settling
  expect(await claim()).toMatchObject({ state: 'refused', reason: 'used' })
})

describe('a receipt that has paid as the owner recorded it', () => {
  let paymentId: string
  let money: object
  beforeEach(async () => {
    const receipt = newReceipt()
    await type(receipt)
    money = {
      orderId: other.id,
      paymentMethod: 'mpesa',
      amount: 450_000,
      status: 'completed',
      receipt_number: receipt,
    }
    const recorded = await call('payments', money)
    expect(recorded.statusCode).toBe(201)
    paymentId = recorded.json<{ id: string }>().id
    await recoverClaims(ctx())
    expect(await claim()).toMatchObject({ state: 'paid' })
  })
  const change = (payload: object) =>
    shop.app.inject({
      method: 'PUT',
      url: `/api/admin/payments/${paymentId}`,
      headers,
      payload: { ...money, ...payload },
    })

  it.each([
    [
      'takes the record off',
      () => shop.app.inject({ method: 'DELETE', url: `/api/admin/payments/${paymentId}`, headers }),
    ],
    ['moves it to another order', () => change({ orderId: own.id })],
    ['says that it failed after all', () => change({ status: 'failed' })],
    ['gives it another receipt', () => change({ receipt_number: newReceipt() })],
  ])('has paid it no more once the owner %s', async (_, act) => {
    expect([200, 204]).toContain((await act()).statusCode)
    expect(await claim()).toMatchObject({ state: 'refused', reason: 'administrator' })
  })

  it('has paid it as before where something else is changed', async () => {
    expect((await change({ processingFee: 100 })).statusCode).toBe(200)
    expect(await claim()).toMatchObject({ state: 'paid' })
  })
})

describe('an answer that M-Pesa knows no such receipt, later than its money', () => {
  const answerUnknown = async () => {
    const body = JSON.stringify({ Result: { ResultCode: 2032, ResultDesc: 'The transaction does not exist' } })
    const { id = '' } = (await claim()) ?? {}
    await settleClaimResult(ctx(), providerOf('mpesa'), { claimId: id, kind: 'look-up', body })
  }

  it('refuses nothing that is on the books: the order is paid', async () => {
    const receipt = newReceipt()
    await type(receipt)
    await list(receipt)
    await answerUnknown()
    expect(await claim()).toMatchObject({ state: 'paid' })
    expect(await paidOf(other)).toBe(true)
  })

  it('leaves money from before the order to the owner', async () => {
    const receipt = newReceipt()
    await type(receipt)
    await list(receipt, { movedAt: new Date(Date.now() - 24 * 60 * 60_000) })
    await answerUnknown()
    const { claims } = (await call('receipt-claims')).json<ReceiptClaimList>()
    expect(claims.find((each) => each.receipt === receipt)).toMatchObject({
      state: 'checking',
      leftBecause: 'before-order',
    })
  })

  it('refuses what is nowhere', async () => {
    await type(newReceipt())
    await answerUnknown()
    expect(await claim()).toMatchObject({ state: 'refused', reason: 'unknown-receipt' })
  })
})

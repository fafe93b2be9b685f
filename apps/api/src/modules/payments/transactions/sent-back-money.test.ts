import type { ReceiptClaimList } from '@marashi/domain/contracts/admin-receipt-claims'
import type { TransactionList } from '@marashi/domain/contracts/admin-transactions'
import type { ReceiptClaimAnswer } from '@marashi/domain/contracts/orders'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { confirmationBody, newReceipt, ownShortcode, postConfirmations } from '../../../testing/confirmation-harness.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'
import { fakeMpesa } from '../../../testing/fake-gateways.ts'
import type { Order } from '../../orders/order.entity.ts'
import { keepLines } from '../daily-check/keep-lines.ts'
import type { LedgerLine } from '../providers/provider-ledger.ts'
import { matchTransactions } from './match-transactions.ts'

let shop: TestApp
let headers: { cookie: string }
let order: Order & { number: string }

beforeAll(async () => {
  shop = await buildTestApp({ env: ownShortcode })
  shop.deps.gateways.mpesa = fakeMpesa()
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  const made = await makeOrder(shop.deps.orm)
  const [row] = await shop.query<{ number: string }>('select order_number as number from orders where id = $1', [
    made.id,
  ])
  order = Object.assign(made, { number: row?.number ?? '' })
})

const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
const call = (url: string, payload?: object) =>
  shop.app.inject({ method: payload ? 'POST' : 'GET', url: `/api/admin/${url}`, headers, ...(payload && { payload }) })
const unmatched = async (reference: string) =>
  (await call(`transactions?search=${reference}`)).json<TransactionList>().transactions[0]
const isUnpaid = async () =>
  (await shop.query('select paid_at is null as unpaid from orders where id = $1', [order.id]))[0]
async function type(receipt: string): Promise<ReceiptClaimAnswer> {
  const payload = { orderId: order.id, receipt }
  return (await shop.app.inject({ method: 'POST', url: '/api/payments/mpesa/receipt', payload })).json()
}

const line = (change: Partial<LedgerLine>): LedgerLine => ({
  reference: newReceipt(),
  kind: 'payment',
  amountCents: order.total * 100,
  feeCents: null,
  netCents: null,
  balanceCurrency: null,
  occurredAt: shop.deps.clock(),
  account: null,
  payerName: null,
  payerPhone: null,
  description: null,
  relatedReference: null,
  ...change,
})
const keep = (lines: LedgerLine[]) =>
  shop.deps.orm.em
    .fork()
    .transactional((tx) => keepLines(tx, shop.deps.clock(), { gateway: 'mpesa', source: 'statement', lines }))
const reversalOf = (reference: string, kind: 'refund' | 'dispute' = 'refund') =>
  line({ kind, amountCents: -order.total * 100, relatedReference: reference })

/** Money by hand as M-Pesa reports it, of a payer who typed no number. */
async function confirm(): Promise<string> {
  const receipt = newReceipt()
  await postConfirmations(shop, confirmationBody({ TransID: receipt, BillRefNumber: '' }))
  return receipt
}

describe('money that the gateway has sent back pays no order by itself', () => {
  it.each(['refund', 'dispute'] as const)('by the number of the order in a list: %s', async (kind) => {
    const came = line({ account: order.number })
    await keep([came, reversalOf(came.reference, kind)])
    await matchTransactions(ctx())
    expect(await isUnpaid()).toEqual({ unpaid: true })
    expect(await unmatched(came.reference)).toMatchObject({ state: 'unmatched', isSentBack: true })
  })

  it('by a receipt that the customer types, which waits for the owner', async () => {
    const receipt = await confirm()
    await keep([reversalOf(receipt)])
    expect(await type(receipt)).toMatchObject({ state: 'checking' })
    expect(await isUnpaid()).toEqual({ unpaid: true })
    const { claims } = (await call('receipt-claims')).json<ReceiptClaimList>()
    expect(claims.find((claim) => claim.receipt === receipt)).toMatchObject({ leftBecause: 'sent-back' })
  })
})

it('money of which nothing went back is paid with as ever, and says so', async () => {
  const [receipt, other] = [await confirm(), await confirm()]
  await keep([reversalOf(other), line({ kind: 'fee', amountCents: -100, relatedReference: receipt })])
  expect(await unmatched(receipt)).toMatchObject({ isSentBack: false })
  expect(await type(receipt)).toMatchObject({ state: 'paid' })
})

it('the owner may assign it all the same, who may know that it came again', async () => {
  const receipt = await confirm()
  await keep([reversalOf(receipt)])
  const id = (await unmatched(receipt))?.id
  expect((await call(`transactions/${id}/assign`, { orderId: order.id })).statusCode).toBe(200)
  expect(await isUnpaid()).toEqual({ unpaid: false })
})

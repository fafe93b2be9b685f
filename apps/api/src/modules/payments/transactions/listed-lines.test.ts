import type { TransactionList } from '@marashi/domain/contracts/admin-transactions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import type { Order } from '../../orders/order.entity.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { matchTransactions } from './match-transactions.ts'
import { type TransactionToKeep, upsertTransaction } from './upsert-transaction.ts'

let shop: TestApp
let order: Order
let orderNumber: string

beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => useNewOrder())

async function useNewOrder(): Promise<void> {
  order = await makeOrder(shop.deps.orm)
  const [row] = await shop.query<{ number: string }>('select order_number as number from orders where id = $1', [
    order.id,
  ])
  orderNumber = row?.number ?? ''
}

const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
let lines = 0

interface Change {
  amountCents?: number
  source?: 'pull' | 'statement' | 'confirmation'
  isLeftToOwner?: boolean
}

/** Money in a gateway's list, as of one who typed the order's number in his own way. */
async function list(change: Change = {}) {
  const reference = `SKLIST${String(lines++).padStart(4, '0')}`
  const { id } = await shop.deps.orm.em.fork().transactional((tx) =>
    upsertTransaction(tx, shop.deps.clock(), {
      gateway: 'mpesa',
      reference,
      kind: 'payment',
      amountCents: 450_000,
      occurredAt: shop.deps.clock(),
      account: ` ${orderNumber.slice(0, 2).toLowerCase()}-${orderNumber.slice(2)} `,
      source: 'pull',
      ...change,
    }),
  )
  return { id, reference }
}

const payments = () =>
  shop.query('select id, status, provider_receipt as receipt, attention from payments where order_id = $1', [order.id])
const paymentOf = async (id: string) =>
  (
    await shop.query<{ payment: string | null }>(
      'select payment_id as payment from gateway_transactions where id = $1',
      [id],
    )
  )[0]?.payment

describe('a line of a gateway’s list with an order’s number and amount', () => {
  it('is the receipt of a payment that a status query alone has proved', async () => {
    const { id } = await makePayment(shop.deps.orm, order)
    await settlePayment(ctx(), id, { source: 'query', kind: 'succeeded', note: 'the query said paid' })
    expect(await payments()).toMatchObject([{ status: 'completed', receipt: null, attention: 'confirm-receipt' }])
    const line = await list()
    expect(await matchTransactions(ctx())).toBe(1)
    expect(await payments()).toEqual([{ id, status: 'completed', receipt: line.reference, attention: null }])
    expect(await paymentOf(line.id)).toBe(id)
    expect(await matchTransactions(ctx())).toBe(0)
  })

  it('is compared again every ten seconds for two weeks, and with all others from then on', async () => {
    const line = await list()
    const inDays = (days: number) => ({
      ...ctx(),
      clock: () => new Date(shop.deps.clock().getTime() + days * 24 * 60 * 60_000),
    })
    expect(await matchTransactions(inDays(15), 'recent')).toBe(0)
    expect(await paymentOf(line.id)).toBeNull()
    expect(await matchTransactions(inDays(13), 'recent')).toBe(1)
    await useNewOrder()
    const older = await list()
    expect(await matchTransactions(inDays(15), 'all')).toBe(1)
    expect(await paymentOf(older.id)).not.toBeNull()
  })

  it.each(['pull', 'statement'] as const)('pays the unpaid order whose confirmation was lost: %s', async (source) => {
    const line = await list({ source })
    await matchTransactions(ctx())
    expect(await payments()).toMatchObject([{ status: 'completed', receipt: line.reference, attention: null }])
    expect((await shop.query('select paid_at is not null as paid from orders where id = $1', [order.id]))[0]).toEqual({
      paid: true,
    })
  })

  it.each([
    ['of another amount', { amountCents: 449_900 }],
    ['that a confirmation named first', { source: 'confirmation' as const }],
    ['that was left to the owner', { isLeftToOwner: true }],
  ])('waits for the owner where it is one %s', async (_what, change) => {
    const line = await list(change)
    expect(await matchTransactions(ctx())).toBe(0)
    expect(await payments()).toEqual([])
    expect(await paymentOf(line.id)).toBeNull()
  })

  it('is no second payment of an order that is paid', async () => {
    await list()
    await matchTransactions(ctx())
    const second = await list()
    expect(await matchTransactions(ctx())).toBe(0)
    expect(await payments()).toHaveLength(1)
    expect(await paymentOf(second.id)).toBeNull()
  })

  it('is booked although a newer line fails each time', async () => {
    const good = await list()
    const own = order
    await useNewOrder()
    const poisoned = await list()
    await shop.query(
      `create function refuse_poisoned() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`,
    )
    await shop.query(
      `create trigger poisoned before update on gateway_transactions for each row
       when (new.reference = '${poisoned.reference}') execute function refuse_poisoned()`,
    )
    await expect(matchTransactions(ctx())).rejects.toThrow('poisoned')
    await shop.query('drop trigger poisoned on gateway_transactions')
    expect(await payments()).toEqual([])
    order = own
    expect(await payments()).toMatchObject([{ status: 'completed', receipt: good.reference }])
  })

  it('stays as the owner has decided', async () => {
    const line = await list()
    await matchTransactions(ctx())
    const url = `/api/admin/transactions/${line.id}/unassign`
    const answer = await shop.app.inject({ method: 'POST', url, headers: await logIn(shop.deps.orm) })
    expect(answer.statusCode).toBe(200)
    expect(await matchTransactions(ctx())).toBe(0)
    expect(await paymentOf(line.id)).toBeNull()
  })
})

it('a line of which a list tells the payer or the fee later is found by who follows the lines, once', async () => {
  const line = { gateway: 'mpesa', reference: 'SKLATER001', kind: 'payment', amountCents: 450_000 } as const
  const { clock, orm } = shop.deps
  const start = clock().getTime()
  const at = (minute: number) => new Date(start + minute * 60_000)
  const report = (minute: number, more: Pick<TransactionToKeep, 'source' | 'payerName' | 'feeCents'>) =>
    orm.em.fork().transactional((tx) => upsertTransaction(tx, at(minute), { ...line, occurredAt: at(0), ...more }))
  const headers = await logIn(orm)
  const changedSince = async (minute: number) => {
    const url = `/api/admin/transactions?search=SKLATER001&updatedSince=${at(minute).toISOString()}`
    return (await shop.app.inject({ url, headers })).json<TransactionList>().transactions
  }
  await report(0, { source: 'confirmation' })
  await report(1, { source: 'confirmation', payerName: 'AMINA' })
  expect(await changedSince(1)).toMatchObject([{ payerName: 'AMINA', fee: null }])
  await report(2, { source: 'statement', payerName: 'AMINA', feeCents: 10 })
  expect(await changedSince(2)).toMatchObject([{ payerName: 'AMINA', fee: 10 }])
  await report(3, { source: 'statement', payerName: 'AMINA' })
  expect(await changedSince(3)).toEqual([])
})

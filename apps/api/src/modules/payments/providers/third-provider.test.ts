import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { acmeWallet } from '../../../testing/acme-wallet.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'
import type { Order } from '../../orders/order.entity.ts'
import { openAttempt } from '../attempts/open-attempt.ts'
import { startAttempt } from '../attempts/start-attempt.ts'
import { paymentJobs } from '../payments.job.ts'
import { recoverRefunds } from '../refunds/recover-refunds.ts'
import { providerOf, registerProvider } from './registry.ts'

// The registry is all that hears of it.
const acme = acmeWallet()
const { provider } = acme
const removeItem = registerProvider(provider)
afterAll(removeItem)

let shop: TestApp
let order: Order
let now: Date

beforeAll(async () => {
  shop = await buildTestApp({ clock: () => now })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  now = new Date('2026-11-21T09:00:00Z')
  await shop.query('delete from orders')
  acme.payments.clear()
  order = await makeOrder(shop.deps.orm)
})

const makeContext = () => jobContext({ ...shop.deps, log: shop.app.log })

/** The shopper chooses the wallet; answers the reference that both sides know the attempt by. */
async function start(of = order): Promise<string> {
  const attempt = await openAttempt(makeContext(), provider, { orderId: of.id, payer: null })
  if (attempt === 'paid') throw new Error('the order is paid')
  const page = await startAttempt(makeContext(), provider, attempt)
  return page?.split('/').at(-1) ?? ''
}

function pay(reference: string, change: { paidShillings?: number; receipt?: string } = {}): void {
  const payment = acme.payments.get(reference)
  if (!payment) throw new Error(`there is no ${reference}`)
  acme.payments.set(reference, { ...payment, paidShillings: 4_500, ...change })
}

async function deliver(reference: string) {
  const answer = await shop.app.inject(acme.webhook(reference))
  await expect.poll(async () => await shop.query('select from webhook_events where processed_at is null')).toEqual([])
  return answer
}

async function recover(): Promise<void> {
  now = new Date(now.getTime() + 60_000)
  for (const job of paymentJobs(makeContext, null)) if (job.name === 'recover-acme') await job.run()
}

const databaseState = async (orderId = order.id) =>
  (
    await shop.query(
      `select p.status, p.attention, p.provider_receipt as receipt, o.paid_at is not null as "isPaid",
              o.payment_method as method, o.status as "orderStatus"
       from payments p join orders o on o.id = p.order_id where o.id = $1`,
      [orderId],
    )
  )[0]

describe('a payment provider that only the registry knows', () => {
  it('is paid by webhook, and its order goes on', async () => {
    const reference = await start()
    expect(await databaseState()).toMatchObject({ status: 'processing', isPaid: false, method: 'acme' })
    pay(reference)
    const answer = await deliver(reference)
    expect({ status: answer.statusCode, body: answer.json() }).toEqual({ status: 200, body: { ok: true } })
    expect(await databaseState()).toEqual({
      status: 'completed',
      attention: null,
      receipt: `R-${reference}`,
      isPaid: true,
      method: 'acme',
      orderStatus: 'processing',
    })
  })

  it('is not believed without its key', async () => {
    const reference = await start()
    pay(reference)
    expect((await shop.app.inject(acme.webhook(reference, 'forged'))).statusCode).toBe(400)
    expect(await databaseState()).toMatchObject({ status: 'processing', isPaid: false })
  })

  it('is recovered after its webhook was lost, and looked up no more', async () => {
    const reference = await start()
    await recover()
    expect(await databaseState()).toMatchObject({ status: 'processing' })
    pay(reference)
    await recover()
    expect(await databaseState()).toMatchObject({ status: 'completed', isPaid: true, attention: null })
    expect(await shop.query('select from payments where next_query_at is not null')).toEqual([])
  })

  it('is flagged once it has named no outcome for as long as it is asked', async () => {
    await start()
    now = new Date(now.getTime() + 2 * 60 * 60_000)
    await recover()
    expect(await databaseState()).toMatchObject({ status: 'processing', attention: 'unresolved' })
  })

  it('settles nothing with another amount, and the administrator sees it', async () => {
    const reference = await start()
    pay(reference, { paidShillings: 45 })
    await deliver(reference)
    expect(await databaseState()).toMatchObject({ status: 'processing', isPaid: false, attention: 'amount-mismatch' })
  })

  it('settles nothing with the receipt of another payment', async () => {
    const first = await start()
    pay(first, { receipt: 'R-SAME' })
    await deliver(first)
    const other = await makeOrder(shop.deps.orm)
    const second = await start(other)
    pay(second, { receipt: 'R-SAME' })
    await deliver(second)
    expect(await databaseState(other.id)).toMatchObject({
      status: 'processing',
      isPaid: false,
      attention: 'receipt-used',
    })
  })

  it('has its late money booked and flagged', async () => {
    const reference = await start()
    const payment = acme.payments.get(reference)
    if (payment) acme.payments.set(reference, { ...payment, isCancelled: true })
    await deliver(reference)
    expect(await databaseState()).toMatchObject({ status: 'cancelled', isPaid: false, orderStatus: 'pending' })
    pay(reference)
    await deliver(reference)
    expect(await databaseState()).toMatchObject({ status: 'completed', isPaid: true, attention: 'late' })
  })

  it('gives money back through the registry alone, and is asked how that went when its answer is lost', async () => {
    const reference = await start()
    pay(reference)
    await deliver(reference)
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>('select id from payments')
    const headers = await logIn(shop.deps.orm)
    const url = `/api/admin/payments/${id}/refunds`
    const refund = (amount: number) =>
      shop.app.inject({ method: 'POST', url, headers, payload: { amount, way: 'provider', reason: 'Came late' } })
    expect((await refund(50_000)).json()).toMatchObject({ status: 'sent', amount: 50_000 })
    acme.fallSilent()
    expect((await refund(400_000)).json()).toMatchObject({ status: 'unknown', amount: 400_000 })
    expect((await refund(1)).statusCode).toBe(409)
    for (const [key, each] of acme.refunds) acme.refunds.set(key, { ...each, isDone: true })
    now = new Date(now.getTime() + 60_000)
    await recoverRefunds(makeContext())
    expect(await shop.query('select status, amount from payment_refunds order by amount')).toEqual([
      { status: 'succeeded', amount: '500.00' },
      { status: 'succeeded', amount: '4000.00' },
    ])
    expect(await databaseState()).toMatchObject({ status: 'refunded', isPaid: false })
  })

  it('keeps its facts from the administrator’s form, which names it', async () => {
    const reference = await start()
    pay(reference)
    await deliver(reference)
    const [{ id } = { id: '' }] = await shop.query<{ id: string }>('select id from payments')
    const payload = { orderId: order.id, paymentMethod: 'mpesa', amount: 450_000 }
    const headers = await logIn(shop.deps.orm)
    const answer = await shop.app.inject({ method: 'PUT', url: `/api/admin/payments/${id}`, headers, payload })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().error).toMatch(/^Acme Wallet has told this/)
  })
})

it('says which provider is missing where a payment is of none', () => {
  expect(() => providerOf('cowries')).toThrow('There is no payment provider cowries')
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder, makePayment } from '../../../testing/factories.ts'
import { purgeExpired } from '../purge-expired.ts'
import type { PaymentOutcome, Succeeded } from '../settlement/payment-outcome.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import { flagPayment } from './flag-payment.ts'
import type { FlagToRaise } from './raise-flag.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp()
})
afterAll(() => shop[Symbol.asyncDispose]())

let receipts = 0
const newReceipt = () => `TKF${String(++receipts).padStart(7, '0')}`
const paid = (change: Partial<Succeeded> = {}): PaymentOutcome => ({
  source: 'callback',
  kind: 'succeeded',
  amountShillings: 4_500,
  receipt: newReceipt(),
  ...change,
})
const ctx = () => ({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
const settle = (paymentId: string, outcome: PaymentOutcome) => settlePayment(ctx(), paymentId, outcome)
const attempt = async (order?: Awaited<ReturnType<typeof makeOrder>>) =>
  await makePayment(shop.deps.orm, order ?? (await makeOrder(shop.deps.orm)))
const openFlags = async (paymentId: string) =>
  (
    await shop.query<{ what: string }>(
      'select what from payment_flags where payment_id = $1 and resolved_at is null order by id',
      [paymentId],
    )
  ).map(({ what }) => what)
const raise = (paymentId: string, flag: FlagToRaise) => flagPayment(ctx(), paymentId, flag)

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const headers = await logIn(shop.deps.orm)
  return await shop.app.inject({ method, url: `/api/admin/${url}`, headers, ...(payload && { payload }) })
}
const listed = async (orderId: string) => (await call('GET', `payments?search=${orderId}`)).json().payments[0]

describe('a flag on a payment', () => {
  const doubts: FlagToRaise[] = [
    { what: 'amount-mismatch', source: 'callback', details: { amountShillings: 45 } },
    { what: 'id-mismatch', source: 'callback' },
    { what: 'receipt-used', source: 'callback' },
    { what: 'disputed', source: 'webhook' },
  ]
  it.each(doubts)('that says $what is still open for the owner after the money was booked', async (flag) => {
    const { id } = await attempt()
    await raise(id, flag)
    await settle(id, paid())
    expect(await openFlags(id)).toEqual([flag.what])
  })

  it('that the order was paid twice is not replaced by a stray callback', async () => {
    const order = await makeOrder(shop.deps.orm)
    const [first, second] = [await attempt(order), await attempt(order)]
    await settle(first.id, paid())
    await settle(second.id, paid())
    await raise(second.id, { what: 'id-mismatch', source: 'callback', details: { reference: 'ws_CO_9' } })
    expect(await openFlags(second.id)).toEqual(['paid-twice', 'id-mismatch'])
    expect(await listed(order.id)).toMatchObject({
      attention: 'id-mismatch',
      flags: [
        { what: 'id-mismatch', details: { reference: 'ws_CO_9' } },
        { what: 'paid-twice', resolvedAt: null },
      ],
    })
  })

  it('is raised when a second success of one attempt names another receipt', async () => {
    const { id } = await attempt()
    await settle(id, paid({ receipt: 'TKFIRST001' }))
    expect(await settle(id, paid({ receipt: 'TKSECOND02' }))).toEqual({ result: 'refused', reason: 'another-receipt' })
    expect(await openFlags(id)).toEqual(['another-receipt'])
    const [flag] = await shop.query('select details from payment_flags where payment_id = $1', [id])
    expect(flag).toEqual({
      details: { askedShillings: 4_500, amountShillings: 4_500, receipt: 'TKSECOND02', receiptBefore: 'TKFIRST001' },
    })
  })

  it('brings a payment that was taken off the lists back to the owner', async () => {
    const order = await makeOrder(shop.deps.orm)
    const { id } = await attempt(order)
    expect((await call('DELETE', `payments/${id}`)).statusCode).toBe(204)
    expect(await listed(order.id)).toBeUndefined()
    await settle(id, paid({ amountShillings: 1 }))
    expect(await listed(order.id)).toMatchObject({ id, attention: 'amount-mismatch' })
    const { attention } = (await call('GET', 'overview')).json()
    expect(attention.map(({ payment }: { payment: { id: string } }) => payment.id)).toContain(id)
    const csv = (await call('GET', `payments.csv?search=${order.id}`)).body
    expect(csv).toContain('amount-mismatch')
  })

  it('comes back although its typed transaction ID was given to another payment since', async () => {
    const order = await makeOrder(shop.deps.orm)
    const { id } = await attempt(order)
    await shop.query(`update payments set transaction_id = 'TYPED1', deleted_at = now() where id = $1`, [id])
    const other = await attempt()
    await shop.query(`update payments set transaction_id = 'TYPED1' where id = $1`, [other.id])
    await settle(id, paid({ amountShillings: 1 }))
    expect(await listed(order.id)).toMatchObject({ id, transactionId: null })
  })

  it('of the same report is raised once, also after the owner resolved it', async () => {
    const { id } = await attempt()
    const stray = paid({ amountShillings: 1, receipt: newReceipt() })
    await settle(id, stray)
    await settle(id, stray)
    expect(await openFlags(id)).toEqual(['amount-mismatch'])
    await call('POST', `payments/${id}/attention`)
    await settle(id, stray)
    expect(await openFlags(id)).toEqual([])
    await settle(id, paid({ amountShillings: 2 }))
    expect(await openFlags(id)).toEqual(['amount-mismatch'])
  })

  it.each([false, true])(
    'that nobody has named an outcome is answered by a callback that says it failed, cancelled before: %s',
    async (wasCancelled) => {
      const { id } = await attempt()
      await raise(id, { what: 'unresolved', source: 'query' })
      if (wasCancelled)
        await settle(id, { source: 'shopper', kind: 'cancelled', code: 'shopper', reason: 'Cancelled.' })
      expect(await openFlags(id)).toEqual(['unresolved'])
      await settle(id, { source: 'callback', kind: 'failed', code: '1037', reason: 'No answer.' })
      expect(await openFlags(id)).toEqual([])
    },
  )
})

describe('an order whose money is in doubt', () => {
  const orderRow = async (id: string) => (await call('GET', `orders?search=${id}`)).json().orders[0]
  const since = async (updatedAt: string) =>
    (await call('GET', `orders?updatedSince=${encodeURIComponent(updatedAt)}&limit=100`)).json().orders as {
      id: string
    }[]
  const justAfter = (updatedAt: string) => new Date(Date.parse(updatedAt) + 1).toISOString()

  it('is found as changed, and no edit of it as it was before is taken', async () => {
    const order = await makeOrder(shop.deps.orm)
    const { id } = await attempt(order)
    const read = await orderRow(order.id)
    await raise(id, { what: 'disputed', source: 'webhook' })
    expect(await since(justAfter(read.updatedAt))).toContainEqual(
      expect.objectContaining({ id: order.id, needsCheck: true }),
    )
    const stale = { reason: 'Out of stock', updatedAt: read.updatedAt }
    expect((await call('POST', `orders/${order.id}/cancel`, stale)).json()).toMatchObject({ code: 'STALE' })
  })

  it('is found as changed by a report that is older than its last edit, and once the last doubt is resolved', async () => {
    const order = await makeOrder(shop.deps.orm)
    const { id } = await attempt(order)
    await shop.query(`update orders set updated_at = '2040-01-01T00:00:00Z' where id = $1`, [order.id])
    await raise(id, { what: 'disputed', source: 'webhook' })
    const { updatedAt } = await orderRow(order.id)
    expect(updatedAt).toBe('2040-01-01T00:00:00.001Z')
    await raise(id, { what: 'id-mismatch', source: 'callback' })
    await call('POST', `payments/${id}/attention`)
    expect(await orderRow(order.id)).toMatchObject({ needsCheck: true, updatedAt })
    await call('POST', `payments/${id}/attention`)
    expect(await orderRow(order.id)).toMatchObject({ needsCheck: false, updatedAt: justAfter(updatedAt) })
  })
})

describe('POST /api/admin/payments/{id}/flags/{flagId}', () => {
  const resolve = (id: string, flagId: string, resolution = 'Called the customer, sent Ksh 45 back') =>
    call('POST', `payments/${id}/flags/${flagId}`, { resolution })

  it('resolves one flag, keeps who, when and how, and leaves the others open', async () => {
    const order = await makeOrder(shop.deps.orm)
    const { id } = await attempt(order)
    await raise(id, { what: 'disputed', source: 'webhook' })
    await raise(id, { what: 'id-mismatch', source: 'callback' })
    const [, disputed] = (await listed(order.id)).flags
    const answer = await resolve(id, disputed.id)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      attention: 'id-mismatch',
      flags: [
        { what: 'id-mismatch', resolvedAt: null, resolvedBy: null, resolution: null },
        {
          what: 'disputed',
          resolvedAt: expect.any(String),
          resolvedBy: 'administrator',
          resolution: 'Called the customer, sent Ksh 45 back',
        },
      ],
    })
    await resolve(id, disputed.id, 'another story')
    const [kept] = await shop.query('select resolution from payment_flags where id = $1', [disputed.id])
    expect(kept).toEqual({ resolution: 'Called the customer, sent Ksh 45 back' })
    const notes = await shop.query('select note, source from payment_events where payment_id = $1 order by id', [id])
    expect(notes.at(-1)).toEqual({
      note: 'resolved disputed: Called the customer, sent Ksh 45 back',
      source: 'administrator',
    })
  })

  it('needs to be told how, and a flag of that payment', async () => {
    const order = await makeOrder(shop.deps.orm)
    const { id } = await attempt(order)
    const other = await attempt()
    await raise(id, { what: 'disputed', source: 'webhook' })
    const [flag] = (await listed(order.id)).flags
    expect((await resolve(id, flag.id, '  ')).statusCode).toBe(400)
    expect((await resolve(other.id, flag.id)).statusCode).toBe(404)
    expect((await resolve(id, '999999999')).statusCode).toBe(404)
    expect(await openFlags(id)).toEqual(['disputed'])
  })
})

describe('what a flag says', () => {
  it('can be rewritten by nobody', async () => {
    const { id } = await attempt()
    await raise(id, { what: 'disputed', source: 'webhook' })
    for (const sql of [
      `update payment_flags set what = 'late'`,
      `update payment_flags set details = '{"amountShillings": 1}'`,
      `update payment_flags set resolved_at = now(), resolved_by = 'shop', resolution = 'x', note = 'y'`,
      'delete from payment_flags',
      'truncate payment_flags',
    ]) {
      await expect(shop.query(sql)).rejects.toThrow('append-only')
    }
    await call('POST', `payments/${id}/attention`)
    await expect(
      shop.query(`update payment_flags set resolution = 'other' where payment_id = $1`, [id]),
    ).rejects.toThrow('append-only')
  })

  it('keeps the message that raised it for as long as the flag is open', async () => {
    const { id } = await attempt()
    await shop.query(
      `insert into webhook_events (gateway, event_id, payment_id, body, received_at, processed_at)
       select 'mpesa', $1::text, $1::uuid, '{}', now() - interval '91 days', now()`,
      [id],
    )
    const body = async () => (await shop.query('select body from webhook_events where payment_id = $1', [id]))[0]
    await raise(id, { what: 'amount-mismatch', source: 'callback' })
    await purgeExpired(ctx())
    expect(await body()).toEqual({ body: '{}' })
    await call('POST', `payments/${id}/attention`)
    await purgeExpired(ctx())
    expect(await body()).toEqual({ body: null })
  })
})

import type { OrderList } from '@marashi/domain/contracts/admin-orders'
import type { ReceiptClaimList } from '@marashi/domain/contracts/admin-receipt-claims'
import type { ReceiptClaimAnswer } from '@marashi/domain/contracts/orders'
import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { logIn, makeOrder } from '../../../testing/factories.ts'
import type { Order } from '../../orders/order.entity.ts'
import { upsertTransaction } from '../transactions/upsert-transaction.ts'
import { countWaitingClaims } from './count-waiting-claims.ts'
import { recoverClaims } from './recover-claims.ts'
import { takeUpClaim } from './take-up-claims.ts'

const merchant = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }
const initiator = { name: 'apiop', credential: 'c2VjcmV0' }
const tillNumber = '512345'
// A result takes its way over two sockets, and longer under load.
const patiently = { timeout: 10_000 }
let simulator: Awaited<ReturnType<typeof startGatewaySimulator>>
let shop: TestApp
let order: Order
let headers: { cookie: string }
let now: Date

beforeEach(async () => {
  now = new Date()
  simulator = await startGatewaySimulator({
    daraja: { ...merchant, tillNumber, initiator, queryLimit: null },
    stripe: { secretKey: 'sk', webhookSecret: 'whsec' },
  })
  shop = await openShop()
  order = await makeOrder(shop.deps.orm)
  headers = await logIn(shop.deps.orm)
})
afterEach(async () => {
  await simulator.stop()
  await shop[Symbol.asyncDispose]()
})

async function openShop(env: Record<string, string> = {}): Promise<TestApp> {
  const opened = await buildTestApp({
    clock: () => now,
    env: {
      MPESA_BASE_URL: simulator.url,
      MPESA_CONSUMER_KEY: merchant.consumerKey,
      MPESA_CONSUMER_SECRET: merchant.consumerSecret,
      MPESA_SHORTCODE: merchant.shortcode,
      MPESA_TILL: tillNumber,
      MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline',
      MPESA_PASSKEY: merchant.passkey,
      MPESA_INITIATOR_NAME: initiator.name,
      MPESA_SECURITY_CREDENTIAL: initiator.credential,
      ...env,
    },
  })
  opened.deps.gateways.callbackOrigin = await opened.app.listen({ port: 0, host: '127.0.0.1' })
  return opened
}

/** Somebody paid the till by hand: only Safaricom's ledger knows. */
const payByHand = (receipt: string, shillings = 4_500) =>
  simulator.ledger.record({
    gateway: 'mpesa',
    id: `by-hand-${receipt}`,
    receipt,
    orderReference: '',
    amountCents: shillings * 100,
    refundedCents: 0,
    phone: '254712345678',
    at: now.toISOString(),
  })
const post = (receipt: string, { orderId = order.id, remoteAddress = '41.90.1.2', on = shop } = {}) =>
  on.app.inject({ method: 'POST', url: '/api/payments/mpesa/receipt', payload: { orderId, receipt }, remoteAddress })
const type = async (receipt: string, orderId = order.id) =>
  (await post(receipt, { orderId })).json<ReceiptClaimAnswer>()
const status = async (id = order.id) => (await shop.app.inject(`/api/orders/${id}/payment-status`)).json()
const becomes = (state: string, message: RegExp, id = order.id) =>
  expect
    .poll(async () => (await status(id)).receiptClaim, patiently)
    .toEqual({
      state,
      message: expect.stringMatching(message),
      askedAt: expect.any(String),
    })
const payments = () =>
  shop.query(`select status, amount::int as amount, provider_receipt as receipt, is_manual, is_surplus, attention
    from payments order by created_at`)
const unmatched = () =>
  shop.query(
    `select reference, amount_cents::int as cents, first_source from gateway_transactions where payment_id is null`,
  )
const claims = async () =>
  (await shop.app.inject({ url: '/api/admin/receipt-claims', headers })).json<ReceiptClaimList>()
const refuse = (id = '', reason = 'Not yours') =>
  shop.app.inject({ method: 'POST', url: `/api/admin/receipt-claims/${id}/refuse`, headers, payload: { reason } })
/** Two addresses are given out for each question. */
const askedAbout = (orderId: string) =>
  shop.query(
    `select from result_addresses r join receipt_claims c on c.id = r.claim_id
     where c.order_id = $1 and r.kind = 'look-up'`,
    [orderId],
  )
async function comeBack(): Promise<void> {
  headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 3_600_000) })
}
const answersProcessed = (count: number) =>
  expect
    .poll(
      async () =>
        (
          await shop.query(
            `select from webhook_events where result_token_hash is not null and processed_at is not null`,
          )
        ).length,
      patiently,
    )
    .toBe(count)
async function askAfter(minutes: number): Promise<void> {
  now = new Date(now.getTime() + minutes * 60_000)
  await recoverClaims(jobContext({ ...shop.deps, log: shop.app.log }))
}
const paid = { status: 'completed', amount: 4_500, is_manual: false, is_surplus: false, attention: null }

describe('a typed receipt', () => {
  it('pays its order once M-Pesa proves it, however it was typed', async () => {
    payByHand('SKJ4H7T2QX')
    expect(await type(' skj4h 7t2qx\u200b')).toEqual({
      state: 'checking',
      askedAt: now.toISOString(),
      message: expect.stringMatching(/^We are checking your payment/),
    })
    await becomes('paid', /^Payment received\. Receipt SKJ4H7T2QX\.$/)
    expect(await status()).toMatchObject({ state: 'paid', mpesaReceiptNumber: 'SKJ4H7T2QX' })
    expect(await payments()).toEqual([{ ...paid, receipt: 'SKJ4H7T2QX' }])
    expect(await unmatched()).toEqual([])
    expect(await shop.query('select first_source, payer_phone from gateway_transactions')).toEqual([
      { first_source: 'status-query', payer_phone: '254712345678' },
    ])
  })

  it('is believed at once where the money is unmatched already, without asking M-Pesa', async () => {
    await shop.deps.orm.em.fork().transactional((tx) =>
      upsertTransaction(tx, now, {
        gateway: 'mpesa',
        reference: 'SKJ4H7T2QX',
        kind: 'payment',
        amountCents: 450_000,
        occurredAt: now,
        source: 'confirmation',
      }),
    )
    expect(await type('SKJ4H7T2QX')).toMatchObject({ state: 'paid' })
    expect(await payments()).toEqual([{ ...paid, receipt: 'SKJ4H7T2QX' }])
    expect(simulator.control.deliveries()).toEqual([])
  })

  it('of money that is left to the owner waits for the owner, whatever M-Pesa proves', async () => {
    const line = { gateway: 'mpesa', reference: 'SKJ4H7T2QX', kind: 'payment', amountCents: 450_000 } as const
    const { id } = await shop.deps.orm.em
      .fork()
      .transactional((tx) =>
        upsertTransaction(tx, now, { ...line, occurredAt: now, source: 'confirmation', isLeftToOwner: true }),
      )
    payByHand('SKJ4H7T2QX')
    expect(await type('SKJ4H7T2QX')).toMatchObject({
      state: 'checking',
      message: expect.stringMatching(/compare it with our M-Pesa account ourselves/),
    })
    await askAfter(120)
    expect(simulator.control.deliveries()).toEqual([])
    expect(await payments()).toEqual([])
    expect(await shop.query('select state, query_count from receipt_claims')).toEqual([
      { state: 'checking', query_count: 0 },
    ])
    headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 60_000) })
    const url = `/api/admin/transactions/${id}/assign`
    const assigned = await shop.app.inject({ method: 'POST', url, headers, payload: { orderId: order.id } })
    expect(assigned.statusCode).toBe(200)
    await askAfter(1)
    await becomes('paid', /SKJ4H7T2QX/)
    expect(await payments()).toEqual([{ ...paid, receipt: 'SKJ4H7T2QX' }])
  })

  it('of the shop’s own prompt settles that attempt, and its late callback is nothing new', async () => {
    simulator.control.direct('daraja.prompt', { next: [{ kind: 'result', code: '0', afterMs: 0 }] })
    simulator.control.direct('daraja.callback', { next: [{ delayMs: 86_400_000 }] })
    const payload = { orderId: order.id, phone: '0712345678' }
    await shop.app.inject({ method: 'POST', url: '/api/payments/mpesa/initiate', payload })
    await expect.poll(() => simulator.ledger.entries().length, patiently).toBe(1)
    const receipt = simulator.ledger.entries()[0]?.receipt ?? ''
    await type(receipt)
    await becomes('paid', new RegExp(receipt))
    await simulator.control.releaseDeliveries()
    await expect
      .poll(async () => (await shop.query('select from webhook_events where processed_at is null')).length, patiently)
      .toBe(0)
    expect(await payments()).toEqual([{ ...paid, receipt }])
  })

  it('is refused where it is no receipt, and where the order is unknown', async () => {
    const refused = await post('Confirmed. Ksh 4,500 paid')
    expect(refused.statusCode).toBe(400)
    expect(refused.json().fields.receipt).toMatch(/^The code has ten letters and digits/)
    const orderId = '11111111-1111-4111-8111-111111111111'
    expect((await post('SKJ4H7T2QX', { orderId })).statusCode).toBe(404)
    expect(await shop.query('select from receipt_claims')).toEqual([])
  })

  it.each([
    ['that M-Pesa does not know', undefined, 'unknown-receipt'],
    ['of a reversed payment', { TransactionStatus: 'Reversed' }, 'not-completed'],
    ['of a declined payment', { TransactionStatus: 'Declined' }, 'not-completed'],
    ['of another shop', { CreditPartyName: '600998 - SOMEBODY' }, 'other-shop'],
    ['of another shop whose number begins alike', { CreditPartyName: `${tillNumber}0 - SOMEBODY` }, 'other-shop'],
  ])('%s pays nothing and leaves nothing on the books', async (_what, parameters, reason) => {
    if (parameters) {
      payByHand('SKJ4H7T2QX')
      simulator.control.direct('daraja.status-result', { next: [{ kind: 'reported', parameters }] })
    }
    await type('SKJ4H7T2QX')
    await becomes('refused', /./)
    expect(await shop.query('select reason from receipt_claims')).toEqual([{ reason }])
    expect(await payments()).toEqual([])
    expect(await unmatched()).toEqual([])
  })

  it.each([4_499, 4_501, 9_000])('of Ksh %i pays no order of 4,500, and the money is unmatched', async (shillings) => {
    payByHand('SKJ4H7T2QX', shillings)
    await type('SKJ4H7T2QX')
    await becomes('refused', /^This payment is not exactly what the order costs/)
    expect(await payments()).toEqual([])
    expect(await unmatched()).toEqual([
      { reference: 'SKJ4H7T2QX', cents: shillings * 100, first_source: 'status-query' },
    ])
  })

  it.each([
    ['of another receipt', { ReceiptNo: 'AAAAAAAAAA' }],
    ['of a payment that is not final', { TransactionStatus: 'Authorized' }],
    ['without an amount', { Amount: '' }],
    ['without a payee', { CreditPartyName: '' }],
  ])('whose answer is %s stays open, because that proves nothing', async (_what, parameters) => {
    payByHand('SKJ4H7T2QX')
    simulator.control.direct('daraja.status-result', { next: [{ kind: 'reported', parameters }] })
    await type('SKJ4H7T2QX')
    await answersProcessed(1)
    expect(await status()).toMatchObject({ state: 'unpaid', receiptClaim: { state: 'checking' } })
    expect(await payments()).toEqual([])
  })
})

describe('one receipt', () => {
  it('pays one order, and is refused for another afterwards', async () => {
    payByHand('SKJ4H7T2QX')
    await type('SKJ4H7T2QX')
    await becomes('paid', /SKJ4H7T2QX/)
    const other = await makeOrder(shop.deps.orm)
    expect(await type('skj4h7t2qx', other.id)).toMatchObject({
      state: 'refused',
      message: expect.stringMatching(/^This code was used/),
    })
    expect(await payments()).toHaveLength(1)
  })

  it('that somebody typed for an order that costs something else pays the order that it has paid', async () => {
    payByHand('SKJ4H7T2QX')
    simulator.control.direct('daraja.result', { next: [{ lost: true }] })
    const other = await makeOrder(shop.deps.orm, { total: 4_000 })
    await type('SKJ4H7T2QX', other.id)
    const waits = { state: 'checking', message: expect.stringMatching(/^Your code is being checked for another order/) }
    expect(await type('SKJ4H7T2QX')).toMatchObject(waits)
    await expect.poll(() => simulator.control.deliveries().length, patiently).toBe(1)
    expect(await type('skj4h7t2qx')).toMatchObject(waits)
    expect(await shop.query('select from receipt_claims')).toHaveLength(2)
    await askAfter(1)
    await becomes('refused', /^This payment is not exactly what the order costs/, other.id)
    expect((await status()).receiptClaim).toMatchObject(waits)
    await askAfter(0)
    await becomes('paid', /SKJ4H7T2QX/)
    expect(await payments()).toEqual([{ ...paid, receipt: 'SKJ4H7T2QX' }])
  })

  it('that M-Pesa did not know when somebody made it up is asked about anew for whoever has paid', async () => {
    simulator.control.direct('daraja.result', { next: [{ delayMs: 86_400_000 }] })
    const other = await makeOrder(shop.deps.orm)
    await type('SKJ4H7T2QX', other.id)
    await expect.poll(() => simulator.control.state().pendingDeliveries, patiently).toBe(1)
    payByHand('SKJ4H7T2QX')
    await type('SKJ4H7T2QX')
    await simulator.control.releaseDeliveries()
    await becomes('refused', /^M-Pesa does not know this code/, other.id)
    await askAfter(0)
    await becomes('paid', /SKJ4H7T2QX/)
  })

  it('that waits for the owner for one order waits for another, and is the owner’s next', async () => {
    shop.deps.gateways.reversals = null
    const other = await makeOrder(shop.deps.orm)
    await type('SKJ4H7T2QX', other.id)
    await type('SKJ4H7T2QX')
    const [first, ...rest] = (await claims()).claims
    expect([first?.orderId, rest]).toEqual([other.id, []])
    expect(first?.alsoTypedFor).toEqual([{ orderId: order.id, orderNumber: order.orderNumber }])
    await refuse(first?.id)
    await askAfter(0)
    expect((await claims()).claims).toMatchObject([{ orderId: order.id, isWithShop: true, alsoTypedFor: [] }])
    expect((await status()).receiptClaim.message).toMatch(/compare it with our M-Pesa account ourselves/)
  })

  it('that waits for an order is not checked for one that typed it later, however they race', async () => {
    shop.deps.gateways.reversals = null
    const first = await makeOrder(shop.deps.orm)
    await type('SKJ4H7T2QX', first.id)
    await type('SKJ4H7T2QX')
    await refuse((await claims()).claims[0]?.id)
    const newcomer = await makeOrder(shop.deps.orm)
    expect(await type('SKJ4H7T2QX', newcomer.id)).toMatchObject({
      message: expect.stringMatching(/another order first/),
    })
    expect((await claims()).claims).toEqual([])
    const newcomers = await Promise.all([1, 2, 3].map(() => makeOrder(shop.deps.orm)))
    await Promise.all([...newcomers.map(({ id }) => type('SKJ4H7T2QX', id)), askAfter(0)])
    expect((await claims()).claims).toMatchObject([{ orderId: order.id }])
  })

  it('that waited is asked about once, however many processes take it up', async () => {
    simulator.control.direct('daraja.status-result', { usually: [{ weight: 1, do: { kind: 'forgotten' } }] })
    await type('SKJ4H7T2QX', (await makeOrder(shop.deps.orm)).id)
    await type('SKJ4H7T2QX')
    await refuse((await claims()).claims[0]?.id)
    await Promise.all([askAfter(0), askAfter(0), askAfter(0), askAfter(0)])
    expect((await claims()).claims).toMatchObject([{ orderId: order.id }])
    expect(await askedAbout(order.id)).toHaveLength(1)
  })

  it('that waits for two orders is checked for the first of them, whichever is taken up', async () => {
    shop.deps.gateways.reversals = null
    const [first, last] = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
    for (const { id } of [first, order, last]) await type('SKJ4H7T2QX', id)
    await refuse((await claims()).claims[0]?.id)
    const [claim] = await shop.query<{ id: string }>('select id from receipt_claims where order_id = $1', [last.id])
    await takeUpClaim(jobContext({ ...shop.deps, log: shop.app.log }), claim?.id ?? '')
    expect((await claims()).claims).toEqual([])
    await askAfter(0)
    expect((await claims()).claims).toMatchObject([{ orderId: order.id }])
  })

  it.each([
    ['cancelled', `status = 'cancelled'`],
    ['deleted', 'deleted_at = now()'],
    ['paid in another way', 'paid_at = now()'],
  ])('that waited for an order that was %s meanwhile is refused for it, and nobody is asked', async (_what, change) => {
    payByHand('SKJ4H7T2QX')
    simulator.control.direct('daraja.result', { next: [{ delayMs: 86_400_000 }] })
    const other = await makeOrder(shop.deps.orm, { total: 4_000 })
    await type('SKJ4H7T2QX', other.id)
    await type('SKJ4H7T2QX')
    await expect.poll(() => simulator.control.state().pendingDeliveries, patiently).toBe(1)
    await simulator.control.releaseDeliveries()
    await becomes('refused', /^This payment is not exactly what the order costs/, other.id)
    await shop.query(`update orders set ${change} where id = $1`, [order.id])
    await askAfter(1)
    await becomes('refused', /^This code was typed for another order first\. Please contact us if you have paid\.$/)
    expect(await askedAbout(order.id)).toEqual([])
    expect(await payments()).toEqual([])
  })

  it('that has waited for another order for long is asked about for a day from then on', async () => {
    simulator.control.direct('daraja.status-result', { usually: [{ weight: 1, do: { kind: 'forgotten' } }] })
    await type('SKJ4H7T2QX', (await makeOrder(shop.deps.orm)).id)
    await type('SKJ4H7T2QX')
    await askAfter(25 * 60)
    await comeBack()
    await refuse((await claims()).claims[0]?.id)
    await askAfter(0)
    const since = now.toISOString()
    await askAfter(1)
    const url = `/api/admin/receipt-claims?updatedSince=${since}`
    const list = (await shop.app.inject({ url, headers })).json<ReceiptClaimList>()
    expect(list).toMatchObject({ total: 1, claims: [{ orderId: order.id, isWithShop: false, queryCount: 1 }] })
  })

  it('that has waited for another order for long waits for the owner only from then on', async () => {
    shop.deps.gateways.reversals = null
    await type('SKJ4H7T2QX', (await makeOrder(shop.deps.orm)).id)
    await type('SKJ4H7T2QX')
    now = new Date(now.getTime() + 5 * 3_600_000)
    await comeBack()
    await refuse((await claims()).claims[0]?.id)
    await askAfter(0)
    expect(await countWaitingClaims(shop.deps.orm.em.fork())).toEqual({ count: 1, oldestAt: now })
  })

  it('changes its order as it is typed, waits and is decided, for whoever follows the orders', async () => {
    const other = await makeOrder(shop.deps.orm)
    const followed = async (since: Date) => {
      const url = `/api/admin/orders?updatedSince=${since.toISOString()}`
      const { orders } = (await shop.app.inject({ url, headers })).json<OrderList>()
      return new Map(orders.map(({ id, hasOpenClaim }) => [id, hasOpenClaim]))
    }
    const later = () => {
      now = new Date(now.getTime() + 60_000)
      return now
    }
    simulator.control.direct('daraja.result', { usually: [{ weight: 1, do: { lost: true } }] })
    const typedAt = later()
    await type('SKJ4H7T2QX', other.id)
    await type('SKJ4H7T2QX')
    expect(await followed(typedAt)).toEqual(
      new Map([
        [other.id, true],
        [order.id, true],
      ]),
    )
    // Asking again decides nothing.
    const askedAt = later()
    await askAfter(1)
    expect(await followed(askedAt)).toEqual(new Map())
    const refusedAt = later()
    await refuse((await claims()).claims.find(({ orderId }) => orderId === other.id)?.id)
    expect(await followed(refusedAt)).toEqual(new Map([[other.id, false]]))
    // The one that waited is checked now.
    const takenUpAt = later()
    await askAfter(0)
    expect(await followed(takenUpAt)).toEqual(new Map())
    await refuse((await claims()).claims[0]?.id)
    expect(await followed(takenUpAt)).toEqual(new Map([[order.id, false]]))
  })

  it('changes the order that waited with it, and owes nothing any more', async () => {
    simulator.control.direct('daraja.result', { usually: [{ weight: 1, do: { lost: true } }] })
    const other = await makeOrder(shop.deps.orm)
    await type('SKJ4H7T2QX', other.id)
    await type('SKJ4H7T2QX')
    await shop.query('update orders set paid_at = now() where id = $1', [order.id])
    await refuse((await claims()).claims[0]?.id)
    await askAfter(1)
    const [row] = await shop.query<{ at: Date }>('select updated_at as at from orders where id = $1', [order.id])
    expect(row?.at).toEqual(now)
  })

  it('that was paid for one order is refused for the other that waited', async () => {
    payByHand('SKJ4H7T2QX')
    const other = await makeOrder(shop.deps.orm)
    simulator.control.direct('daraja.result', { next: [{ lost: true }] })
    await type('SKJ4H7T2QX')
    expect(await type('SKJ4H7T2QX', other.id)).toMatchObject({ state: 'checking' })
    await askAfter(1)
    await becomes('paid', /SKJ4H7T2QX/)
    await askAfter(0)
    await becomes('refused', /^This code was used/, other.id)
    expect(await payments()).toHaveLength(1)
  })

  it('that many browsers type at once for two orders pays once', async () => {
    payByHand('SKJ4H7T2QX')
    const other = await makeOrder(shop.deps.orm)
    await Promise.all([order.id, other.id, order.id, other.id].map((id) => type('SKJ4H7T2QX', id)))
    await expect.poll(payments, patiently).toEqual([{ ...paid, receipt: 'SKJ4H7T2QX' }])
    await expect.poll(async () => (await claims()).total, patiently).toBe(0)
    expect(await shop.query(`select from receipt_claims where state = 'paid'`)).toHaveLength(1)
  })

  it('that has paid this order may be typed again', async () => {
    payByHand('SKJ4H7T2QX')
    await type('SKJ4H7T2QX')
    await becomes('paid', /SKJ4H7T2QX/)
    expect(await type('SKJ4H7T2QX')).toMatchObject({ state: 'paid' })
    expect(await shop.query('select from receipt_claims')).toHaveLength(1)
  })

  it('whose money the owner takes off the order again pays it no more, and is the owner’s when it is typed again', async () => {
    payByHand('SKJ4H7T2QX')
    await type('SKJ4H7T2QX')
    await becomes('paid', /SKJ4H7T2QX/)
    const [line] = await shop.query<{ id: string }>('select id from gateway_transactions')
    const settle = (what: string, payload: object) =>
      shop.app.inject({ method: 'POST', url: `/api/admin/transactions/${line?.id}/${what}`, headers, payload })
    expect((await settle('unassign', {})).statusCode).toBe(200)
    expect(await status()).toMatchObject({
      state: 'unpaid',
      receiptClaim: {
        state: 'refused',
        message: expect.stringMatching(/was taken off this order again\. Please contact/),
      },
    })
    expect(await type('SKJ4H7T2QX')).toMatchObject({
      state: 'checking',
      message: expect.stringMatching(/compare it with our M-Pesa account ourselves/),
    })
    await askAfter(1)
    expect(await status()).toMatchObject({ state: 'unpaid', receiptClaim: { state: 'checking' } })
    expect(await claims()).toMatchObject({ total: 1, claims: [{ orderId: order.id, leftBecause: 'unproved' }] })
    expect((await settle('assign', { orderId: order.id })).statusCode).toBe(200)
    await askAfter(1)
    await becomes('paid', /SKJ4H7T2QX/)
    expect(await shop.query('select state from receipt_claims order by number')).toEqual([
      { state: 'refused' },
      { state: 'paid' },
    ])
  })

  it('whose money the owner takes off while it is typed again is paid nowhere, however they race', async () => {
    for (let round = 0; round < 10; round++) {
      const receipt = `SKJ4H7T2Q${round}`
      const of = { orderId: (await makeOrder(shop.deps.orm)).id, remoteAddress: `41.90.2.${round}` }
      const line = { gateway: 'mpesa', reference: receipt, kind: 'payment', amountCents: 450_000 } as const
      const { id } = await shop.deps.orm.em
        .fork()
        .transactional((tx) => upsertTransaction(tx, now, { ...line, occurredAt: now, source: 'confirmation' }))
      expect((await post(receipt, of)).json()).toMatchObject({ state: 'paid' })
      const answers = await Promise.all([
        post(receipt, of),
        shop.app.inject({ method: 'POST', url: `/api/admin/transactions/${id}/unassign`, headers, payload: {} }),
        post(receipt, { ...of, orderId: (await makeOrder(shop.deps.orm)).id }),
        post(receipt, of),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
      await askAfter(0)
      expect(await shop.query(`select from receipt_claims where state = 'paid'`)).toEqual([])
    }
    expect(await shop.query('select from orders where paid_at is not null')).toEqual([])
  })

  it('of an order that was paid in another way is kept as money to pay back', async () => {
    payByHand('SKJ4H7T2QX')
    payByHand('SKJ4H7T2QY')
    await type('SKJ4H7T2QX')
    await becomes('paid', /SKJ4H7T2QX/)
    now = new Date(now.getTime() + 1_000)
    await type('SKJ4H7T2QY')
    await becomes('paid', /SKJ4H7T2QY/)
    expect(await payments()).toMatchObject([
      { receipt: 'SKJ4H7T2QX', is_surplus: false },
      { receipt: 'SKJ4H7T2QY', is_surplus: true, attention: 'paid-twice' },
    ])
  })
})

describe('of receipts that were typed at one instant', () => {
  it('the last one is shown to the shopper, and comes first for the owner', async () => {
    shop.deps.gateways.reversals = null
    const receipts = ['AAAAAAAAA1', 'AAAAAAAAA2', 'AAAAAAAAA3', 'AAAAAAAAA4', 'AAAAAAAAA5']
    for (const receipt of receipts) await type(receipt)
    expect((await claims()).claims.map(({ receipt }) => receipt)).toEqual(receipts.toReversed())
    const last = (await claims()).claims[0]?.id
    await shop.app.inject({
      method: 'POST',
      url: `/api/admin/receipt-claims/${last}/refuse`,
      headers,
      payload: { reason: 'The last one.' },
    })
    expect((await status()).receiptClaim).toMatchObject({ message: expect.stringContaining('The last one.') })
  })
})

describe('an answer about a typed receipt', () => {
  it('that is lost is asked for again, with growing pauses, until it comes', async () => {
    payByHand('SKJ4H7T2QX')
    simulator.control.direct('daraja.result', { next: [{ lost: true }, { lost: true }] })
    await type('SKJ4H7T2QX')
    await askAfter(0.4)
    expect(await shop.query('select query_count from receipt_claims')).toEqual([{ query_count: 0 }])
    await askAfter(0.2)
    await expect.poll(() => simulator.control.deliveries().length, patiently).toBe(2)
    expect(await status()).toMatchObject({ state: 'unpaid' })
    await askAfter(2)
    await becomes('paid', /SKJ4H7T2QX/)
  })

  it('that never comes leaves the claim to the owner after a day', async () => {
    simulator.control.direct('daraja.status-result', { usually: [{ weight: 1, do: { kind: 'forgotten' } }] })
    await type('SKJ4H7T2QX')
    let asked = 0
    for (let hour = 0; hour < 26; hour++) {
      await askAfter(60)
      const [row] = await shop.query<{ count: number }>('select query_count as count from receipt_claims')
      asked = row?.count ?? 0
    }
    expect(asked).toBeGreaterThan(20)
    headers = await logIn(shop.deps.orm, { lastSeenAt: now, expiresAt: new Date(now.getTime() + 60_000) })
    expect(await claims()).toMatchObject({ total: 1, claims: [{ isWithShop: true, state: 'checking' }] })
    expect((await status()).receiptClaim.message).toMatch(/compare it with our M-Pesa account ourselves/)
    await askAfter(600)
    expect(await shop.query('select query_count from receipt_claims')).toEqual([{ query_count: asked }])
  })

  it.each([
    ['a fault of the question', { kind: 'code', code: '25' }],
    ['the queue’s time-out', { kind: 'timeout' }],
  ] as const)('that is %s says nothing about the receipt: it is asked for again', async (_what, plan) => {
    payByHand('SKJ4H7T2QX')
    simulator.control.direct('daraja.status-result', { next: [plan] })
    await type('SKJ4H7T2QX')
    await answersProcessed(1)
    expect((await status()).receiptClaim).toMatchObject({ state: 'checking' })
    await askAfter(1)
    await becomes('paid', /SKJ4H7T2QX/)
  })

  it('is asked for later where M-Pesa takes no question on', async () => {
    payByHand('SKJ4H7T2QX')
    simulator.control.direct('daraja.status', { next: [{ kind: 'status', status: 429 }] })
    expect(await type('SKJ4H7T2QX')).toMatchObject({ state: 'checking' })
    await askAfter(1)
    await becomes('paid', /SKJ4H7T2QX/)
  })

  it('that comes four times at once counts once', async () => {
    payByHand('SKJ4H7T2QX')
    simulator.control.direct('daraja.result', { next: [{ times: 4, together: true }] })
    await type('SKJ4H7T2QX')
    await becomes('paid', /SKJ4H7T2QX/)
    expect(await payments()).toHaveLength(1)
    expect(await shop.query(`select from payment_events where to_status = 'completed'`)).toHaveLength(1)
  })

  it('that comes after the owner has refused pays nothing by itself: the money is unmatched', async () => {
    payByHand('SKJ4H7T2QX')
    simulator.control.direct('daraja.result', { next: [{ delayMs: 86_400_000 }] })
    await type('SKJ4H7T2QX')
    const [claim] = (await claims()).claims
    const url = `/api/admin/receipt-claims/${claim?.id}/refuse`
    const refused = await shop.app.inject({ method: 'POST', url, headers, payload: { reason: 'Call us, please.' } })
    expect(refused.json()).toMatchObject({ state: 'refused', reason: 'administrator', note: 'Call us, please.' })
    expect((await status()).receiptClaim.message).toBe('The shop did not find this payment. Call us, please.')
    await expect.poll(() => simulator.control.state().pendingDeliveries, patiently).toBe(1)
    await simulator.control.releaseDeliveries()
    await answersProcessed(1)
    expect(await payments()).toEqual([])
    expect(await unmatched()).toMatchObject([{ reference: 'SKJ4H7T2QX' }])
    const again = await shop.app.inject({ method: 'POST', url, headers, payload: { reason: 'Again' } })
    expect(again.statusCode).toBe(409)
  })

  it('that is forged finds no address', async () => {
    payByHand('SKJ4H7T2QX')
    const payload = { Result: { ResultCode: 0, ConversationID: 'AG_1' } }
    const answer = await shop.app.inject({ method: 'POST', url: `/api/hooks/result/${'0'.repeat(64)}`, payload })
    expect(answer.statusCode).toBe(404)
  })
})

describe('without an operator', () => {
  beforeEach(() => {
    shop.deps.gateways.reversals = null
  })

  it('a typed receipt waits for the owner, who sees it, and pays nothing', async () => {
    payByHand('SKJ4H7T2QX')
    expect((await type('SKJ4H7T2QX')).message).toMatch(/compare it with our M-Pesa account ourselves/)
    await askAfter(60)
    expect(await claims()).toEqual({
      total: 1,
      nextCursor: null,
      claims: [
        {
          id: expect.any(String),
          orderId: order.id,
          orderNumber: order.orderNumber,
          customerName: order.customerName,
          amount: 450_000,
          paymentMethod: 'mpesa',
          receipt: 'SKJ4H7T2QX',
          state: 'checking',
          reason: null,
          note: null,
          askedAt: expect.any(String),
          answeredAt: null,
          queryCount: 0,
          isWithShop: true,
          leftBecause: null,
          minutesAfter: null,
          alsoTypedFor: [],
        },
      ],
    })
    expect(await payments()).toEqual([])
  })

  it('it pays once M-Pesa confirms the money in another way', async () => {
    await type('SKJ4H7T2QX')
    await shop.deps.orm.em.fork().transactional((tx) =>
      upsertTransaction(tx, now, {
        gateway: 'mpesa',
        reference: 'SKJ4H7T2QX',
        kind: 'payment',
        amountCents: 450_000,
        occurredAt: now,
        source: 'statement',
      }),
    )
    await askAfter(1)
    expect((await status()).receiptClaim).toMatchObject({ state: 'paid' })
    expect(await payments()).toEqual([{ ...paid, receipt: 'SKJ4H7T2QX' }])
  })

  it.each([
    ['for this order, it has paid', true, 'paid'],
    ['for another order, it was used', false, 'refused'],
  ])('and the owner records the money by hand %s', async (_what, isOwn, state) => {
    await type('SKJ4H7T2QX')
    const orderId = isOwn ? order.id : (await makeOrder(shop.deps.orm)).id
    const payload = {
      orderId,
      paymentMethod: 'mpesa',
      amount: 450_000,
      status: 'completed',
      receipt_number: 'skj4h7t2qx',
    }
    const recorded = await shop.app.inject({ method: 'POST', url: '/api/admin/payments', headers, payload })
    expect(recorded.statusCode).toBe(201)
    await askAfter(1)
    expect((await status()).receiptClaim).toMatchObject({ state })
    expect(await claims()).toMatchObject({ total: 0 })
  })
})

describe('the limits of typed receipts', () => {
  const receipt = (n: number) => `AAAAAAAAA${n}`

  it('let five through for an order in an hour', async () => {
    // Without an operator nothing is refused meanwhile, and the last one is typed again while it is open.
    shop.deps.gateways.reversals = null
    for (let n = 0; n < 5; n++) {
      expect((await post(receipt(n))).statusCode).toBe(200)
      now = new Date(now.getTime() + 60_000)
    }
    const sixth = await post(receipt(5))
    expect(sixth.statusCode).toBe(429)
    expect(Number(sixth.headers['retry-after'])).toBe(55 * 60)
    expect((await post(receipt(4))).statusCode).toBe(200)
    now = new Date(now.getTime() + 55 * 60_000)
    expect((await post(receipt(5))).statusCode).toBe(200)
  })

  it('stop a network that tries receipts on many orders, and count only what was checked', async () => {
    await using limited = await openShop({ LIMIT_RECEIPTS: '2/3600' })
    const orders = await Promise.all([1, 2, 3].map(() => makeOrder(limited.deps.orm)))
    const ask = async (n: number, text: string, remoteAddress = '41.90.1.2') =>
      (await post(text, { orderId: orders[n]?.id ?? '', remoteAddress, on: limited })).statusCode
    expect(await ask(0, 'no receipt')).toBe(400)
    expect(await ask(0, receipt(0))).toBe(200)
    expect(await ask(1, receipt(1))).toBe(200)
    expect(await ask(2, receipt(2))).toBe(429)
    expect(await ask(2, receipt(2), '41.90.1.3')).toBe(200)
  })
})

describe('where a shopper may pay without a prompt', () => {
  const methods = async (on: TestApp) => (await on.app.inject('/api/payments/methods')).json()

  it('is the till of a shop with one, and the paybill of any other', async () => {
    expect((await methods(shop)).mpesa.payYourself).toMatchObject({ kind: 'till', number: tillNumber })
    await using paybill = await openShop({ MPESA_TILL: '', MPESA_TRANSACTION_TYPE: 'CustomerPayBillOnline' })
    expect((await methods(paybill)).mpesa.payYourself).toMatchObject({ kind: 'paybill', number: merchant.shortcode })
  })

  it('is nowhere without M-Pesa: no receipt is taken', async () => {
    shop.deps.gateways.mpesa = null
    expect((await methods(shop)).mpesa).toBeNull()
    expect((await post('SKJ4H7T2QX')).json()).toMatchObject({ code: 'MPESA_NOT_CONFIGURED' })
  })
})

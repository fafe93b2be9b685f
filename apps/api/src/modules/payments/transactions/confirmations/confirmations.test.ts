import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-test-app.ts'
import {
  confirmationBody,
  lineOf,
  newReceipt,
  ownShortcode,
  postConfirmations,
} from '../../../../testing/confirmation-harness.ts'
import { makeOrder, makePayment } from '../../../../testing/factories.ts'
import { keepLines } from '../../daily-check/keep-lines.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import { matchTransactions } from '../match-transactions.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await buildTestApp({ env: ownShortcode })
})
afterAll(() => shop[Symbol.asyncDispose]())

const ctx = () => ({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
const numberOf = async ({ id }: { id: string }) =>
  (await shop.query<{ number: string }>('select order_number as number from orders where id = $1', [id]))[0]
    ?.number as string
const callback = (paymentId: string, receipt: string) =>
  settlePayment(ctx(), paymentId, { source: 'callback', kind: 'succeeded', amountShillings: 4_500, receipt })
const paymentsOf = ({ id }: { id: string }) =>
  shop.query<{ status: string; receipt: string | null; attention: string | null; isSurplus: boolean }>(
    `select status, provider_receipt as receipt, attention, is_surplus as "isSurplus" from payments where order_id = $1
     order by created_at, id`,
    [id],
  )
const isPaid = async ({ id }: { id: string }) =>
  (await shop.query('select from orders where id = $1 and paid_at is not null', [id])).length === 1
const historyOf = async (reference: string) =>
  (
    await shop.query<{ what: string }>(
      `select e.what from gateway_transaction_events e join gateway_transactions t on t.id = e.transaction_id
       where t.reference = $1 order by e.id`,
      [reference],
    )
  ).map(({ what }) => what)

describe('money paid to the Paybill by hand', () => {
  it.each([
    ['as it is', (number: string) => number],
    [
      'in small letters, with blanks and a dash',
      (number: string) => ` ${number.toLowerCase().slice(0, 2)}- ${number.slice(2)} `,
    ],
  ])('with the order number %s and the exact amount pays the order', async (_how, typed) => {
    const order = await makeOrder(shop.deps.orm)
    const body = confirmationBody({ BillRefNumber: typed(await numberOf(order)) })
    await postConfirmations(shop, body)
    expect(await lineOf(shop, body.TransID)).toMatchObject({ orderId: order.id, amount: 4_500, status: 'completed' })
    expect(await paymentsOf(order)).toEqual([
      { status: 'completed', receipt: body.TransID, attention: null, isSurplus: false },
    ])
    expect(await isPaid(order)).toBe(true)
    expect(await historyOf(body.TransID)).toEqual(['reported', 'assigned'])
    expect(
      await shop.query(
        'select mpesa_status as status, mpesa_receipt_number as receipt, status as "orderStatus" from orders where id = $1',
        [order.id],
      ),
    ).toEqual([{ status: 'paid', receipt: body.TransID, orderStatus: 'processing' }])
    expect(
      await shop.query('select from payment_emails e join payments p on p.id = e.payment_id where p.order_id = $1', [
        order.id,
      ]),
    ).toHaveLength(1)
  })

  it('is booked once, however often and however differently it is reported', async () => {
    const order = await makeOrder(shop.deps.orm)
    const body = confirmationBody({ BillRefNumber: await numberOf(order) })
    await postConfirmations(
      shop,
      body,
      body,
      { ...body, OrgAccountBalance: '1.00' },
      { ...body, MSISDN: '254712345678' },
    )
    await postConfirmations(shop, { ...body, TransAmount: '4500' })
    expect(await paymentsOf(order)).toHaveLength(1)
    expect(await shop.query('select from gateway_transactions where reference = $1', [body.TransID])).toHaveLength(1)
  })

  it.each([
    ['another amount', { TransAmount: '4499.00' }],
    ['a number that no order has', { BillRefNumber: 'SHOES' }],
    ['no account', { BillRefNumber: '' }],
    ['another business’s number', { BusinessShortCode: '600000' }],
  ])('with %s pays nothing and stays unmatched', async (_what, change) => {
    const order = await makeOrder(shop.deps.orm)
    const body = confirmationBody({ BillRefNumber: await numberOf(order), ...change })
    await postConfirmations(shop, body)
    expect(await lineOf(shop, body.TransID)).toMatchObject({ kind: 'payment', orderId: null })
    expect(await paymentsOf(order)).toEqual([])
    expect(await isPaid(order)).toBe(false)
  })

  it.each([
    ['of a type that nobody has seen', { TransactionType: 'Pochi la Biashara' }],
    ['to a number that is not the shop’s', { BusinessShortCode: '600000' }],
  ])('%s waits for the owner, though a list has it too', async (_what, change) => {
    const order = await makeOrder(shop.deps.orm)
    const body = confirmationBody({ BillRefNumber: await numberOf(order), ...change })
    const listed = {
      reference: body.TransID,
      kind: 'payment' as const,
      amountCents: 450_000,
      feeCents: null,
      netCents: null,
      balanceCurrency: null,
      occurredAt: shop.deps.clock(),
      account: body.BillRefNumber,
      payerName: null,
      payerPhone: null,
      description: null,
      relatedReference: null,
    }
    await shop.deps.orm.em
      .fork()
      .transactional((tx) =>
        keepLines(tx, shop.deps.clock(), { gateway: 'mpesa', source: 'statement', lines: [listed] }),
      )
    await postConfirmations(shop, body)
    await matchTransactions(ctx())
    expect(await paymentsOf(order)).toEqual([])
    await expect(
      shop.query('update gateway_transactions set is_left_to_owner = false where reference = $1', [body.TransID]),
    ).rejects.toThrow('keeps what a gateway reported')
  })

  it('for an order that is paid already, or was deleted, stays unmatched', async () => {
    const [paid, deleted] = [await makeOrder(shop.deps.orm), await makeOrder(shop.deps.orm)]
    await callback((await makePayment(shop.deps.orm, paid)).id, newReceipt())
    await shop.query('update orders set deleted_at = now() where id = $1', [deleted.id])
    for (const order of [paid, deleted]) {
      const body = confirmationBody({ BillRefNumber: await numberOf(order) })
      await postConfirmations(shop, body)
      expect(await lineOf(shop, body.TransID)).toMatchObject({ orderId: null })
    }
  })

  it('revives an order whose shopper had cancelled it, and tells the owner', async () => {
    const order = await makeOrder(shop.deps.orm, { status: 'cancelled' })
    const body = confirmationBody({ BillRefNumber: await numberOf(order) })
    await postConfirmations(shop, body)
    expect(await lineOf(shop, body.TransID)).toMatchObject({ orderId: order.id, attention: 'order-cancelled' })
  })
})

describe('a payment by prompt that is confirmed here too', () => {
  it('is its attempt, when its callback came first', async () => {
    const order = await makeOrder(shop.deps.orm)
    const attempt = await makePayment(shop.deps.orm, order)
    const receipt = newReceipt()
    await callback(attempt.id, receipt)
    await postConfirmations(
      shop,
      confirmationBody({ TransID: receipt.toLowerCase(), BillRefNumber: await numberOf(order) }),
    )
    expect(await paymentsOf(order)).toEqual([{ status: 'completed', receipt, attention: null, isSurplus: false }])
    expect(await historyOf(receipt)).toEqual(['reported', 'matched'])
  })

  it('settles its attempt, when its callback comes later or never', async () => {
    const order = await makeOrder(shop.deps.orm)
    const attempt = await makePayment(shop.deps.orm, order)
    const body = confirmationBody({ BillRefNumber: await numberOf(order) })
    await postConfirmations(shop, body)
    const settled = [{ status: 'completed', receipt: body.TransID, attention: null, isSurplus: false }]
    expect(await paymentsOf(order)).toEqual(settled)
    expect(await callback(attempt.id, body.TransID)).toEqual({ result: 'known', status: 'completed' })
    expect(await paymentsOf(order)).toEqual(settled)
  })

  it('at a till, without an order number, waits for its callback and is matched then', async () => {
    const order = await makeOrder(shop.deps.orm)
    const attempt = await makePayment(shop.deps.orm, order)
    const body = confirmationBody({ TransactionType: 'Customer Merchant Payment' })
    await postConfirmations(shop, body)
    expect(await lineOf(shop, body.TransID)).toMatchObject({ orderId: null })
    await callback(attempt.id, body.TransID)
    expect(await matchTransactions(ctx())).toBe(1)
    expect(await lineOf(shop, body.TransID)).toMatchObject({ orderId: order.id })
    expect(await matchTransactions(ctx())).toBe(0)
  })

  it('brings the receipt of an attempt that only a status query had called paid', async () => {
    const order = await makeOrder(shop.deps.orm)
    const attempt = await makePayment(shop.deps.orm, order)
    await settlePayment(ctx(), attempt.id, { source: 'query', kind: 'succeeded' })
    const body = confirmationBody({ BillRefNumber: await numberOf(order) })
    await postConfirmations(shop, body)
    expect(await paymentsOf(order)).toEqual([
      { status: 'completed', receipt: body.TransID, attention: null, isSurplus: false },
    ])
  })

  it('pays the attempt that was cancelled in the shop, so that no status query books it a second time', async () => {
    const order = await makeOrder(shop.deps.orm)
    const attempt = await makePayment(shop.deps.orm, order)
    await shop.query('update payments set next_query_at = now() where id = $1', [attempt.id])
    await settlePayment(ctx(), attempt.id, {
      source: 'shopper',
      kind: 'failed',
      code: 'shopper',
      reason: 'turned away',
    })
    const body = confirmationBody({ BillRefNumber: await numberOf(order) })
    await postConfirmations(shop, body)
    await settlePayment(ctx(), attempt.id, { source: 'query', kind: 'succeeded' })
    expect(await paymentsOf(order)).toEqual([
      { status: 'completed', receipt: body.TransID, attention: 'late', isSurplus: false },
    ])
  })

  it('and its callback at the same moment book it once', async () => {
    for (let round = 0; round < 20; round++) {
      const order = await makeOrder(shop.deps.orm)
      const attempt = await makePayment(shop.deps.orm, order)
      const receipt = newReceipt()
      const body = confirmationBody({ TransID: receipt, BillRefNumber: await numberOf(order) })
      await Promise.all([
        postConfirmations(shop, body, { ...body, OrgAccountBalance: '2.00' }),
        callback(attempt.id, receipt),
        matchTransactions(ctx()),
      ])
      expect(await paymentsOf(order)).toEqual([{ status: 'completed', receipt, attention: null, isSurplus: false }])
      expect(await lineOf(shop, receipt)).toMatchObject({ orderId: order.id })
    }
  })
})

describe('what comes to the address', () => {
  it('is refused under any other token', async () => {
    await postConfirmations(shop)
    for (const hook of ['confirmation', 'validation']) {
      const answer = await shop.app.inject({ method: 'POST', url: `/api/hooks/${hook}/${'0'.repeat(64)}`, payload: {} })
      expect(answer.statusCode).toBe(404)
    }
  })

  it('for validation is always accepted', async () => {
    const [{ token } = { token: '' }] = await shop.query<{ token: string }>('select token from confirmation_addresses')
    const answer = await shop.app.inject({ method: 'POST', url: `/api/hooks/validation/${token}`, payload: {} })
    expect(answer.json()).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' })
  })

  it('is set aside for the owner at once where nobody can read it', async () => {
    await postConfirmations(shop, '<html>')
    expect(await shop.query('select is_confirmation, attempts from webhook_events where processed_at is null')).toEqual(
      [{ is_confirmation: true, attempts: 1 }],
    )
    await shop.query('update webhook_events set processed_at = now() where processed_at is null')
  })

  it('of a settlement is kept, and is no sale', async () => {
    const body = confirmationBody({ TransactionType: 'Organization Settlement Account' })
    await postConfirmations(shop, body)
    expect(await lineOf(shop, body.TransID)).toMatchObject({ kind: 'other', cents: 450_000, orderId: null })
  })
})

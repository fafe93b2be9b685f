import type { PaymentList, PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Order } from '../modules/orders/order.entity.ts'
import { settlePayment } from '../modules/payments/settlement/settle-payment.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { logIn, makeOrder, makePayment } from './factories.ts'

/** A shop with one unpaid order of 4,850 shillings before each test, and the administrator at its payments over REST. */
export function openPaymentHarness() {
  let shop: TestApp
  let headers: { cookie: string }
  let order: Order
  beforeAll(async () => {
    shop = await buildTestApp()
    headers = await logIn(shop.deps.orm)
  })
  afterAll(() => shop[Symbol.asyncDispose]())
  beforeEach(async () => {
    await shop.query('delete from orders')
    order = await makeOrder(shop.deps.orm, { total: 4_850 })
  })

  const form = (change: object = {}) => ({
    orderId: order.id,
    paymentMethod: 'mpesa',
    amount: 485_000,
    status: 'pending',
    ...change,
  })
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    shop.app.inject({ method, url: `/api/admin/payments${path}`, headers, ...(payload && { payload }) })
  async function create(change: object = {}): Promise<PaymentRecord> {
    const answer = await call('POST', '', form(change))
    expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 201 })
    return answer.json()
  }
  const list = async (query = '') => (await call('GET', `?${query}`)).json<PaymentList>()
  const events = (id: string) =>
    shop.query(
      `select source, from_status, to_status from payment_events where payment_id = $1 order by payment_events.id`,
      [id],
    )
  const orderNow = async (id = order.id) =>
    (
      await shop.query(
        'select status, paid_at is not null as paid, mpesa_status, mpesa_receipt_number as receipt, payment_method from orders where id = $1',
        [id],
      )
    )[0]

  /** A prompt that the shopper paid. */
  async function paidByPrompt(receipt = 'TJK0000001'): Promise<string> {
    const { id } = await makePayment(shop.deps.orm, order)
    const outcome = { source: 'callback', kind: 'succeeded', receipt } as const
    await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, id, outcome)
    return id
  }

  return { shop: () => shop, order: () => order, form, call, create, list, events, orderNow, paidByPrompt }
}

import type { AnsweredApart, CancelledOrder } from '@marashi/domain/contracts/admin-order-steps'
import { decideSettlement } from '@marashi/domain/rules/settlement'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testPassword } from '../../testing/build-test-app.ts'
import { newReceipt } from '../../testing/confirmation-harness.ts'
import { logIn, makeOrder, makePayment } from '../../testing/factories.ts'
import { fakeReversals } from '../../testing/fake-gateways.ts'
import { applyDecision } from '../payments/settlement/apply-decision.ts'
import { lockPayment, settlementState } from '../payments/settlement/lock-payment.ts'
import { settlePayment } from '../payments/settlement/settle-payment.ts'

let shop: TestApp
let headers: { cookie: string }
beforeAll(async () => {
  shop = await buildTestApp({ gateways: { reversals: fakeReversals() } })
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const post = async (path: string, payload: object) =>
  await shop.app.inject({ method: 'POST', url: `/api/admin/orders/${path}`, headers, payload })
type Answer = Awaited<ReturnType<typeof post>>

/** Sends what `cancel` sends of an order while a callback, which has locked the order, books its payment. */
async function whilePaid(cancel: (id: string) => Promise<Answer>) {
  const order = await makeOrder(shop.deps.orm)
  const { id: paymentId } = await makePayment(shop.deps.orm, order)
  let cancelling: Promise<Answer> | undefined
  await shop.deps.orm.em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    cancelling = cancel(order.id)
    await expect.poll(async () => (await shop.query(waiting)).length, { interval: 20 }).toBe(1)
    const outcome = { source: 'callback', kind: 'succeeded', amountShillings: 4_500, receipt: newReceipt() } as const
    const decision = decideSettlement(settlementState(payment), outcome, { isReceiptUsed: false, refusedBefore: null })
    await applyDecision(tx, shop.deps.clock(), { payment, outcome, decision })
  })
  const answer = await (cancelling as Promise<Answer>)
  const [now] = await shop.query('select status from orders where id = $1', [order.id])
  return { id: order.id, answer, now }
}

describe('cancelling an order with all of its money, at the moment in which money comes', () => {
  const cancel = (id: string, more: object) => post(`${id}/cancel`, { reason: 'Sold out', ...more })

  it('gives that back too', async () => {
    const { answer } = await whilePaid((order) => cancel(order, { refund: 'manual' }))
    expect(answer.json<CancelledOrder>()).toMatchObject({
      order: { status: 'cancelled', paymentState: 'refunded' },
      refunds: [{ status: 'succeeded', amount: 450_000 }],
      problem: null,
    })
  })

  it('cancels nothing where giving it back takes the password, which was not asked for', async () => {
    const { id, answer, now } = await whilePaid((order) => cancel(order, { refund: 'provider' }))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'STALE'])
    expect(now).toEqual({ status: 'processing' })
    const again = await cancel(id, { refund: 'provider', password: testPassword })
    expect(again.json<CancelledOrder>()).toMatchObject({
      order: { status: 'cancelled' },
      refunds: [{ amount: 450_000 }],
      problem: null,
    })
  })
})

describe('cancelling several orders, at the moment in which money comes', () => {
  const cancel = (ids: readonly string[]) => post('cancel', { orders: ids.map((id) => ({ id })), reason: 'Not real' })

  it('leaves the order alone whose money is being booked', async () => {
    const { answer, now } = await whilePaid((id) => cancel([id]))
    expect(answer.json<AnsweredApart>().results).toMatchObject([{ order: null, problem: { code: 'ORDER_HAS_MONEY' } }])
    expect(now).toEqual({ status: 'processing' })
  })

  it('leaves no money on an order that stays cancelled, whichever of the two is first', async () => {
    const orders = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const order = await makeOrder(shop.deps.orm)
        return { id: order.id, paymentId: (await makePayment(shop.deps.orm, order)).id }
      }),
    )
    const booking = async () => {
      // From the other end, so that the two meet.
      for (const { paymentId } of orders.toReversed()) {
        const report = { source: 'callback', kind: 'succeeded', receipt: newReceipt() } as const
        await settlePayment({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock }, paymentId, report)
      }
    }
    const [answer] = await Promise.all([cancel(orders.map(({ id }) => id)), booking()])
    const answered = answer.json<AnsweredApart>().results
    const wasCancelled = new Map(answered.map(({ id, problem }) => [id, problem === null]))
    const rows = await shop.query<{ id: string; status: string; payment: string; flag: string | null }>(
      `select o.id, o.status, p.status as payment, p.attention as flag from orders o join payments p on p.order_id = o.id
       where o.id = any($1)`,
      [orders.map(({ id }) => id)],
    )
    expect(rows).toEqual(
      rows.map(({ id }) => {
        return { id, status: 'processing', payment: 'completed', flag: wasCancelled.get(id) ? 'order-cancelled' : null }
      }),
    )
    expect(new Set(wasCancelled.values())).toEqual(new Set([true, false]))
  })
})

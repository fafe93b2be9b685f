import type { CancelledOrder } from '@marashi/domain/contracts/admin-order-steps'
import { decideSettlement } from '@marashi/domain/rules/settlement'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testPassword } from '../../testing/build-test-app.ts'
import { newReceipt } from '../../testing/confirmation-harness.ts'
import { logIn, makeOrder, makePayment } from '../../testing/factories.ts'
import { fakeReversals } from '../../testing/fake-gateways.ts'
import { applyDecision } from '../payments/settlement/apply-decision.ts'
import { lockPayment, settlementState } from '../payments/settlement/lock-payment.ts'

let shop: TestApp
let headers: { cookie: string }
beforeAll(async () => {
  shop = await buildTestApp({ gateways: { reversals: fakeReversals() } })
  headers = await logIn(shop.deps.orm)
})
afterAll(() => shop[Symbol.asyncDispose]())

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Cancels an order with its money while a callback, which has locked the order, books its payment. */
async function cancelWhilePaid(refund: 'manual' | 'provider') {
  const order = await makeOrder(shop.deps.orm)
  const { id: paymentId } = await makePayment(shop.deps.orm, order)
  const cancel = async (more: object = {}) => {
    const payload = { reason: 'Sold out', refund, ...more }
    return await shop.app.inject({ method: 'POST', url: `/api/admin/orders/${order.id}/cancel`, headers, payload })
  }
  let cancelling: ReturnType<typeof cancel> | undefined
  await shop.deps.orm.em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    cancelling = cancel()
    await expect.poll(async () => (await shop.query(waiting)).length, { interval: 20 }).toBe(1)
    const outcome = { source: 'callback', kind: 'succeeded', amountShillings: 4_500, receipt: newReceipt() } as const
    const decision = decideSettlement(settlementState(payment), outcome, { isReceiptUsed: false, refusedBefore: null })
    await applyDecision(tx, shop.deps.clock(), { payment, outcome, decision })
  })
  const answer = await (cancelling as ReturnType<typeof cancel>)
  const [now] = await shop.query('select status from orders where id = $1', [order.id])
  return { answer, now, cancel }
}

describe('cancelling an order with all of its money, at the moment in which money comes', () => {
  it('gives that back too', async () => {
    const { answer } = await cancelWhilePaid('manual')
    expect(answer.json<CancelledOrder>()).toMatchObject({
      order: { status: 'cancelled', paymentState: 'refunded' },
      refunds: [{ status: 'succeeded', amount: 450_000 }],
      problem: null,
    })
  })

  it('cancels nothing where giving it back takes the password, which was not asked for', async () => {
    const { answer, now, cancel } = await cancelWhilePaid('provider')
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'STALE'])
    expect(now).toEqual({ status: 'processing' })
    expect((await cancel({ password: testPassword })).json<CancelledOrder>()).toMatchObject({
      order: { status: 'cancelled' },
      refunds: [{ amount: 450_000 }],
      problem: null,
    })
  })
})

import type { Failure } from '@marashi/api-client/failure'
import type { PaymentStatusAnswer } from '@marashi/domain/contracts/orders'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refusal, ShopDouble } from '../../../testing/shop-double.tsx'
import { usePaymentStatus } from './use-payment-status.ts'

const unpaid = { state: 'unpaid', mpesaStatus: 'pending', mpesaReceiptNumber: null } as PaymentStatusAnswer

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** What the hook has said so far, the latest last, to a shop that does as `answer` says. */
function follow(answer: () => PaymentStatusAnswer) {
  const said: boolean[] = []
  const outages = vi.fn((_failure: Failure) => undefined)
  function Probe() {
    const { isOut } = usePaymentStatus({ orderId: '7', polling: 'often', onStatus: () => undefined, onOutage: outages })
    if (said.at(-1) !== isOut) said.push(isOut)
    return null
  }
  render(
    <ShopDouble answers={{ 'orders.paymentStatus': answer }}>
      <Probe />
    </ShopDouble>,
  )
  return { said, outages }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const noConnection = () => {
  throw new TypeError('Failed to fetch')
}

it('says once that the shop cannot be asked, and says so until it can', async () => {
  const shop = { answer: noConnection as () => PaymentStatusAnswer }
  const { said, outages } = follow(() => shop.answer())
  await pass(60_000)
  expect(said).toEqual([false, true])
  expect(outages).toHaveBeenCalledOnce()
  shop.answer = () => unpaid
  await pass(30_000)
  expect(said).toEqual([false, true, false])
  shop.answer = noConnection
  await pass(60_000)
  expect(said).toEqual([false, true, false, true])
  expect(outages).toHaveBeenCalledTimes(2)
})

it('says that there is no such order, also after an outage', async () => {
  const shop = { answer: noConnection as () => PaymentStatusAnswer }
  const { outages } = follow(() => shop.answer())
  await pass(20_000)
  shop.answer = () => {
    throw refusal(404, 'Order not found', { code: 'NOT_FOUND' })
  }
  await pass(20_000)
  expect(outages.mock.calls[0]?.[0].status).toBe(0)
  expect(outages.mock.calls.at(-1)?.[0].status).toBe(404)
})

import { browserLink } from '@marashi/api-client/browser-link'
import { createShopClient, trpc } from '@marashi/api-client/trpc'
import type { PaymentStatus } from '@marashi/domain/contracts/orders'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import { clearPendingPayment, type PendingPayment, readPendingPayment, savePendingPayment } from './pending-payment.ts'
import WatchPendingPayment from './watch-pending-payment.tsx'

const unpaid = { state: 'unpaid', mpesaStatus: 'pending', mpesaReceiptNumber: null } as PaymentStatus
const orderId = '00000000-0000-4000-8000-000000000007'
const minute = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  clearPendingPayment(orderId)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const makePending = (startedAt: number): PendingPayment => ({
  orderId,
  orderNumber: 'MR100030',
  amountShillings: 4_500,
  method: 'mpesa',
  phone: '0712345678',
  startedAt,
  isAsked: true,
  items: [],
})

it('asks for a payment every 10 seconds for 10 minutes, and then only when the page is looked at again', async () => {
  const order = makePending(Date.now())
  savePendingPayment(order)
  const asked = vi.fn(() => unpaid)
  const { page } = pageDouble('/shop', <WatchPendingPayment order={order} />)
  render(<ShopDouble answers={{ 'orders.paymentStatus': asked }}>{page}</ShopDouble>)
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(5 * minute)
  expect(asked.mock.calls.length).toBeGreaterThan(25)
  await pass(6 * minute)
  asked.mockClear()
  await pass(60 * minute)
  expect(asked).not.toHaveBeenCalled()
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await pass(10)
  expect(asked).toHaveBeenCalledOnce()
})

it('asks again after ten seconds where the network has dropped the connection without telling', async () => {
  const silent = vi.fn(
    (_address: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  vi.stubGlobal('fetch', silent)
  // The browser's own timer is not the test's.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const ending = new AbortController()
    setTimeout(() => ending.abort(new DOMException('timed out', 'TimeoutError')), ms)
    return ending.signal
  })
  const { client, queryClient } = createShopClient([browserLink()])
  const order = makePending(Date.now())
  savePendingPayment(order)
  const { page } = pageDouble('/shop', <WatchPendingPayment order={order} />)
  render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{page}</QueryClientProvider>
    </trpc.Provider>,
  )
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(9_900)
  expect(silent).toHaveBeenCalledOnce()
  await pass(1_200)
  expect(silent).toHaveBeenCalledTimes(2)
})

it('has begun now at the latest, where the phone’s clock was put back since', () => {
  savePendingPayment(makePending(Date.now() + 180 * minute))
  expect(readPendingPayment()?.startedAt).toBe(Date.now())
})

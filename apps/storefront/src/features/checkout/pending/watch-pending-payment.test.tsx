import { browserLink } from '@marashi/api-client/browser-link'
import { createShopClient, trpc } from '@marashi/api-client/trpc'
import type { PaymentStatusAnswer } from '@marashi/domain/contracts/orders'
import { loadToasts, Toaster } from '@marashi/ui/toast'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import { clearPendingPayment, type PendingPayment, readPendingPayment, savePendingPayment } from './pending-payment.ts'
import { PendingPaymentNotice } from './pending-payment-notice.tsx'
import WatchPendingPayment from './watch-pending-payment.tsx'

const unpaid = { state: 'unpaid', mpesaStatus: 'pending', mpesaReceiptNumber: null } as PaymentStatusAnswer
const orderId = '00000000-0000-4000-8000-000000000007'
const minute = 60_000

beforeAll(loadToasts)
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

it('an order that is open again is not called cancelled for an answer of before', async () => {
  const order = makePending(Date.now())
  savePendingPayment(order)
  let isReopened = false
  const answer = () => (isReopened ? unpaid : { ...unpaid, state: 'cancelled' })
  const answers = { 'orders.paymentStatus': answer }
  function Page() {
    const [isLeft, setLeft] = useState(false)
    leave = () => setLeft(true)
    const { data } = trpc.orders.paymentStatus.useQuery({ id: orderId }, { enabled: !isLeft })
    return (
      <>
        <p>{data?.state}</p>
        {isLeft && <WatchPendingPayment order={order} />}
      </>
    )
  }
  let leave: () => void = () => undefined
  render(
    <>
      <Toaster />
      <ShopDouble answers={answers}>{pageDouble('/shop', <Page />).page}</ShopDouble>
    </>,
  )
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(1_000)
  screen.getByText('cancelled')
  isReopened = true
  act(() => leave())
  await pass(1_000)
  screen.getByText('unpaid')
  expect(screen.queryByText(/was cancelled/)).toBeNull()
  expect(readPendingPayment()).toEqual(order)
})

it('an answer about an order is dropped with the page that showed it', async () => {
  const order = makePending(Date.now())
  savePendingPayment(order)
  let known: () => unknown[] = () => []
  function Cart() {
    const queries = useQueryClient().getQueryCache()
    known = () => queries.getAll()
    return (
      <>
        <PendingPaymentNotice />
        <WatchPendingPayment order={order} />
      </>
    )
  }
  const answers = { 'orders.paymentStatus': () => unpaid }
  const { unmount } = render(<ShopDouble answers={answers}>{pageDouble('/cart', <Cart />).page}</ShopDouble>)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(known()).toHaveLength(1)
  unmount()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(known()).toEqual([])
})

it('has begun now at the latest, where the phone’s clock was put back since', () => {
  savePendingPayment(makePending(Date.now() + 180 * minute))
  expect(readPendingPayment()?.startedAt).toBe(Date.now())
})

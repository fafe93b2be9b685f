import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import { clearPendingPayment, type PendingPayment, savePendingPayment } from './pending-payment.ts'
import { PendingPaymentNotice } from './pending-payment-notice.tsx'
import WatchPendingPayment from './watch-pending-payment.tsx'

const orderId = '00000000-0000-4000-8000-000000000007'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  clearPendingPayment(orderId)
  vi.useRealTimers()
})

it('the cart says that the payment could not be checked, and goes on saying so while it is asked again', async () => {
  const order: PendingPayment = {
    orderId,
    orderNumber: 'MR100030',
    amountShillings: 4_500,
    method: 'mpesa',
    phone: '0712345678',
    startedAt: Date.now(),
    isAsked: true,
    items: [],
  }
  savePendingPayment(order)
  const cart = (
    <>
      <PendingPaymentNotice />
      <WatchPendingPayment order={order} />
    </>
  )
  const noConnection = () => {
    throw new TypeError('Failed to fetch')
  }
  const { page } = pageDouble('/cart', cart)
  render(<ShopDouble answers={{ 'orders.paymentStatus': noConnection }}>{page}</ShopDouble>)
  const said: string[] = []
  for (let second = 0; second < 60; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    const text = (screen.getByRole('status').textContent ?? '').trim()
    if (text !== said.at(-1)) said.push(text)
  }
  expect(said).toEqual([
    'Checking the payment of order MR100030...',
    'We could not check the payment of order MR100030. We ask again as soon as there is a connection. Please do not order the same again.',
  ])
})

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { outliveTranslators } from '../../../boot/outlive-translators.ts'
import { pageDouble } from '../../../testing/page-double.tsx'
import { makePendingPayment } from '../../../testing/pending-payments.ts'
import { replaceTexts } from '../../../testing/replace-texts.ts'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import { clearPendingPayment, savePendingPayment } from './pending-payment.ts'
import { PendingPaymentNotice } from './pending-payment-notice.tsx'
import WatchPendingPayment from './watch-pending-payment.tsx'

const { orderId } = makePendingPayment()

const { removeChild, insertBefore } = Node.prototype

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  Object.assign(Node.prototype, { removeChild, insertBefore })
  clearPendingPayment(orderId)
  vi.useRealTimers()
})

/** The cart of a browser that waits for an M-Pesa payment, and how the shop answers about it. */
function openCart(answer: () => unknown) {
  const order = makePendingPayment({ method: 'mpesa', phone: '0712345678', startedAt: Date.now(), isAsked: true })
  savePendingPayment(order)
  const cart = (
    <>
      <PendingPaymentNotice />
      <WatchPendingPayment order={order} />
    </>
  )
  const { page } = pageDouble('/cart', cart)
  render(<ShopDouble answers={{ 'orders.paymentStatus': answer }}>{page}</ShopDouble>)
}
const noConnection = () => {
  throw new TypeError('Failed to fetch')
}
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

it('the cart says that the payment could not be checked, and goes on saying so while it is asked again', async () => {
  openCart(noConnection)
  const said: string[] = []
  for (let second = 0; second < 60; second += 1) {
    await pass(1)
    const text = (screen.getByRole('status').textContent ?? '').trim()
    if (text !== said.at(-1)) said.push(text)
  }
  expect(said).toEqual([
    'Checking the payment of order MR100030...',
    'We could not check the payment of order MR100030. We ask again as soon as there is a connection. Please do not order the same again.',
  ])
})

it('the cart says once it is known, and nothing else, that the payment is open, also where the browser has translated it', async () => {
  outliveTranslators()
  let isOut = true
  openCart(() => (isOut ? noConnection() : { state: 'unpaid', mpesaStatus: 'pending', mpesaReceiptNumber: null }))
  await pass(30)
  const notice = screen.getByRole('status')
  expect(notice.textContent).toMatch('We ask again as soon as there is a connection.')
  replaceTexts(notice)
  isOut = false
  await pass(30)
  screen.getByRole('link', { name: 'Continue payment' })
  expect(notice.textContent?.trim()).toBe('Order MR100030 waits to be paid. Ksh 4,500 is still open.')
})

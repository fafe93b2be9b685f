import { loadToasts, Toaster } from '@marashi/ui/toast'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { refusal, ShopDouble } from '../../../testing/shop-double.tsx'
import {
  clearPendingPayment,
  type PendingPayment,
  readPendingPayment,
  savePendingPayment,
} from '../pending/pending-payment.ts'
import { useMpesaPayment } from './use-mpesa-payment.ts'

const order: PendingPayment = {
  orderId: '00000000-0000-4000-8000-000000000007',
  orderNumber: 'MR100030',
  amountShillings: 4_500,
  method: 'mpesa',
  phone: '0712345678',
  startedAt: Date.now(),
  isAsked: false,
  items: [],
}
const status = { state: 'unpaid', mpesaStatus: null, mpesaReceiptNumber: null, failureCode: null, receiptClaim: null }

beforeAll(loadToasts)
afterEach(() => {
  cleanup()
  localStorage.clear()
})

function Payment({ phone = order.phone, isAsked = false }) {
  const nothing = () => undefined
  const ends = { onPaid: nothing, onCancelled: nothing, onDelivery: nothing, onRefunded: nothing }
  const { wait, refusal, resend } = useMpesaPayment({
    order: { ...order, phone, isAsked },
    examplePhone: '0712345678',
    ...ends,
  })
  return (
    <>
      <p>{`${wait.phase} ${refusal?.title}`}</p>
      <button type="button" onClick={resend}>
        Resend
      </button>
    </>
  )
}

/** The shopper leaves the page while the shop has not answered yet. */
async function leaveBeforeTheAnswer() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const asked = vi.fn(() => promise)
  savePendingPayment(order)
  const page = (isOpen: boolean) => (
    <>
      <Toaster />
      <ShopDouble answers={{ 'payments.startMpesa': asked, 'orders.paymentStatus': () => status }}>
        {isOpen && <Payment />}
      </ShopDouble>
    </>
  )
  const { rerender } = render(page(true))
  await waitFor(() => expect(asked).toHaveBeenCalledOnce())
  rerender(page(false))
  const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  return { resolve, reject, settled }
}

it('a prompt’s answer does not bring back an order that was paid after the shopper left the page', async () => {
  const { resolve, settled } = await leaveBeforeTheAnswer()
  clearPendingPayment(order.orderId)
  resolve()
  await settled()
  expect(readPendingPayment()).toBeNull()
})

it('a refusal after the page was left does not cover the words that the order is paid', async () => {
  const { reject, settled } = await leaveBeforeTheAnswer()
  clearPendingPayment(order.orderId)
  reject(refusal(409, 'This order is already paid.', { code: 'ALREADY_PAID' }))
  await settled()
  expect(screen.queryByText(/already paid/)).toBeNull()
  expect(readPendingPayment()).toBeNull()
})

it('an order that still waits knows that its phone was asked, also where the page was left meanwhile', async () => {
  const { resolve, settled } = await leaveBeforeTheAnswer()
  resolve()
  await settled()
  expect(readPendingPayment()?.isAsked).toBe(true)
})

it('an order knows that its phone was asked also where another one was put before it meanwhile', async () => {
  const { resolve, settled } = await leaveBeforeTheAnswer()
  const other = { ...order, orderId: '00000000-0000-4000-8000-000000000008' }
  savePendingPayment({ ...other, behind: order })
  resolve()
  await settled()
  expect(readPendingPayment()?.behind?.isAsked).toBe(true)
})

it('an order that another tab has waited for too long waits again once its phone is asked', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = vi.fn(() => promise)
  const other = { ...order, orderId: '00000000-0000-4000-8000-000000000008' }
  savePendingPayment(other)
  render(
    <ShopDouble answers={{ 'payments.startMpesa': asked, 'orders.paymentStatus': () => status }}>
      <Payment />
    </ShopDouble>,
  )
  await waitFor(() => expect(asked).toHaveBeenCalledOnce())
  resolve()
  await waitFor(() =>
    expect(readPendingPayment()).toMatchObject({ orderId: order.orderId, isAsked: true, behind: other }),
  )
})

it('an order that another tab has ended is not brought back by a prompt that the shop may not have sent', async () => {
  const lost = () => {
    throw new TypeError('Failed to fetch')
  }
  render(
    <ShopDouble answers={{ 'payments.startMpesa': lost, 'orders.paymentStatus': () => status }}>
      <Payment />
    </ShopDouble>,
  )
  await screen.findByText(new RegExp(mpesaCopy.refusals.connection.title))
  expect(readPendingPayment()).toBeNull()
})

it('an order whose phone is not known asks the shopper for it, and the shop for no prompt', async () => {
  const asked = vi.fn()
  render(
    <ShopDouble answers={{ 'payments.startMpesa': asked, 'orders.paymentStatus': () => status }}>
      <Payment phone="" />
    </ShopDouble>,
  )
  await screen.findByText('failed Phone number required')
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  screen.getByText('failed Phone number required')
  expect(asked).not.toHaveBeenCalled()
})

it('Resend asks the phone that the page names, also where the shop knows of a request to another one alone', async () => {
  const [asked, resent] = [vi.fn(), vi.fn()]
  const ofAnotherPhone = { ...status, mpesaStatus: 'pending' }
  const answers = {
    'payments.startMpesa': asked,
    'payments.resendMpesa': resent,
    'orders.paymentStatus': () => ofAnotherPhone,
  }
  render(
    <ShopDouble answers={answers}>
      <Payment phone="0722345678" isAsked />
    </ShopDouble>,
  )
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  screen.getByText(/waiting/)
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }))
  await waitFor(() => expect(asked).toHaveBeenCalledWith({ orderId: order.orderId, phone: '0722345678' }))
  expect(resent).not.toHaveBeenCalled()
})

it('a refused prompt is not sent by itself to a shopper who pays the Till and loads the page again', async () => {
  const refused = vi.fn(() => {
    throw refusal(503, 'Busy', { code: 'MPESA_BUSY' })
  })
  const answers = { 'payments.startMpesa': refused, 'orders.paymentStatus': () => status }
  savePendingPayment(order)
  const open = () =>
    render(
      <ShopDouble answers={answers}>
        <Payment />
      </ShopDouble>,
    )
  open()
  await screen.findByText(new RegExp(`failed ${mpesaCopy.refusals.connection.title}`))
  cleanup()
  open()
  screen.getByText(/failed/)
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(refused).toHaveBeenCalledOnce()
})

it('a prompt that was sent is not sent again where the panel is shown anew from what the page knew before', async () => {
  const asked = vi.fn()
  savePendingPayment(order)
  const answers = {
    'payments.startMpesa': asked,
    'orders.paymentStatus': () => ({ ...status, mpesaStatus: 'pending' }),
  }
  const page = (key: string) => (
    <ShopDouble answers={answers}>
      <Payment key={key} />
    </ShopDouble>
  )
  const { rerender } = render(page('first'))
  await waitFor(() => expect(readPendingPayment()?.isAsked).toBe(true))
  rerender(page('second'))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  screen.getByText(/waiting/)
  expect(asked).toHaveBeenCalledOnce()
})

import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { newShop } from '@marashi/domain/testing/new-shop'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { pageDouble } from '../../testing/page-double.tsx'
import { ShopDouble } from '../../testing/shop-double.tsx'
import { AnotherWay } from './cancelled/another-way.tsx'
import CardPanel from './card/card-panel.tsx'
import { MpesaPanel } from './mpesa/mpesa-panel.tsx'
import { type PendingPayment, savePendingPayment } from './pending/pending-payment.ts'
import type { PaymentEnds } from './use-checkout.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const order: PendingPayment = {
  orderId: '00000000-0000-4000-8000-000000000007',
  orderNumber: 'MR100030',
  amountShillings: 4_500,
  method: 'stripe',
  phone: '0712345678',
  startedAt: 1,
  isAsked: false,
  items: [],
}
const checkout = {} as PaymentEnds

/** The page was loaded again, and the connection breaks while it asks how the shop can be paid. */
function show(panel: ReactNode) {
  let asked = 0
  const methods = () => {
    asked += 1
    if (asked === 1) throw new Error('no connection')
    return { offered: ['mpesa', 'manual'], mpesa: { maxShillings: 250_000, payYourself: null }, card: null }
  }
  const answers = { 'payments.methods': methods, 'orders.paymentStatus': () => ({ state: 'unpaid' }) }
  render(<ShopDouble answers={answers}>{pageDouble('/checkout', panel).page}</ShopDouble>)
}

it('a card payment that goes on after a reload can be tried again', async () => {
  show(<CardPanel order={order} checkout={checkout} />)
  await screen.findByRole('heading', { name: 'Payment setup failed' })
  expect(screen.getByRole('alert').textContent).toContain('Please check your connection and try again.')
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Payment Configuration Error')
})

it('an order that was paid by card is not called unpaid where the shop has no key for cards any more', async () => {
  savePendingPayment({ ...order, isCharging: true })
  const answers = {
    'payments.methods': () => ({ offered: ['stripe', 'mpesa', 'manual'], mpesa: null, card: null }),
    'orders.paymentStatus': () => ({ state, mpesaStatus: null, mpesaReceiptNumber: null }),
  }
  let state = 'unpaid'
  const finishPaid = vi.fn()
  const panel = <CardPanel order={order} checkout={{ finishPaid } as unknown as PaymentEnds} />
  render(<ShopDouble answers={answers}>{pageDouble('/checkout', panel).page}</ShopDouble>)
  await screen.findByRole('button', { name: 'Choose another way to pay' })
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  const status = await screen.findByRole('status')
  await waitFor(() => expect(status.textContent).toBe('This order is not paid yet, and cards still cannot be taken.'))
  state = 'paid'
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('heading', { name: 'Payment received' })
  expect(finishPaid).toHaveBeenCalledOnce()
})

it('the other ways to pay can be asked for again', async () => {
  show(<AnotherWay order={order} checkout={checkout} onBack={() => undefined} />)
  await screen.findByText('M-Pesa and card payment could not be loaded.')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  // The button that had the focus is gone.
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Pay another way' }))
  await screen.findByLabelText('M-Pesa number')
})

it('who could not pay by M-Pesa reads that the other ways are not known, and asks for them again', async () => {
  const to = { kind: 'till', number: '523100', numberWords: '', accountHint: '', payeeName: '' }
  let isBroken = true
  const answers = {
    'payments.methods': () => {
      if (isBroken) throw new Error('no connection')
      return { offered: ['mpesa', 'manual'], mpesa: { maxShillings: 250_000, payYourself: to }, card: null }
    },
    'orders.paymentStatus': () => ({ state: 'unpaid', mpesaStatus: 'failed', mpesaReceiptNumber: null }),
  }
  const asked: PendingPayment = { ...order, method: 'mpesa', isAsked: true, startedAt: Date.now() }
  const panel = <MpesaPanel order={asked} shop={newShop as ShopDetails} checkout={checkout} />
  render(<ShopDouble answers={answers}>{pageDouble('/checkout', panel).page}</ShopDouble>)
  await screen.findByText('All other ways to pay could not be loaded.')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }))
  await screen.findByRole('button', { name: 'Or pay Till 523100 yourself' })
})

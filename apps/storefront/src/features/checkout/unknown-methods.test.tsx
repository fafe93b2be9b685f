import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { pageDouble } from '../../testing/page-double.tsx'
import { ShopDouble } from '../../testing/shop-double.tsx'
import { AnotherWay } from './cancelled/another-way.tsx'
import CardPanel from './card/card-panel.tsx'
import type { PendingPayment } from './pending/pending-payment.ts'
import type { PaymentEnds } from './use-checkout.ts'

afterEach(cleanup)

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
  render(<ShopDouble answers={{ 'payments.methods': methods }}>{pageDouble('/checkout', panel).page}</ShopDouble>)
}

it('a card payment that goes on after a reload can be tried again', async () => {
  show(<CardPanel order={order} checkout={checkout} />)
  await screen.findByRole('heading', { name: 'Payment setup failed' })
  expect(screen.getByRole('alert').textContent).toContain('Please check your connection and try again.')
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Payment Configuration Error')
})

it('the other ways to pay can be asked for again', async () => {
  show(<AnotherWay order={order} checkout={checkout} onBack={() => undefined} />)
  await screen.findByText('M-Pesa and card payment could not be loaded.')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByLabelText('M-Pesa number')
})

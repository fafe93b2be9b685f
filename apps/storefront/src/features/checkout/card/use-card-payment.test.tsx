import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import { type PendingPayment, readPendingPayment, savePendingPayment } from '../pending/pending-payment.ts'
import { useCardPayment } from './use-card-payment.ts'

const order: PendingPayment = {
  orderId: '00000000-0000-4000-8000-000000000007',
  orderNumber: 'MR100030',
  amountShillings: 4_500,
  method: 'stripe',
  phone: '',
  startedAt: 1,
  isAsked: false,
  items: [{ productId: '00000000-0000-4000-8000-000000000001', quantity: 1 }],
}
const newer = { ...order, orderId: '00000000-0000-4000-8000-000000000008', orderNumber: 'MR100031' }
const clientSecret = 'pi_1_secret_1'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

function Payment({ onPaid }: { onPaid: () => void }) {
  const { pay } = useCardPayment({ order, clientSecret, onPaid })
  return <button onClick={pay}>Pay</button>
}

/** The shopper presses Pay in a tab whose card form was opened before. */
async function payInForgottenTab() {
  const onPaid = vi.fn()
  const charge = vi.fn(async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }))
  const part = () => ({})
  const stripe = { elements: part, createToken: part, createPaymentMethod: part, confirmPayment: charge } as unknown
  render(
    <ShopDouble answers={{ 'payments.confirmStripe': () => ({ orderId: order.orderId }) }}>
      <Elements stripe={{ ...(stripe as Stripe), confirmCardPayment: vi.fn() }} options={{ clientSecret }}>
        <Payment onPaid={onPaid} />
      </Elements>
    </ShopDouble>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }))
  await waitFor(() => expect(onPaid).toHaveBeenCalledOnce())
  return { charge }
}

it('Pay in a forgotten tab does not charge for an order that another tab has ended, and does not bring it back', async () => {
  const { charge } = await payInForgottenTab()
  expect(charge).not.toHaveBeenCalled()
  expect(readPendingPayment()).toBeNull()
})

it('Pay in a forgotten tab leaves the newer order first that this browser waits for', async () => {
  savePendingPayment({ ...newer, behind: order })
  const { charge } = await payInForgottenTab()
  expect(charge).toHaveBeenCalledOnce()
  expect(readPendingPayment()).toEqual({ ...newer, behind: { ...order, isCharging: true } })
})

import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { refusal, ShopDouble } from '../../../testing/shop-double.tsx'
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

function Payment(ends: { onPaid: () => void; onUnpaid: () => void }) {
  const { pay } = useCardPayment({ order, clientSecret, ...ends })
  return (
    <button type="button" onClick={pay}>
      Pay
    </button>
  )
}

/** The shopper presses Pay in a form that was opened before. */
async function pay(confirm: () => unknown = () => ({ orderId: order.orderId })) {
  const ends = { onPaid: vi.fn(), onUnpaid: vi.fn() }
  const charge = vi.fn(async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }))
  const part = () => ({})
  const stripe = { elements: part, createToken: part, createPaymentMethod: part, confirmPayment: charge } as unknown
  render(
    <ShopDouble answers={{ 'payments.confirmStripe': confirm }}>
      <Elements stripe={{ ...(stripe as Stripe), confirmCardPayment: vi.fn() }} options={{ clientSecret }}>
        <Payment {...ends} />
      </Elements>
    </ShopDouble>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }))
  await waitFor(() => expect(ends.onPaid.mock.calls.length + ends.onUnpaid.mock.calls.length).toBe(1))
  return { charge, ...ends }
}

it('Pay in a forgotten tab does not charge for an order that another tab has ended, and does not bring it back', async () => {
  const { charge } = await pay()
  expect(charge).not.toHaveBeenCalled()
  expect(readPendingPayment()).toBeNull()
})

it('Pay in a forgotten tab leaves the newer order first that this browser waits for', async () => {
  savePendingPayment({ ...newer, behind: order })
  const { charge } = await pay()
  expect(charge).toHaveBeenCalledOnce()
  expect(readPendingPayment()).toEqual({ ...newer, behind: { ...order, isCharging: true } })
})

it('a form that has charged no card is renewed: another tab may have ended its payment', async () => {
  savePendingPayment(order)
  const { onUnpaid } = await pay(() => {
    throw refusal(402, 'The card has not been charged.', { code: 'PAYMENT_REQUIRED' })
  })
  expect(onUnpaid).toHaveBeenCalledOnce()
  expect(readPendingPayment()?.isCharging).toBe(false)
})

import type { PaymentState } from '@marashi/domain/contracts/orders'
import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { makePendingPayment } from '../../../testing/pending-payments.ts'
import { refusal, ShopDouble } from '../../../testing/shop-double.tsx'
import { readPendingPayment, savePendingPayment } from '../pending/pending-payment.ts'
import { useCardPayment } from './use-card-payment.ts'

const order = makePendingPayment({ items: [{ productId: '00000000-0000-4000-8000-000000000001', quantity: 1 }] })
const newer = { ...order, orderId: '00000000-0000-4000-8000-000000000008', orderNumber: 'MR100031' }
const clientSecret = 'pi_1_secret_1'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

type Ends = Omit<Parameters<typeof useCardPayment>[0], 'order' | 'clientSecret'>

function Payment(ends: Ends) {
  const { pay, step } = useCardPayment({ order, clientSecret, ...ends })
  return (
    <button type="button" onClick={pay}>
      {step === 'typing' ? 'Pay' : step}
    </button>
  )
}

/** The shopper presses Pay in a form that was opened before. */
async function pay({
  state = 'paid',
  confirm = () => ({ orderId: order.orderId }),
  onUnpaid = async () => undefined,
}: Shop) {
  const ends = {
    onPaid: vi.fn(),
    onLeft: vi.fn(),
    onDelivery: vi.fn(),
    onRefunded: vi.fn(),
    onUnpaid: vi.fn(onUnpaid),
  }
  const charge = vi.fn(async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }))
  const part = () => ({})
  const stripe = { elements: part, createToken: part, createPaymentMethod: part, confirmPayment: charge } as unknown
  render(
    <ShopDouble answers={{ 'payments.confirmStripe': confirm, 'orders.paymentStatus': () => ({ state }) }}>
      <Elements stripe={{ ...(stripe as Stripe), confirmCardPayment: vi.fn() }} options={{ clientSecret }}>
        <Payment {...ends} />
      </Elements>
    </ShopDouble>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }))
  const called = () => Object.entries(ends).flatMap(([name, end]) => end.mock.calls.map(() => name))
  await waitFor(() => expect(called().length).toBe(1))
  return { charge, ended: called() }
}
type Shop = { state?: PaymentState; confirm?: () => unknown; onUnpaid?: () => Promise<void> }

const notCharged = () => {
  throw refusal(402, 'The card has not been charged.', { code: 'PAYMENT_REQUIRED' })
}

it.each([
  ['paid', 'onPaid'],
  ['on-delivery', 'onDelivery'],
  ['refunded', 'onRefunded'],
  ['cancelled', 'onLeft'],
] as const)(
  'Pay in a forgotten tab charges for no order that is %s by now, and does not bring it back',
  async (state, end) => {
    const { charge, ended } = await pay({ state, confirm: notCharged })
    expect(charge).not.toHaveBeenCalled()
    expect(ended).toEqual([end])
    expect(readPendingPayment()).toBeNull()
  },
)

it('Pay in a forgotten tab charges for an order that is still unpaid, and this browser waits for it again', async () => {
  const { charge, ended } = await pay({ state: 'unpaid' })
  expect(charge).toHaveBeenCalledOnce()
  expect(ended).toEqual(['onPaid'])
  // As of now: an order that waits for more than a day is waited for no more.
  expect(readPendingPayment()).toEqual({ ...order, isCharging: true, startedAt: expect.any(Number) })
  expect(readPendingPayment()?.startedAt).toBeGreaterThan(order.startedAt)
})

it('an order that another tab has ended while the card was being charged gets no new card payment', async () => {
  savePendingPayment(order)
  const { ended } = await pay({
    state: 'on-delivery',
    confirm: () => {
      localStorage.clear()
      return notCharged()
    },
  })
  expect(ended).toEqual(['onDelivery'])
})

it('Pay in a forgotten tab leaves the newer order first that this browser waits for', async () => {
  savePendingPayment({ ...newer, behind: order })
  const { charge } = await pay({})
  expect(charge).toHaveBeenCalledOnce()
  expect(readPendingPayment()).toEqual({ ...newer, behind: { ...order, isCharging: true } })
})

it('a form that has charged no card is not sent again before it is known whether it still can be', async () => {
  savePendingPayment(order)
  const { promise, resolve } = Promise.withResolvers<void>()
  await pay({ confirm: notCharged, onUnpaid: () => promise })
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull()
  resolve()
  await screen.findByRole('button', { name: 'Pay' })
})

it('a form that has charged no card is renewed: another tab may have ended its payment', async () => {
  savePendingPayment(order)
  const { ended } = await pay({ confirm: notCharged })
  expect(ended).toEqual(['onUnpaid'])
  expect(readPendingPayment()?.isCharging).toBe(false)
})

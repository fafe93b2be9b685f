import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { makePendingPayment } from '../../../testing/pending-payments.ts'
import { refusal, ShopDouble } from '../../../testing/shop-double.tsx'
import { readPendingPayment, savePendingPayment } from '../pending/pending-payment.ts'
import type { PaymentEnds } from '../use-checkout.ts'
import CardPanel from './card-panel.tsx'

const order = makePendingPayment()

// The page was closed while the bank asked the shopper.
beforeEach(() => savePendingPayment({ ...order, isCharging: true }))
afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** The page is opened again, and Stripe's script does not load. */
async function show(createIntent: () => unknown) {
  const answers = {
    'payments.methods': () => ({ offered: ['stripe'], mpesa: null, card: { publishableKey: 'pk_test_1' } }),
    'payments.createIntent': createIntent,
  }
  const panel = <CardPanel order={order} checkout={{} as PaymentEnds} />
  render(<ShopDouble answers={answers}>{pageDouble('/checkout', panel).page}</ShopDouble>)
  await waitFor(() => {
    for (const script of document.querySelectorAll('script[src*="stripe.com"]'))
      script.dispatchEvent(new Event('error'))
    screen.getByRole('heading', { name: 'Payment setup failed' })
  })
}
const wayOut = () => screen.queryByRole('button', { name: 'Choose another way to pay' })

it('an order that cannot be paid by card any more can be left, though the card form was closed while it was charging', async () => {
  await show(() => {
    throw refusal(409, 'Something in this order is sold out by now.', { code: 'PRODUCT_UNAVAILABLE' })
  })
  expect(wayOut()).not.toBeNull()
})

it('an order whose card payment is still to be made is no longer charging', async () => {
  await show(() => ({ clientSecret: 'pi_1_secret_1' }))
  expect(readPendingPayment()?.isCharging).toBe(false)
  expect(wayOut()).not.toBeNull()
})

it('an order that may have been charged cannot be left while the shop gives no answer', async () => {
  await show(() => {
    throw refusal(503, 'Later.', { code: 'SERVICE_UNAVAILABLE' })
  })
  expect(wayOut()).toBeNull()
})

it('an order of which Stripe makes no card payment can be left as its message says', async () => {
  await show(() => {
    throw refusal(503, 'Please choose another way to pay.', { code: 'CARD_REFUSED' })
  })
  expect(screen.getByRole('alert').textContent).toBe('Please choose another way to pay.')
  expect(wayOut()).not.toBeNull()
})

it('an order whose payment the shop is asked about too often is asked about again, without a word of failure', async () => {
  let asked = 0
  const finishPaid = vi.fn()
  const answers = {
    'payments.methods': () => ({ offered: ['stripe'], mpesa: null, card: { publishableKey: 'pk_test_1' } }),
    'payments.createIntent': () => {
      asked += 1
      if (asked === 1) throw refusal(429, 'Too many requests.', { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 })
      throw refusal(409, 'This order is already paid.', { code: 'ORDER_PAID' })
    },
  }
  const panel = <CardPanel order={order} checkout={{ finishPaid } as unknown as PaymentEnds} />
  render(<ShopDouble answers={answers}>{pageDouble('/checkout', panel).page}</ShopDouble>)
  await screen.findByRole('heading', { name: 'Payment received' }, { timeout: 3_000 })
  expect(finishPaid).toHaveBeenCalledOnce()
})

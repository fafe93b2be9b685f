import type { PaymentStatusAnswer } from '@marashi/domain/contracts/orders'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, it } from 'vitest'
import { attemptKey } from '../../../lib/attempt-life.ts'
import { pageDouble } from '../../../testing/page-double.tsx'
import { makePendingPayment } from '../../../testing/pending-payments.ts'
import { ShopDouble } from '../../../testing/shop-double.tsx'
import { attemptStore } from '../attempt/stored-attempt.ts'
import { savePendingPayment } from './pending-payment.ts'
import { PendingPaymentWatch } from './pending-payment-watch.tsx'
import { useHeldItems } from './use-held-items.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

function Cart() {
  const held = useHeldItems()
  return <p>{held.map(({ quantity }) => `${quantity} held`).join() || 'Nothing held'}</p>
}

it('an order that waited for too long holds nothing any more once the shop has said so', async () => {
  savePendingPayment(makePendingPayment({ startedAt: Date.now(), items: [{ productId: 'oud', quantity: 2 }] }))
  const { promise, resolve } = Promise.withResolvers<Partial<PaymentStatusAnswer>>()
  const cart = (
    <>
      <Cart />
      <PendingPaymentWatch />
    </>
  )
  render(<ShopDouble answers={{ 'orders.paymentStatus': () => promise }}>{pageDouble('/cart', cart).page}</ShopDouble>)
  await screen.findByText('2 held')
  resolve({ state: 'unpaid', isHolding: false })
  await screen.findByText('Nothing held')
})

it('an order that has no answer may hold its pieces, until the answer is there', async () => {
  const body = { items: [{ productId: 'oud', productName: 'Oud', productPrice: 6800, quantity: 1 }] }
  const sent = { key: 'a'.repeat(32), body, phone: '', sentAt: Date.now(), isShownAsUnknown: true }
  localStorage.setItem(attemptKey, JSON.stringify(sent))
  render(<ShopDouble answers={{}}>{pageDouble('/cart', <Cart />).page}</ShopDouble>)
  await screen.findByText('1 held')
  const attempts = attemptStore({ now: Date.now, elapsed: () => performance.now() })
  const attempt = attempts.pending()
  if (!attempt) throw new Error('The order is not stored.')
  act(() => attempts.clear(attempt))
  await screen.findByText('Nothing held')
})

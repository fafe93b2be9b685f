import type { PaymentStatus } from '@marashi/domain/contracts/orders'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, it } from 'vitest'
import { pageDouble } from '../../../testing/page-double.tsx'
import { makePendingPayment } from '../../../testing/pending-payments.ts'
import { ShopDouble } from '../../../testing/shop-double.tsx'
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
  const { promise, resolve } = Promise.withResolvers<Partial<PaymentStatus>>()
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

import type { Quote } from '@marashi/domain/contracts/checkout'
import { loadToasts, Toaster } from '@marashi/ui/toast'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { pageDouble } from '../../testing/page-double.tsx'
import { makeProduct } from '../../testing/products.ts'
import { cartActions } from '../cart/use-cart.ts'
import { type PendingPayment, readPendingPayment, savePendingPayment } from './pending/pending-payment.ts'
import type { Quotes } from './summary/use-quotes.ts'
import { useOrderEnd } from './use-order-end.ts'

beforeAll(loadToasts)
afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('leaves nothing in the cart that the shop no longer sells, also where it does not deliver to Embu', async () => {
  const [bought, gone] = [makeProduct({}, 1), makeProduct({}, 2)]
  for (const { id, name, price, image, category } of [bought, gone])
    cartActions.add({ id, name, price, image, category })
  const quote = { unavailable: [gone.id], shortages: [] } as unknown as Quote
  const quotes = { byLocation: { 'nairobi-cbd': quote } } as unknown as Quotes
  let clear: () => void = () => undefined
  function Checkout() {
    const { clearCart } = useOrderEnd(quotes)
    clear = () => clearCart([{ productId: bought.id, quantity: 1 }])
    return <p>Checkout</p>
  }
  render(pageDouble('/checkout', <Checkout />).page)
  await screen.findByText('Checkout')
  act(() => clear())
  expect(cartActions.read().items).toEqual([])
})

it('says that an order was refunded also where another one waits behind it', async () => {
  const orderOf = (orderId: string): PendingPayment => ({
    orderId,
    orderNumber: `MR10003${orderId}`,
    amountShillings: 4_500,
    method: 'mpesa',
    phone: '0712345678',
    startedAt: 1,
    isAsked: true,
    items: [],
  })
  const [refunded, other] = [orderOf('0'), orderOf('1')]
  savePendingPayment({ ...refunded, behind: other })
  let show: () => void = () => undefined
  function Checkout() {
    const { showRefunded } = useOrderEnd({ byLocation: {} } as unknown as Quotes)
    show = () => showRefunded(refunded)
    return <p>Checkout</p>
  }
  render(
    <>
      <Toaster />
      {pageDouble('/', <Checkout />).page}
    </>,
  )
  await screen.findByText('Checkout')
  act(() => show())
  await screen.findByText('Order MR100030 was refunded')
  expect(readPendingPayment()).toEqual(other)
})

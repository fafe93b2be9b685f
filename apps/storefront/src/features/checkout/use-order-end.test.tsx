import type { Quote } from '@marashi/domain/contracts/checkout'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { pageDouble } from '../../testing/page-double.tsx'
import { makeProduct } from '../../testing/products.ts'
import { cartActions } from '../cart/use-cart.ts'
import type { Quotes } from './summary/use-quotes.ts'
import { useOrderEnd } from './use-order-end.ts'

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

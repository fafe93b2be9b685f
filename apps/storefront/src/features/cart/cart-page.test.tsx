import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { newShop } from '@marashi/domain/testing/new-shop'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { pageDouble } from '../../testing/page-double.tsx'
import { makeProduct } from '../../testing/products.ts'
import { ShopDouble } from '../../testing/shop-double.tsx'
import { CartPage } from './cart-page.tsx'
import { cartActions } from './use-cart.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  cartActions.removeItem(makeProduct().id)
  localStorage.clear()
})

it('the last piece that the shopper’s own order holds is not sold out, also while the shop is asked anew once it has ended', async () => {
  const { id, name, price, image, category } = makeProduct()
  cartActions.add({ id, name, price, image, category })
  const shortages = [{ productId: id, productName: name, asked: 1, left: 0 }]
  const answers = [Promise.resolve({ items: [], unavailable: [id], shortages }), new Promise(() => undefined)]
  const asked = vi.fn(() => answers.shift())
  let end: () => void = () => undefined
  function Cart() {
    const [held, setHeld] = useState([{ productId: id, quantity: 1 }])
    end = () => setHeld([])
    return <CartPage shop={newShop as ShopDetails} held={held} />
  }
  vi.stubGlobal('IntersectionObserver', function IntersectionObserver() {
    return { observe: () => undefined, disconnect: () => undefined }
  })
  render(<ShopDouble answers={{ 'checkout.quote': asked }}>{pageDouble('/cart', <Cart />).page}</ShopDouble>)
  await waitFor(() => expect(asked).toHaveBeenCalledOnce())
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByText(/Sold out/)).toBeNull()
  act(() => end())
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  expect(screen.queryByText(/Sold out/)).toBeNull()
  screen.getByRole('link', { name: 'Proceed to Checkout' })
})

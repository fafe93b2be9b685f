import { maxCartLines, maxQuantity } from '@marashi/domain/rules/cart'
import { loadToasts, shownToast, Toaster } from '@marashi/ui/toast'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { pageDouble } from '../../testing/page-double.tsx'
import { makeProduct } from '../../testing/products.ts'
import { ShopDouble } from '../../testing/shop-double.tsx'
import { useAddToCart } from './use-add-to-cart.ts'
import { cartActions } from './use-cart.ts'

const product = makeProduct({ name: 'Oud Zahra' })
const quote = vi.fn((_asked: unknown): unknown => ({ shortages: [] }))

beforeAll(() => loadToasts())
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  act(() => {
    for (const { id } of cartActions.read().items) cartActions.removeItem(id)
  })
  cleanup()
  vi.useRealTimers()
})

function Add() {
  const { addToCart } = useAddToCart(product)
  return (
    <button type="button" onClick={addToCart}>
      Add to Cart
    </button>
  )
}

async function pressAdd() {
  const { page } = pageDouble(
    '/',
    <>
      <Add />
      <Toaster />
    </>,
  )
  render(<ShopDouble answers={{ 'checkout.quote': quote }}>{page}</ShopDouble>)
  const button = await screen.findByRole('button', { name: 'Add to Cart' })
  button.click()
  await act(() => vi.advanceTimersByTimeAsync(500))
}

it.each([
  ['of one perfume', () => void cartActions.add(product), () => cartActions.setQuantity(product.id, maxQuantity)],
  ['of perfumes', () => undefined, () => fillWithOthers()],
])('says how many it takes where the cart takes no more %s', async (_, begin, fill) => {
  act(begin)
  act(fill)
  await pressAdd()
  expect(shownToast()).toMatchObject({
    title: 'Your cart is full',
    description: `It takes ${maxCartLines} perfumes, ${maxQuantity} of each.`,
  })
})

it('takes the second piece of a perfume out again where the shop has one, and says so', async () => {
  quote.mockReturnValue({ shortages: [{ productId: product.id, productName: product.name, asked: 2, left: 1 }] })
  await pressAdd()
  await vi.dynamicImportSettled()
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(quote).not.toHaveBeenCalled()
  cleanup()
  await pressAdd()
  await vi.dynamicImportSettled()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(quote).toHaveBeenCalledWith({ items: [{ productId: product.id, quantity: 2 }] })
  await expect.poll(() => cartActions.read().items.map(({ quantity }) => quantity)).toEqual([1])
  expect(shownToast()).toMatchObject({ title: 'Only 1 left', description: 'Oud Zahra', variant: 'destructive' })
})

function fillWithOthers() {
  for (let nth = 0; nth < maxCartLines; nth += 1) cartActions.add({ ...product, id: `other-${nth}` })
}

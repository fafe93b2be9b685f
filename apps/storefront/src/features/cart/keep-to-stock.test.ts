import type { ShopClient } from '@marashi/api-client/trpc'
import { afterEach, expect, it, vi } from 'vitest'
import { makeProduct } from '../../testing/products.ts'
import { keepToStock } from './keep-to-stock.ts'
import { cartActions, quantityOf } from './use-cart.ts'

const product = makeProduct()

afterEach(() => {
  cartActions.removeItem(product.id)
  vi.useRealTimers()
})

it.each([
  ['the pieces beyond what the shop has', 2, 2],
  ['not those of before, which the shopper’s own order may hold', 0, 1],
])('plus takes out again %s', async (_, left, kept) => {
  vi.useFakeTimers()
  const { id, name, price, image, category } = product
  const query = async ({ items }: { items: { quantity: number }[] }) => ({
    shortages: [{ productId: id, productName: name, asked: items[0]?.quantity, left }],
  })
  const client = { checkout: { quote: { query } } } as unknown as ShopClient['client']
  cartActions.add({ id, name, price, image, category })
  // The first presses are all made before the code of this has come.
  const presses = [1, 2, 3]
  for (const _ of presses) cartActions.step(id, 1)
  for (const before of presses) keepToStock(client, { product, before })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(quantityOf(cartActions.read(), id)).toBe(kept)
})

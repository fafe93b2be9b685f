import type { ShopClient } from '@marashi/api-client/trpc'
import { toast } from '@marashi/ui/toast'
import { catalogueCopy } from '../../copy/catalogue.ts'
import { cartActions, quantityOf } from './use-cart.ts'

/** So many presses of plus ask once. */
const settlesAfterMs = 500
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Asks, when nobody presses any more, whether the shop has as many pieces as the cart holds, and takes the others out again.
 * Without an answer nothing changes: cart and checkout ask again.
 */
export function keepToStock(client: ShopClient['client'], product: { id: string; name: string }): void {
  clearTimeout(timers.get(product.id))
  timers.set(
    product.id,
    setTimeout(() => void askAndKeep(client, product).catch(() => undefined), settlesAfterMs),
  )
}

async function askAndKeep(client: ShopClient['client'], { id, name }: { id: string; name: string }): Promise<void> {
  const quantity = quantityOf(cartActions.read(), id)
  if (quantity === 0) return
  const quote = await client.checkout.quote.query({ items: [{ productId: id, quantity }] })
  const left = quote.shortages.find(({ productId }) => productId === id)?.left
  if (left === undefined || left >= quantityOf(cartActions.read(), id)) return
  cartActions.setQuantity(id, left)
  const title = left === 0 ? catalogueCopy.soldOut : catalogueCopy.onlyLeft(left)
  toast({ title, description: name, variant: 'destructive' })
}

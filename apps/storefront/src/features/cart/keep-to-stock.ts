import type { ShopClient } from '@marashi/api-client/trpc'
import { toast } from '@marashi/ui/toast'
import { catalogueCopy } from '../../copy/catalogue.ts'
import { cartActions, quantityOf } from './use-cart.ts'

/** So many presses of plus ask once. */
const settlesAfterMs = 500
/** By the id of the product: the pieces that the cart held before the first of these presses. */
const pressed = new Map<string, { before: number; timer: ReturnType<typeof setTimeout> }>()

/**
 * Asks, when nobody presses any more, whether the shop has as many pieces as the cart holds, and takes the others out again.
 * The `before` pieces, which the cart held before this press, stay: an order of this browser that waits to be paid may hold
 * them, and the cart tells what is sold out. Without an answer nothing changes: cart and checkout ask again.
 */
export function keepToStock(
  client: ShopClient['client'],
  { product, before }: { product: { id: string; name: string }; before: number },
): void {
  const { id } = product
  const first = pressed.get(id)
  clearTimeout(first?.timer)
  const kept = first?.before ?? before
  const timer = setTimeout(() => {
    pressed.delete(id)
    void askAndKeep(client, product, kept).catch(() => undefined)
  }, settlesAfterMs)
  pressed.set(id, { before: kept, timer })
}

async function askAndKeep(client: ShopClient['client'], { id, name }: { id: string; name: string }, before: number) {
  const quantity = quantityOf(cartActions.read(), id)
  if (quantity === 0) return
  const quote = await client.checkout.quote.query({ items: [{ productId: id, quantity }] })
  const left = quote.shortages.find(({ productId }) => productId === id)?.left
  if (left === undefined) return
  const kept = Math.max(left, before)
  if (kept >= quantityOf(cartActions.read(), id)) return
  cartActions.setQuantity(id, kept)
  const title = left === 0 ? catalogueCopy.soldOut : catalogueCopy.onlyLeft(left)
  toast({ title, description: name, variant: 'destructive' })
}

import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { Cart } from '@marashi/domain/rules/cart'
import { placeName } from '@marashi/domain/rules/delivery-fee'
import { formatKsh } from '@marashi/domain/rules/money'
import { checkoutCopy } from '../../../copy/checkout.ts'
import type { Progress } from './order-progress.ts'

/**
 * What differs from what the shopper saw, in words: the first change gives the title. The place comes first, because another
 * one was chosen for the shopper. See docs/behaviour.md#delivery-fees.
 */
export function changesIn(
  { before, place, quote, text }: Extract<Progress, { step: 'changed' }>,
  cart: Cart,
  shop: ShopDetails,
): { title: string; texts: string[] } {
  const { unavailable, shortages, total, deliveryLocation } = quote
  const titles: string[] = []
  const texts: string[] = []
  function add(title: string, words: string) {
    titles.push(title)
    texts.push(words)
  }

  // The refusal names the place: one that is off is not among those that the page knows.
  if (place !== deliveryLocation) {
    add(checkoutCopy.placeOffTitle, checkoutCopy.placeOff(text, placeName(deliveryLocation, shop.places)))
  }
  const lines = shortages.map(({ productName, left }) => checkoutCopy.soldLine(productName, left))
  if (lines.length > 0) add(checkoutCopy.soldTitle, checkoutCopy.sold(lines.join('; ')))
  // A quote names what is sold out in both lists.
  const isSold = (id: string) => shortages.some(({ productId }) => productId === id)
  const gone = cart.items.filter(({ id }) => unavailable.includes(id) && !isSold(id)).map(({ name }) => name)
  if (gone.length > 0) add(checkoutCopy.gonesTitle, checkoutCopy.gones(gone.join(', ')))
  const [title] = titles
  if (title) return { title, texts }
  return { title: checkoutCopy.changedTitle, texts: [checkoutCopy.changed(formatKsh(before), formatKsh(total))] }
}

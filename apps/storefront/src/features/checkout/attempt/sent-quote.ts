import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'

/**
 * What an order asks that was sent before, in whole shillings: sent again it stays exactly that, whatever the cart holds and the
 * shop charges by now. It knows its own place alone.
 */
export function sentQuote({ order, items }: PlaceOrder): Quote {
  const { deliveryLocation, deliveryCharge, subtotal, total } = order
  return {
    items: items.map((item) => ({ ...item, lineTotal: item.productPrice * item.quantity })),
    unavailable: [],
    shortages: [],
    deliveryLocation,
    subtotal,
    deliveryCharge,
    total,
    byLocation: { [deliveryLocation]: { deliveryCharge, total } },
  }
}

/** Search engines and the catalogues of others are told of a perfume what its page says, and never a fee that is too low. */

import { type DeliveryPlace, deliveryFeeShillings } from './delivery-fee.ts'

/**
 * What delivering one piece costs at most, in whole shillings: Google and Meta know Kenya, but not the places that the shop
 * delivers to. See docs/product-feed.md#delivery.
 */
export const highestDeliveryFee = (
  price: number,
  {
    places,
    freeDeliveryOver,
  }: { places: readonly Pick<DeliveryPlace, 'fee' | 'freeOver'>[]; freeDeliveryOver: number | null },
): number => Math.max(0, ...places.map((place) => deliveryFeeShillings(place, { subtotal: price, freeDeliveryOver })))

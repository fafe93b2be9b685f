/** Embu is free, Nairobi CBD costs Ksh 200 and the rest of Nairobi Ksh 300 to deliver. */

export const deliveryLocations = ['embu', 'nairobi-cbd', 'nairobi-other'] as const
export type DeliveryLocation = (typeof deliveryLocations)[number]

/** Whole shillings. */
export const deliveryFees: Record<DeliveryLocation, number> = { embu: 0, 'nairobi-cbd': 200, 'nairobi-other': 300 }

/** Product pages advertise free delivery above this amount in shillings; see docs/behaviour.md#free-delivery. */
export const freeDeliveryAdvertisedOver = 5000

/**
 * The delivery fee in whole shillings. The owner's offer applies only when it is set, and only strictly above its
 * amount: `freeDeliveryOver` 5000 still charges for a cart of exactly Ksh 5,000.
 */
export function deliveryFeeShillings(
  location: DeliveryLocation,
  { subtotal, freeDeliveryOver }: { subtotal: number; freeDeliveryOver: number | null },
): number {
  if (freeDeliveryOver !== null && subtotal > freeDeliveryOver) return 0
  return deliveryFees[location]
}

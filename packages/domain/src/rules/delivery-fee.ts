/** Embu is free, Nairobi CBD costs Ksh 200 and the rest of Nairobi Ksh 300 to deliver, until the owner says otherwise. */

/** The places of the specification; the owner may add others. */
export const deliveryLocations = ['embu', 'nairobi-cbd', 'nairobi-other'] as const

/** The id of a place. */
export type DeliveryLocation = string

/** The form of a place's id. */
export const placeId = /^[a-z][a-z0-9-]{0,39}$/

/** Whole shillings, in a new shop. */
export const deliveryFees: Record<(typeof deliveryLocations)[number], number> = {
  embu: 0,
  'nairobi-cbd': 200,
  'nairobi-other': 300,
}

/** What a place is called in a new shop. */
const placeNames = new Map([
  ['embu', 'Embu'],
  ['nairobi-cbd', 'Nairobi CBD'],
  ['nairobi-other', 'Other Nairobi'],
])

/** One of the places that the shop delivers to. */
export interface DeliveryPlace {
  id: DeliveryLocation
  name: string
  /** Whole shillings. */
  fee: number
  /** When an order arrives, as shoppers read it; empty where the owner promises nothing. */
  promise: string
  /** Free for orders above so many shillings; null where the offer of the whole shop applies. */
  freeOver: number | null
  note: string
}

/** Product pages advertise free delivery above this amount in shillings; see docs/behaviour.md#free-delivery. */
export const freeDeliveryAdvertisedOver = 5000

/**
 * The delivery fee in whole shillings. The owner's offer applies only when it is set, and only strictly above its
 * amount: `freeDeliveryOver` 5000 still charges for a cart of exactly Ksh 5,000. A place's own offer comes first.
 */
export function deliveryFeeShillings(
  { fee, freeOver }: Pick<DeliveryPlace, 'fee' | 'freeOver'>,
  { subtotal, freeDeliveryOver }: { subtotal: number; freeDeliveryOver: number | null },
): number {
  const over = freeOver ?? freeDeliveryOver
  return over !== null && subtotal > over ? 0 : fee
}

/** What a place is called; one that the shop does not deliver to now is named by its id, "thika-road" as Thika Road. */
export function placeName(id: DeliveryLocation, places: readonly Pick<DeliveryPlace, 'id' | 'name'>[] = []): string {
  const known = places.find((place) => place.id === id)?.name ?? placeNames.get(id)
  return known ?? id.replace(/(^|-)(\w)/g, (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase())
}

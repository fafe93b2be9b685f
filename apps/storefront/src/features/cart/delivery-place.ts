import { type DeliveryLocation, deliveryLocations } from '@marashi/domain/rules/delivery-fee'
import { useSyncExternalStore } from 'react'

/** The key in local storage. */
export const deliveryPlaceKey = 'delivery-place'

/**
 * Where this browser's orders go, Embu until another place is chosen in the cart or at the checkout. It lasts longer than
 * one order, because most shoppers stay where they are. See docs/behaviour.md#cart-and-delivery.
 */
export function useDeliveryPlace(): [DeliveryLocation, (place: DeliveryLocation) => void] {
  return [useSyncExternalStore(subscribe, readDeliveryPlace, () => 'embu' as const), saveDeliveryPlace]
}

/** A place that the shop no longer delivers to counts as none. */
export function readDeliveryPlace(): DeliveryLocation {
  const saved = unsaved ?? savedText()
  return deliveryLocations.find((place) => place === saved) ?? 'embu'
}

export function saveDeliveryPlace(place: DeliveryLocation): void {
  try {
    localStorage.setItem(deliveryPlaceKey, place)
  } catch {
    // Without storage the choice lasts until the page is left.
    unsaved = place
  }
  for (const listener of listeners) listener()
}

let unsaved: DeliveryLocation | undefined
const listeners = new Set<() => void>()

function savedText(): string | null {
  try {
    return localStorage.getItem(deliveryPlaceKey)
  } catch {
    return null
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

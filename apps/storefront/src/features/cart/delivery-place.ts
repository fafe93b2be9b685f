import type { DeliveryLocation, DeliveryPlace } from '@marashi/domain/rules/delivery-fee'
import { useSyncExternalStore } from 'react'
import { readText, saveText } from '../../lib/browser-storage.ts'
import { keptForTabs } from '../../lib/kept-for-tabs.ts'

/** The key in local storage. */
export const deliveryPlaceKey = 'delivery-place'

/**
 * Where this browser's orders go, Embu until another place is chosen in the cart or at the checkout. It lasts longer than
 * one order, because most shoppers stay where they are. See docs/behaviour.md#cart-and-delivery.
 */
export function useDeliveryPlace(places: Places): [DeliveryLocation, (place: DeliveryLocation) => void] {
  const read = () => readDeliveryPlace(places)
  return [useSyncExternalStore(subscribe, read, () => chosenOf(places, null)), saveDeliveryPlace]
}

export const readDeliveryPlace = (places: Places): DeliveryLocation =>
  chosenOf(places, unsaved ?? readText(deliveryPlaceKey))

type Places = readonly Pick<DeliveryPlace, 'id'>[]

/** A place that the shop no longer delivers to counts as none: then it is Embu, or the first place. */
const chosenOf = (places: Places, saved: string | null): DeliveryLocation =>
  [saved, 'embu'].find((id) => places.some((place) => place.id === id)) ?? places[0]?.id ?? 'embu'

export function saveDeliveryPlace(place: DeliveryLocation): void {
  // Without storage the choice lasts until the page is left.
  unsaved = saveText(deliveryPlaceKey, place) ? undefined : place
  notify()
}

let unsaved: DeliveryLocation | undefined
const { notify, subscribe } = keptForTabs()

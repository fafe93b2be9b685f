import { trpc } from '@marashi/api-client/trpc'
import { type DeliveryPlace, deliveryFees, deliveryLocations, placeName } from '@marashi/domain/rules/delivery-fee'

/** Where the shop delivers to now; as in a new shop until it has answered. */
export function useDeliveryPlaces(): readonly Pick<DeliveryPlace, 'id' | 'name' | 'fee'>[] {
  const { data } = trpc.catalogue.shop.useQuery()
  return data?.places ?? specified
}

const specified = deliveryLocations.map((id) => ({ id, name: placeName(id), fee: deliveryFees[id] }))

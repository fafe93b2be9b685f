import type { DeliveryLocation } from '@marashi/domain/rules/delivery-fee'
import { formatKsh } from '@marashi/domain/rules/money'

const locations = {
  embu: 'Embu',
  'nairobi-cbd': 'Nairobi CBD',
  'nairobi-other': 'Other Nairobi',
} satisfies Record<DeliveryLocation, string>

/** The names of a delivery location and its fee on every page. */
export const deliveryCopy = {
  locations,
  fee: (shillings: number) => (shillings === 0 ? 'Free' : formatKsh(shillings)),
  feeOf: (location: DeliveryLocation, shillings: number) =>
    `${locations[location]} ${shillings === 0 ? 'free' : formatKsh(shillings)}`,
} as const

import type { DeliveryLocation } from '@marashi/domain/rules/delivery-fee'
import { formatKsh } from '@marashi/domain/rules/money'

/** How a delivery location and its fee are called on every page. */
export const deliveryCopy = {
  locations: {
    embu: 'Embu',
    'nairobi-cbd': 'Nairobi CBD',
    'nairobi-other': 'Other Nairobi',
  } satisfies Record<DeliveryLocation, string>,
  fee: (shillings: number) => (shillings === 0 ? 'Free' : formatKsh(shillings)),
} as const

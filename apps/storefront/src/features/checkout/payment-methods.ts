import type { PlaceOrder } from '@marashi/domain/contracts/checkout'
import { checkoutCopy } from '../../copy/checkout.ts'

export type PaymentMethod = {
  id: PlaceOrder['order']['paymentMethod']
  label: string
  hint: string
}

/** The ways to pay that work today, most convenient first; the first one is chosen until the shopper chooses. */
export const paymentMethods: readonly [PaymentMethod, ...PaymentMethod[]] = [
  { id: 'manual', label: checkoutCopy.payOnDelivery, hint: checkoutCopy.payOnDeliveryHint },
]

import type { PlaceOrder } from '@marashi/domain/contracts/checkout'
import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import { formatKsh } from '@marashi/domain/rules/money'
import { checkoutCopy } from '../../copy/checkout.ts'
import { mpesaCopy } from '../../copy/mpesa.ts'

export type PaymentMethod = {
  id: PlaceOrder['order']['paymentMethod']
  label: string
  hint: string
  /** False when this order's total is outside of what the method takes. */
  isOpen: boolean
}

/**
 * The ways to pay an order of this total, most convenient first. The card is always among them (decisions 29);
 * `methods` is what works in this shop, null when it could not be asked.
 */
export function paymentMethodsFor(methods: PaymentMethods | null, totalShillings = 0): PaymentMethod[] {
  const offered: PaymentMethod[] = []
  if (methods?.mpesa) {
    const { maxShillings } = methods.mpesa
    const isOpen = totalShillings <= maxShillings
    const hint = isOpen ? mpesaCopy.hint : mpesaCopy.tooMuch(formatKsh(maxShillings))
    offered.push({ id: 'mpesa', label: mpesaCopy.label, hint, isOpen })
  }
  if (methods) {
    const least = methods.card?.minShillings ?? 0
    const isOpen = totalShillings === 0 || totalShillings >= least
    const hint = isOpen ? checkoutCopy.cardHint : checkoutCopy.cardFrom(formatKsh(least))
    offered.push({ id: 'stripe', label: checkoutCopy.card, hint, isOpen })
  }
  offered.push({
    id: 'manual',
    label: checkoutCopy.payOnDelivery,
    hint: checkoutCopy.payOnDeliveryHint,
    isOpen: true,
  })
  return offered
}

/** What the shopper chose, as long as it is open; else the first that works here. */
export function chosenMethod(
  offered: readonly PaymentMethod[],
  wanted: PaymentMethod['id'] | null,
  methods: PaymentMethods | null,
): PaymentMethod['id'] {
  const open = offered.filter(({ isOpen }) => isOpen)
  const works = ({ id }: PaymentMethod) => id !== 'stripe' || methods?.card != null
  return (open.find(({ id }) => id === wanted) ?? open.find(works))?.id ?? 'manual'
}

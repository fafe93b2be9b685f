import type { PlaceOrder } from '@marashi/domain/contracts/checkout'
import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import { formatKsh } from '@marashi/domain/rules/money'
import { checkoutCopy } from '../../../../copy/checkout.ts'
import { mpesaCopy } from '../../../../copy/mpesa.ts'

export type PaymentMethod = {
  id: PlaceOrder['order']['paymentMethod']
  label: string
  hint: string
  /** False when the method does not take this order's total. */
  isOpen: boolean
  /** True for the card where the shop has no key: it can be chosen and not be used. */
  isMissing: boolean
}

/**
 * The payment methods for an order of this total, most convenient first. The card is always offered and shows where it
 * does not work. `methods` is what the shop accepts; null when that could not be loaded.
 */
export function paymentMethodsFor(methods: PaymentMethods | null, totalShillings = 0): PaymentMethod[] {
  const offered: PaymentMethod[] = []
  if (methods?.mpesa) {
    const { maxShillings } = methods.mpesa
    const isOpen = totalShillings <= maxShillings
    const hint = isOpen ? mpesaCopy.hint : mpesaCopy.tooMuch(formatKsh(maxShillings))
    offered.push({ id: 'mpesa', label: mpesaCopy.label, hint, isOpen, isMissing: false })
  }
  if (methods) {
    const least = methods.card?.minShillings ?? 0
    const isOpen = totalShillings === 0 || totalShillings >= least
    const isMissing = methods.card === null
    const hint = isMissing
      ? checkoutCopy.cardUnavailable
      : isOpen
        ? checkoutCopy.cardHint
        : checkoutCopy.cardFrom(formatKsh(least))
    offered.push({ id: 'stripe', label: checkoutCopy.card, hint, isOpen, isMissing })
  }
  offered.push({
    id: 'manual',
    label: checkoutCopy.payOnDelivery,
    hint: checkoutCopy.payOnDeliveryHint,
    isOpen: true,
    isMissing: false,
  })
  return offered
}

/** The shopper's choice while it is open; otherwise the first method that works. */
export function chosenMethod(
  offered: readonly PaymentMethod[],
  wanted: PaymentMethod['id'] | null,
): PaymentMethod['id'] {
  const open = offered.filter(({ isOpen }) => isOpen)
  return (open.find(({ id }) => id === wanted) ?? firstWorking(offered)).id
}

/** The most convenient method that works for this order; pay on delivery always does. */
export function firstWorking(offered: readonly PaymentMethod[]): PaymentMethod {
  const working = offered.find(({ isOpen, isMissing }) => isOpen && !isMissing)
  if (!working) throw new Error('Nothing is offered, not even to pay on delivery')
  return working
}

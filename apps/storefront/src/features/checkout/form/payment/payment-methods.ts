import type { PlaceOrder } from '@marashi/domain/contracts/checkout'
import type { PaymentMethods } from '@marashi/domain/contracts/payments'
import { formatKsh } from '@marashi/domain/rules/money'
import { checkoutCopy } from '../../../../copy/checkout.ts'
import { mpesaCopy } from '../../../../copy/mpesa.ts'
import { takesMpesa } from './takes-mpesa.ts'

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
 * The payment methods for an order of this total, most convenient first. The card is offered and shows where it does not
 * work; what the owner has switched off is left out. `methods` is what the shop accepts; null when that could not be loaded.
 */
export function paymentMethodsFor(methods: PaymentMethods | null, totalShillings = 0): PaymentMethod[] {
  const offered: PaymentMethod[] = []
  if (methods?.mpesa && methods.offered.includes('mpesa')) {
    const { maxShillings } = methods.mpesa
    const isOpen = takesMpesa(methods, totalShillings)
    const hint = isOpen ? mpesaCopy.hint : mpesaCopy.tooMuch(formatKsh(maxShillings))
    offered.push({ id: 'mpesa', label: mpesaCopy.label, hint, isOpen, isMissing: false })
  }
  if (methods?.offered.includes('stripe')) {
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
  if (!methods || methods.offered.includes('manual')) {
    offered.push({
      id: 'manual',
      label: checkoutCopy.payOnDelivery,
      hint: checkoutCopy.payOnDeliveryHint,
      isOpen: true,
      isMissing: false,
    })
  }
  return offered
}

/** The shopper's choice while it is open; otherwise the first method that works, or where none does the first one. */
export function chosenMethod(
  offered: readonly PaymentMethod[],
  wanted: PaymentMethod['id'] | null,
): PaymentMethod['id'] {
  const chosen = offered.find(({ id, isOpen }) => isOpen && id === wanted) ?? firstWorking(offered) ?? offered[0]
  return chosen?.id ?? 'manual'
}

/** The most convenient method that works for this order; null where the owner has left none that does. */
export const firstWorking = (offered: readonly PaymentMethod[]): PaymentMethod | null =>
  offered.find(({ isOpen, isMissing }) => isOpen && !isMissing) ?? null

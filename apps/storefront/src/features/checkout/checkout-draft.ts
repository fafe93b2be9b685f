import type { CheckoutForm } from '@marashi/domain/contracts/checkout'
import { deliveryLocations } from '@marashi/domain/rules/delivery-fee'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { dropDraft, readDraft, saveDraft } from '../../lib/session-draft.ts'

const draftKey = 'checkout-draft'

/** What was typed before a reload, or an empty form that delivers to Embu (decisions 17). */
export function readCheckoutDraft(): CheckoutForm {
  const draft = readDraft(draftKey)
  const text = (name: keyof CheckoutForm) => (typeof draft[name] === 'string' ? draft[name] : '')
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    deliveryLocation: deliveryLocations.find((location) => location === draft.deliveryLocation) ?? 'embu',
  }
}

/** Keeps the draft in step with the form. */
export function useCheckoutDraft(form: UseFormReturn<CheckoutForm>): void {
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(draftKey, values) }),
    [form],
  )
}

export function forgetCheckoutDraft(): void {
  dropDraft(draftKey)
}

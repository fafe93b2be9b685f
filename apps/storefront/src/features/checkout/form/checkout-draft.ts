import { orderPaymentMethods } from '@marashi/domain/contracts/checkout'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { dropRecord, readRecord, saveRecord } from '../../../lib/session-record.ts'
import { readDeliveryPlace, saveDeliveryPlace } from '../../cart/delivery-place.ts'
import type { CheckoutFields } from './checkout-fields.ts'
import type { PaymentMethod } from './payment/payment-methods.ts'

const draftKey = 'checkout-draft'

/** What was typed before a reload, or an empty form; it delivers to the place that was chosen last, in the cart or here. */
export function readCheckoutDraft(places: Parameters<typeof readDeliveryPlace>[0]): CheckoutFields {
  const draft = readRecord(draftKey)
  const text = (name: keyof CheckoutFields) => (typeof draft[name] === 'string' ? draft[name] : '')
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: text('phone'),
    address: text('address'),
    mpesaPhone: text('mpesaPhone'),
    deliveryLocation: readDeliveryPlace(places),
  }
}

/** The payment method that was chosen before a reload. */
export function readChosenMethod(): PaymentMethod['id'] | null {
  const { paymentMethod } = readRecord(draftKey)
  return orderPaymentMethods.find((method) => method === paymentMethod) ?? null
}

/** Saves the form and the chosen payment method after every change. */
export function useCheckoutDraft(form: UseFormReturn<CheckoutFields>, paymentMethod: PaymentMethod['id'] | null): void {
  useEffect(() => {
    const save = ({ deliveryLocation, ...typed }: CheckoutFields) => {
      saveRecord(draftKey, { ...typed, paymentMethod })
      saveDeliveryPlace(deliveryLocation)
    }
    if (paymentMethod) save(form.getValues())
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: ({ values }) => save(values) })
    return () => unsubscribe()
  }, [form, paymentMethod])
}

export function clearCheckoutDraft(): void {
  dropRecord(draftKey)
}

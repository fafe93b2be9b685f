import { useEffect, useEffectEvent, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { CheckoutFields } from './checkout-fields.ts'
import type { PaymentMethod } from './payment/payment-methods.ts'

/**
 * Most shoppers pay with their contact phone, so it is copied to the M-Pesa number until that is changed. What is wrong with
 * the number depends on the contact phone and on the way to pay too: once errors are shown it is checked again with each.
 * Called after what chooses the rules of `method`.
 */
export function useCopiedPhone(form: UseFormReturn<CheckoutFields>, method: PaymentMethod['id']): void {
  const { isSubmitted } = form.formState
  const phone = useWatch({ control: form.control, name: 'phone' })
  const before = useRef(phone)
  useEffect(() => {
    if (form.getValues('mpesaPhone') === before.current) form.setValue('mpesaPhone', phone)
    before.current = phone
  }, [form, phone])
  const checkAgain = useEffectEvent(() => {
    if (isSubmitted) void form.trigger('mpesaPhone')
  })
  useEffect(() => {
    checkAgain()
  }, [phone, method])
}

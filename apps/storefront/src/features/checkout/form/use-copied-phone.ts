import { useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { CheckoutFields } from './checkout-fields.ts'

/** Most shoppers pay with their contact phone, so it is copied to the M-Pesa number until that is changed. */
export function useCopiedPhone(form: UseFormReturn<CheckoutFields>): void {
  const phone = useWatch({ control: form.control, name: 'phone' })
  const before = useRef(phone)
  useEffect(() => {
    if (form.getValues('mpesaPhone') === before.current) form.setValue('mpesaPhone', phone)
    before.current = phone
  }, [form, phone])
}

import { toast } from '@marashi/ui/toast'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { type CheckoutFields, payingPhoneProblem } from './checkout-fields.ts'
import type { PaymentMethod } from './payment/payment-methods.ts'

type Problem = 'missing' | NonNullable<ReturnType<typeof payingPhoneProblem>>

/**
 * Returns a function that shows the toast for a form with errors: a field is missing, or M-Pesa cannot prompt the phone.
 * Other errors stand at their fields alone. The toast goes as soon as its error is corrected. See
 * docs/behaviour.md#checkout-form.
 */
export function useProblemToast(form: UseFormReturn<CheckoutFields>, method: PaymentMethod['id']): () => void {
  const shown = useRef<{ problem: Problem; dismiss: () => void }>(null)

  useEffect(() => {
    function dismissIfCorrected(fields: CheckoutFields) {
      if (!shown.current || shown.current.problem === problemOf(fields, method)) return
      shown.current.dismiss()
      shown.current = null
    }
    dismissIfCorrected(form.getValues())
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ values }) => dismissIfCorrected(values),
    })
    return () => unsubscribe()
  }, [form, method])

  return function showProblem() {
    const problem = problemOf(form.getValues(), method)
    if (!problem) return
    const { title, text } =
      problem === 'missing'
        ? { title: checkoutCopy.missingTitle, text: checkoutCopy.missing }
        : mpesaCopy.problems[problem]
    shown.current = { problem, dismiss: toast({ variant: 'destructive', title, description: text }) }
  }
}

function problemOf(fields: CheckoutFields, method: PaymentMethod['id']): Problem | null {
  const { mpesaPhone: _optional, ...required } = fields
  if (Object.values(required).some((value) => value.trim() === '')) return 'missing'
  return method === 'mpesa' ? payingPhoneProblem(fields) : null
}

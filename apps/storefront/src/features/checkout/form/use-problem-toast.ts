import { toast } from '@marashi/ui/toast'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CheckoutFields } from './checkout-fields.ts'
import { formProblem } from './form-problem.ts'
import type { PaymentMethod } from './payment/payment-methods.ts'

/**
 * Returns a function that shows the toast for a form with errors: what is to be done about them. It goes as soon as that is
 * done. See docs/behaviour.md#checkout-form.
 */
export function useProblemToast(form: UseFormReturn<CheckoutFields>, method: PaymentMethod['id']): () => void {
  const shown = useRef<{ title: string; dismiss: () => void }>(null)

  useEffect(() => {
    function dismissIfCorrected(fields: CheckoutFields) {
      if (!shown.current || shown.current.title === formProblem(fields, method)?.title) return
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
    const problem = formProblem(form.getValues(), method)
    if (!problem) return
    const { title, text } = problem
    shown.current = { title, dismiss: toast({ variant: 'destructive', title, description: text }) }
  }
}

import { toast } from '@marashi/ui/toast'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { type CheckoutFields, payingPhoneProblem } from './checkout-fields.ts'
import type { PaymentMethod } from './payment/payment-methods.ts'

/**
 * The toast for a form with errors: a field is missing, or M-Pesa cannot prompt the phone. Other errors stand at their
 * fields alone. See docs/behaviour.md#checkout-form.
 */
export function showProblems(fields: CheckoutFields, method: PaymentMethod['id']): void {
  const { mpesaPhone: _empty, ...required } = fields
  if (Object.values(required).some((value) => value.trim() === '')) {
    toast({ variant: 'destructive', title: checkoutCopy.missingTitle, description: checkoutCopy.missing })
    return
  }
  const problem = method === 'mpesa' ? payingPhoneProblem(fields) : null
  if (!problem) return
  const { title, text } = mpesaCopy.problems[problem]
  toast({ variant: 'destructive', title, description: text })
}

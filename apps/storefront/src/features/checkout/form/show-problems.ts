import { toast } from '@marashi/ui/toast'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { type CheckoutFields, payingPhoneProblem } from './checkout-fields.ts'
import type { PaymentMethod } from './payment/payment-methods.ts'

/**
 * The toast of specification §5 for a form that is not right: something is missing, or M-Pesa cannot ask the phone.
 * Other mistakes are told at their fields alone.
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

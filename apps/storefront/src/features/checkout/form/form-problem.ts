import { checkoutCopy } from '../../../copy/checkout.ts'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import { type CheckoutFields, payingPhoneProblem } from './checkout-fields.ts'
import type { PaymentMethod } from './payment/payment-methods.ts'

/**
 * What is to be done about a form with errors: a field is missing, or M-Pesa cannot prompt the phone; null for errors that
 * their fields alone explain. See docs/behaviour.md#checkout-form.
 */
export function formProblem(
  fields: CheckoutFields,
  method: PaymentMethod['id'],
): { title: string; text: string } | null {
  const { mpesaPhone: _optional, ...required } = fields
  if (Object.values(required).some((value) => value.trim() === '')) {
    return { title: checkoutCopy.missingTitle, text: checkoutCopy.missing }
  }
  const problem = method === 'mpesa' ? payingPhoneProblem(fields) : null
  return problem && mpesaCopy.problems[problem]
}

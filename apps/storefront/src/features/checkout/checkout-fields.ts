import { checkoutForm } from '@marashi/domain/contracts/checkout'
import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import { z } from 'zod'
import { mpesaCopy } from '../../copy/mpesa.ts'

/** The checkout's fields: the customer's half, and the phone that pays. */
export const plainFields = checkoutForm.extend({ mpesaPhone: z.string() })
export type CheckoutFields = z.infer<typeof plainFields>

/** The number that M-Pesa is to ask: the field for it, or the contact phone while that is empty (specification §5). */
export const payingPhone = ({ mpesaPhone, phone }: Pick<CheckoutFields, 'mpesaPhone' | 'phone'>): string =>
  mpesaPhone.trim() || phone

/** What is wrong with the number that is to pay; null when M-Pesa can ask it. */
export function payingPhoneProblem(fields: Pick<CheckoutFields, 'mpesaPhone' | 'phone'>) {
  const number = parseKenyanPhone(payingPhone(fields))
  return number.ok ? null : number.problem
}

/** The same fields where M-Pesa pays: its number is checked with the others, not after them. */
export const mpesaFields = (['required', 'invalid', 'network'] as const).reduce<typeof plainFields>(
  (fields, problem) => {
    const { title, text } = mpesaCopy.problems[problem]
    return fields.refine((values) => payingPhoneProblem(values) !== problem, {
      path: ['mpesaPhone'],
      message: `${title}. ${text}`,
      when: () => true,
    })
  },
  plainFields,
)

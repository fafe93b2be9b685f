import { checkoutForm, contactPhone } from '@marashi/domain/contracts/checkout'
import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import { z } from 'zod'
import { mpesaCopy } from '../../../copy/mpesa.ts'

/** The checkout's fields: the customer's half, and the phone that pays. */
export const plainFields = checkoutForm.extend({ mpesaPhone: z.string() })
export type CheckoutFields = z.infer<typeof plainFields>
type Phones = Pick<CheckoutFields, 'mpesaPhone' | 'phone'>

/** The number that M-Pesa is to ask: the field for it, or the contact phone while that is empty. */
export const payingPhone = ({ mpesaPhone, phone }: Phones): string => mpesaPhone.trim() || phone

/**
 * What is wrong with the number that is to pay; null when M-Pesa can ask it. The contact phone that pays as well is
 * corrected at its own field, so what is missing or wrong there is not said a second time.
 */
export function payingPhoneProblem(fields: Phones) {
  const number = parseKenyanPhone(payingPhone(fields))
  if (number.ok) return null
  const isContactPhone = payingPhone(fields).trim() === fields.phone.trim()
  return isContactPhone && !contactPhone.safeParse(fields.phone).success ? null : number.problem
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

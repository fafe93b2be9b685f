import { checkoutForm, contactPhone } from '@marashi/domain/contracts/checkout'
import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import { z } from 'zod'
import { mpesaCopy } from '../../../copy/mpesa.ts'

/** The fields of the checkout: those of the customer, and the phone that pays. */
export const plainFields = checkoutForm.extend({ mpesaPhone: z.string() })
export type CheckoutFields = z.infer<typeof plainFields>
type Phones = Pick<CheckoutFields, 'mpesaPhone' | 'phone'>

/** The number that gets the M-Pesa prompt: its own field, or the contact phone while that field is empty. */
export const payingPhone = ({ mpesaPhone, phone }: Phones): string => mpesaPhone.trim() || phone

/**
 * What is wrong with the number that pays; null when M-Pesa can prompt it. Where the contact phone pays, its errors
 * stand at the contact phone's field and are not repeated here.
 */
export function payingPhoneProblem(fields: Phones) {
  const number = parseKenyanPhone(payingPhone(fields))
  if (number.ok) return null
  const isContactPhone = payingPhone(fields).trim() === fields.phone.trim()
  return isContactPhone && !contactPhone.safeParse(fields.phone).success ? null : number.problem
}

/** Beside the customer's fields, not after them: a shopper reads of everything that is wrong at the first press. Adds no field. */
const phoneThatPays = z.object({ phone: z.string(), mpesaPhone: z.string() }).transform((fields, { addIssue }) => {
  const problem = payingPhoneProblem(fields)
  if (problem) {
    const { title, text } = mpesaCopy.problems[problem]
    addIssue({ code: 'custom', path: ['mpesaPhone'], message: `${title}. ${text}` })
  }
  return {}
})

/** The same fields where M-Pesa pays: its number is checked together with the others. */
export const mpesaFields = plainFields.and(phoneThatPays)

import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { TriangleAlert } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import type { CheckoutFields } from './checkout-fields.ts'
import { formProblem } from './form-problem.ts'
import type { PaymentMethod } from './payment/payment-methods.ts'
import styles from './problem-summary.module.css'

/**
 * The one message about a form with errors, above the button that was pressed: what to do, and the fields with errors, each
 * a button that leads to its field. The error itself stands at the field; a screen reader, which comes here first, reads it
 * here too.
 */
export function ProblemSummary({ form, method }: { form: UseFormReturn<CheckoutFields>; method: PaymentMethod['id'] }) {
  const { errors } = form.formState
  const problems = fieldOrder.flatMap((name) => (errors[name]?.message ? [{ name, text: errors[name].message }] : []))
  if (problems.length === 0) return null
  const { title, text } = formProblem(form.getValues(), method) ?? { title: checkoutCopy.problem, text: '' }
  return (
    <section className={styles.summary} role="alert" aria-labelledby="checkout-problem">
      <TriangleAlert size={20} aria-hidden="true" />
      <div>
        <h2 id="checkout-problem" className={styles.title}>
          {title}
        </h2>
        {text && <p>{text}</p>}
        <ul className={styles.fields}>
          {problems.map(({ name, text }) => (
            <li key={name}>
              <button type="button" className={styles.problem} onClick={() => form.setFocus(name)}>
                {labels[name]}
                <VisuallyHidden>: {text}</VisuallyHidden>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const labels: Record<keyof CheckoutFields, string> = {
  firstName: checkoutCopy.firstName,
  lastName: checkoutCopy.lastName,
  email: checkoutCopy.email,
  phone: checkoutCopy.phone,
  deliveryLocation: checkoutCopy.location,
  address: checkoutCopy.address,
  mpesaPhone: mpesaCopy.number,
}

const fieldOrder = ['firstName', 'lastName', 'email', 'phone', 'deliveryLocation', 'address', 'mpesaPhone'] as const

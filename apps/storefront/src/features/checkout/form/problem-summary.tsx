import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { TriangleAlert } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import type { CheckoutFields } from './checkout-fields.ts'
import styles from './problem-summary.module.css'

/**
 * The fields with errors above the button that was pressed, each a button that leads to its field. The error itself stands
 * at the field; a screen reader reads it here too. What is to be done says the toast, which is read out.
 */
export function ProblemSummary({ form }: { form: UseFormReturn<CheckoutFields> }) {
  const { errors } = form.formState
  const problems = fieldOrder.flatMap((name) => (errors[name]?.message ? [{ name, text: errors[name].message }] : []))
  if (problems.length === 0) return null
  return (
    <section className={styles.summary} aria-labelledby="checkout-problem">
      <TriangleAlert size={20} aria-hidden="true" />
      <div>
        <h2 id="checkout-problem" className={styles.title}>
          {checkoutCopy.problem}
        </h2>
        <ul className={styles.fields}>
          {problems.map(({ name, text }) => (
            <li key={name}>
              <button type="button" className={styles.problem} onClick={() => form.setFocus(name)}>
                {labels[name]}
                <VisuallyHidden>{`: ${text}`}</VisuallyHidden>
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

import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import type { FieldErrors } from 'react-hook-form'
import { checkoutCopy } from '../../../copy/checkout.ts'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import type { CheckoutFields } from './checkout-fields.ts'
import styles from './problem-summary.module.css'

/**
 * The fields with errors, each a button that leads to its field. The error stands at the field itself; a screen reader,
 * which comes to this list first, reads it here too.
 */
export function ProblemSummary({
  errors,
  onChoose,
}: {
  errors: FieldErrors<CheckoutFields>
  onChoose: (name: keyof CheckoutFields) => void
}) {
  const problems = fieldOrder.flatMap((name) => (errors[name]?.message ? [{ name, text: errors[name].message }] : []))
  if (problems.length === 0) return null
  return (
    <section className={styles.summary} aria-labelledby="checkout-problem">
      <h2 id="checkout-problem" className={styles.title}>
        {checkoutCopy.problem}
      </h2>
      <ul className={styles.fields}>
        {problems.map(({ name, text }) => (
          <li key={name}>
            <button type="button" className={styles.problem} onClick={() => onChoose(name)}>
              {labels[name]}
              <VisuallyHidden>: {text}</VisuallyHidden>
            </button>
          </li>
        ))}
      </ul>
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

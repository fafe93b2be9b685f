import type { FieldErrors } from 'react-hook-form'
import { checkoutCopy } from '../../copy/checkout.ts'
import type { CheckoutFields } from './checkout-fields.ts'
import styles from './problem-summary.module.css'

/** All that is wrong with the form in one place, each a way to its field. */
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
      <ul>
        {problems.map(({ name, text }) => (
          <li key={name}>
            <button type="button" className={styles.problem} onClick={() => onChoose(name)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const fieldOrder = ['firstName', 'lastName', 'email', 'phone', 'deliveryLocation', 'address', 'mpesaPhone'] as const

import { checkoutCopy } from '../../copy/checkout.ts'
import styles from './card-missing.module.css'

/** The card was chosen where no key for it is set: said before an order is made (decisions 29). */
export function CardMissing() {
  return (
    <div className={styles.problem} role="alert">
      <h3 className={styles.title}>{checkoutCopy.cardMissingTitle}</h3>
      <p>{checkoutCopy.cardMissing}</p>
    </div>
  )
}

import type { ReactNode } from 'react'
import { checkoutCopy } from '../../../../copy/checkout.ts'
import styles from './card-missing.module.css'

/** The card was chosen where no key for it is set: said before an order is made. `children` lead to what works. */
export function CardMissing({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.problem}>
      <div role="alert">
        <h3 className={styles.title}>{checkoutCopy.cardMissingTitle}</h3>
        <p>{checkoutCopy.cardMissing}</p>
      </div>
      {children}
    </div>
  )
}

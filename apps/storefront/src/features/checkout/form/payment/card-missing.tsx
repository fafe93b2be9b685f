import type { ReactNode } from 'react'
import { checkoutCopy } from '../../../../copy/checkout.ts'
import styles from './card-missing.module.css'

/** Shown before the order when the shop has no key for the chosen card payment. `children` offer another method. */
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

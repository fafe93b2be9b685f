import { type ReactNode, useId } from 'react'
import styles from './sheet-section.module.css'

/** One section of an order's history. */
export function SheetSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}

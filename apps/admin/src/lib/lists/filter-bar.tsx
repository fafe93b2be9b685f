import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

/** The row of search box and filters above a list. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>
}

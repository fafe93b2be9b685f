import type { ReactNode } from 'react'
import styles from './page-data.module.css'

/**
 * A page's data, or `failure` in their place. What was read stays, unseen: a form that is open over it keeps its input when
 * the data are read again and no answer comes, or the session has ended.
 */
export function PageData({ failure, children }: { failure: ReactNode; children: ReactNode }) {
  return (
    <>
      {failure}
      <div className={styles.data} hidden={Boolean(failure)}>
        {children}
      </div>
    </>
  )
}

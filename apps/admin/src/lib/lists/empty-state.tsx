import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Replaces an empty list, and says what to do about it. */
export function EmptyState({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 32 32" width="44" height="44" aria-hidden="true" className={styles.sign}>
        <path d="M30 16L25.9 20.1V25.9H20.1L16 30 11.9 25.9H6.1V20.1L2 16 6.1 11.9V6.1H11.9L16 2 20.1 6.1H25.9V11.9Z" />
      </svg>
      <h2 className={styles.title}>{title}</h2>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './folded-part.module.css'

/** A part of the page that opens on demand, or stands open where it matters. */
export function FoldedPart({
  title,
  isOpen = false,
  children,
}: {
  title: string
  isOpen?: boolean
  children: ReactNode
}) {
  return (
    <details className={styles.part} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}

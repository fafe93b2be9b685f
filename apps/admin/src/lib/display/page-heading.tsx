import type { ReactNode } from 'react'
import styles from './page-heading.module.css'

/** A page's title, subtitle and actions. `isCompact` leaves a phone's first screen to the list: one line, no subtitle. */
export function PageHeading({
  title,
  subtitle,
  isCompact = false,
  children,
}: {
  title: string
  subtitle?: ReactNode
  isCompact?: boolean
  children?: ReactNode
}) {
  return (
    <header className={`${styles.heading} ${isCompact ? styles.compact : ''}`}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  )
}

import type { ReactNode } from 'react'
import styles from './page-heading.module.css'

/** A page's name, what it says of itself, and what can be done on it. */
export function PageHeading({
  title,
  subtitle,
  children,
}: {
  title: string
  subtitle?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className={styles.heading}>
      <div className={styles.words}>
        <h1 className={styles.title}>{title}</h1>
        {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  )
}

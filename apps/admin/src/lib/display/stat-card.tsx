import { Skeleton } from '@marashi/ui/skeleton'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './stat-card.module.css'

/** The row of figures of a page: two columns on a phone, four on a wide screen. */
export function StatCards({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className={styles.cards}>
      {children}
    </ul>
  )
}

/** A figure of at least this many characters is a sum of money and needs a smaller font. */
const longValue = 8

/** One figure with its name and what it counts; a skeleton while it loads. */
export function StatCard({
  title,
  hint,
  note,
  value,
  icon: Icon,
  link,
}: {
  title: string
  hint?: string
  /** What else the figure counts or leaves out. */
  note?: string
  value: string | undefined
  icon: LucideIcon
  /** Wraps the title in a link that covers the card. */
  link?: (title: ReactNode) => ReactNode
}) {
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>{link ? link(title) : title}</h2>
        <Icon size={18} aria-hidden="true" className={styles.icon} />
      </div>
      <p className={`${styles.value} ${value && value.length > longValue ? styles.long : ''}`}>
        {value ?? <Skeleton className={styles.skeleton ?? ''} />}
      </p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {note && <p className={styles.hint}>{note}</p>}
    </li>
  )
}

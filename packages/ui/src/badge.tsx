import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeTone =
  | 'accent'
  | 'sale'
  | 'quiet'
  | 'green'
  | 'red'
  | 'grey'
  | 'blue'
  | 'orange'
  | 'violet'
  | 'outline'

/** A short label in a pill. Colour never stands alone: the words carry the meaning. */
export function Badge({ tone = 'quiet', icon, children }: { tone?: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      {icon}
      {children}
    </span>
  )
}

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

/** A short label in a pill. The text carries the meaning, never the colour alone. */
export function Badge({ tone = 'quiet', icon, children }: { tone?: BadgeTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      {icon}
      {children}
    </span>
  )
}

import { Panel } from '@marashi/ui/panel'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './notice-panel.module.css'

/** Replaces a page's data, announces what is wrong, and offers `actions`. */
export function NoticePanel({
  icon: Icon,
  isFailure = false,
  title,
  children,
  actions,
}: {
  icon: LucideIcon
  isFailure?: boolean
  title: string
  children?: ReactNode
  actions: ReactNode
}) {
  return (
    <Panel role="alert" className={styles.panel}>
      <Icon size={32} aria-hidden="true" className={isFailure ? styles.failure : styles.sign} />
      <h2 className={styles.title}>{title}</h2>
      {children}
      <div className={styles.actions}>{actions}</div>
    </Panel>
  )
}

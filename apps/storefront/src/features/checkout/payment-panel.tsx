import { Panel } from '@marashi/ui/panel'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './payment-panel.module.css'

/**
 * The payment of a placed order, shown instead of the form. A new title takes the focus, so that a screen reader reads
 * what changed. The link to help is always at the end.
 */
export function PaymentPanel({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [title])
  return (
    <Panel className={styles.panel}>
      <div className={styles.content}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        {children}
        <Link to="/contact" className={styles.help}>
          {help}
        </Link>
      </div>
    </Panel>
  )
}

import type { ReactNode } from 'react'
import styles from './cart-notice.module.css'

/** What the cart says above its lines about an order of this browser; `isGood` where nothing is left to do. */
export function CartNotice({
  title,
  text,
  isGood = false,
  children,
}: {
  title: string
  text?: ReactNode
  isGood?: boolean
  children?: ReactNode
}) {
  return (
    <aside className={`${styles.notice} ${isGood ? styles.good : ''}`} aria-label={title}>
      <p role="status">
        <strong>{text ? `${title}.` : title}</strong> <span>{text}</span>
      </p>
      {children}
    </aside>
  )
}

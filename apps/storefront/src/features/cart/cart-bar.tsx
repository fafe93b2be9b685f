import { formatKsh } from '@marashi/domain/rules/money'
import type { RefObject } from 'react'
import { cartCopy } from '../../copy/cart.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { publishBarHeight } from '../../lib/publish-bar-height.ts'
import { useOutOfSight } from '../../lib/use-out-of-sight.ts'
import styles from './cart-bar.module.css'

/** Total and the way to the checkout at the foot of a phone's screen, while the link that it `standsFor` is not visible. */
export function CartBar({ total, standsFor }: { total: number; standsFor: RefObject<HTMLElement | null> }) {
  const isNeeded = useOutOfSight(standsFor)
  if (!isNeeded) return null
  return (
    <section ref={publishBarHeight} aria-label={cartCopy.bar} className={styles.bar}>
      <p className={styles.words}>
        <span className={styles.hint}>{cartCopy.withDelivery}</span>
        <strong className={styles.total}>{formatKsh(total)}</strong>
      </p>
      <LinkButton to="/checkout">{cartCopy.barCheckout}</LinkButton>
    </section>
  )
}

import { Button } from '@marashi/ui/button'
import { cartCopy } from '../../copy/cart.ts'
import styles from './cart-changes.module.css'

/** Says that prices changed or products went since the last visit, and lets the shopper take that over. */
export function CartChanges({ onUpdate }: { onUpdate: () => void }) {
  return (
    <div role="status" className={styles.news}>
      <p>
        <strong>{cartCopy.changesTitle}</strong>
        <br />
        {cartCopy.news}
      </p>
      <Button onClick={onUpdate}>{cartCopy.update}</Button>
    </div>
  )
}

import { Button } from '@marashi/ui/button'
import { cartCopy } from '../../copy/cart.ts'
import styles from './cart-changes.module.css'

/** Says that prices changed or products are no longer sold, and lets the shopper accept it. */
export function CartChanges({ onUpdate }: { onUpdate: () => void }) {
  function update() {
    // The button that has the focus is removed with its words; a screen reader continues at the heading.
    document.getElementById('cart-title')?.focus({ preventScroll: true })
    onUpdate()
  }

  return (
    <div role="status" className={styles.changes}>
      <p>
        <strong>{cartCopy.changesTitle}</strong>
        <br />
        {cartCopy.changesText}
      </p>
      <Button onClick={update}>{cartCopy.update}</Button>
    </div>
  )
}

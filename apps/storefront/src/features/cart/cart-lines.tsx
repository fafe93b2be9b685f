import type { Cart, CartItem } from '@marashi/domain/rules/cart'
import { cartCopy } from '../../copy/cart.ts'
import { CartLine } from './cart-line.tsx'
import styles from './cart-lines.module.css'
import type { LineChange } from './cart-quote.ts'
import { removeWithUndo } from './remove-with-undo.ts'
import { useCart } from './use-cart.ts'

/** The lines of the cart. A removed line can be restored from the toast. */
export function CartLines({ cart, changes }: { cart: Cart; changes: Map<string, LineChange> }) {
  const { setQuantity } = useCart()

  function remove(item: CartItem) {
    // The button that has the focus is removed with its line; a screen reader continues at the heading.
    document.getElementById('cart-title')?.focus({ preventScroll: true })
    removeWithUndo(item.id)
  }

  return (
    <ul className={styles.lines} aria-label={cartCopy.items}>
      {cart.items.map((item) => (
        <CartLine
          key={item.id}
          item={item}
          change={changes.get(item.id)}
          onQuantity={(quantity) => (quantity <= 0 ? remove(item) : setQuantity(item.id, quantity))}
        />
      ))}
    </ul>
  )
}

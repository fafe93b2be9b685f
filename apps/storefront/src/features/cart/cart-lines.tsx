import type { Cart, CartItem } from '@marashi/domain/rules/cart'
import { toast } from '@marashi/ui/toast'
import { cartCopy } from '../../copy/cart.ts'
import { CartLine } from './cart-line.tsx'
import styles from './cart-lines.module.css'
import type { LineChange } from './quoted-cart.ts'
import { useCart } from './use-cart.ts'

/** The lines of the cart. A removed line can be restored from the toast. */
export function CartLines({ cart, changes }: { cart: Cart; changes: Map<string, LineChange> }) {
  const { setQuantity, removeItem, restoreItem } = useCart()

  function removeWithUndo(item: CartItem, position: number) {
    removeItem(item.id)
    // The button that had the focus is removed with its line; a screen reader continues at the heading.
    document.getElementById('cart-title')?.focus({ preventScroll: true })
    toast({
      title: cartCopy.removed,
      description: item.name,
      action: { label: cartCopy.undo, altText: cartCopy.undoAlt, onAction: () => restoreItem(item, position) },
    })
  }

  return (
    <ul className={styles.lines} aria-label={cartCopy.items}>
      {cart.items.map((item, position) => (
        <CartLine
          key={item.id}
          item={item}
          change={changes.get(item.id)}
          onQuantity={(quantity) => (quantity <= 0 ? removeWithUndo(item, position) : setQuantity(item.id, quantity))}
        />
      ))}
    </ul>
  )
}

import { buttonClass } from '@marashi/ui/button'
import { Link } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { siteCopy } from '../../copy/site.ts'
import { useCart } from '../cart/use-cart.ts'
import styles from './cart-link.module.css'

/**
 * The link to the cart, with the number of items above 0. The badge takes no space, because the server does not know
 * it; its key restarts its animation with each change. See docs/behaviour.md#layout.
 */
export function CartLink() {
  const { itemCount } = useCart().cart
  return (
    <Link
      to="/cart"
      activeProps={{}}
      aria-label={siteCopy.cart(itemCount)}
      className={buttonClass({ variant: 'ghost', isIcon: true }, styles.cart)}
    >
      <ShoppingBag size={24} aria-hidden="true" />
      {itemCount > 0 && (
        <span key={itemCount} aria-hidden="true" className={styles.badge}>
          {itemCount}
        </span>
      )}
    </Link>
  )
}

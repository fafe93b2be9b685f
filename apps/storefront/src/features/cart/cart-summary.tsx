import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { Cart } from '@marashi/domain/rules/cart'
import { whatsappLink } from '@marashi/domain/rules/contact-links'
import { deliveryFees } from '@marashi/domain/rules/delivery-fee'
import { formatKsh } from '@marashi/domain/rules/money'
import { orderMessage } from '@marashi/domain/rules/order-message'
import { buttonClass } from '@marashi/ui/button'
import { Panel } from '@marashi/ui/panel'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { cartCopy } from '../../copy/cart.ts'
import { deliveryCopy } from '../../copy/delivery.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import styles from './cart-summary.module.css'

/** What the cart costs when delivered to Embu, and how to order it. See docs/behaviour.md#cart-and-delivery. */
export function CartSummary({ cart, shop }: { cart: Cart; shop: ShopDetails }) {
  const total = cart.total + deliveryFees.embu
  const canOrder = cart.items.length > 0
  return (
    <Panel>
      <h2 className={styles.title}>{cartCopy.summary}</h2>
      <dl className={styles.sums}>
        <dt>{cartCopy.subtotal}</dt>
        <dd>{formatKsh(cart.total)}</dd>
        <dt>{cartCopy.delivery}</dt>
        <dd>{deliveryCopy.fee(deliveryFees.embu)}</dd>
        <dt className={styles.total}>{cartCopy.total}</dt>
        <dd className={styles.total}>{formatKsh(total)}</dd>
      </dl>
      <VisuallyHidden>
        <span role="status">{cartCopy.totalNow(formatKsh(total))}</span>
      </VisuallyHidden>
      <div className={styles.actions}>
        {canOrder && (
          <>
            <LinkButton to="/checkout" size="large">
              {cartCopy.checkout}
            </LinkButton>
            <a href={orderLink(cart, shop)} className={buttonClass({ variant: 'whatsapp', size: 'large' })}>
              <MessageCircle size={20} aria-hidden="true" />
              {cartCopy.whatsapp}
            </a>
          </>
        )}
        <p className={styles.elsewhere}>{cartCopy.elsewhere}</p>
        <Link to="/shop" className={styles.back}>
          {cartCopy.continueShopping}
        </Link>
      </div>
    </Panel>
  )
}

function orderLink(cart: Cart, shop: ShopDetails): string {
  return whatsappLink(
    shop.phone,
    orderMessage({
      shopName: shop.name,
      items: cart.items,
      deliveryCharge: deliveryFees.embu,
      deliveryLabel: deliveryCopy.locations.embu,
      total: cart.total + deliveryFees.embu,
    }),
  )
}

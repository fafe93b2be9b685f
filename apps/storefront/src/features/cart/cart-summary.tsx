import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { Cart } from '@marashi/domain/rules/cart'
import { whatsappLink } from '@marashi/domain/rules/contact-links'
import { type DeliveryPlace, deliveryFeeShillings } from '@marashi/domain/rules/delivery-fee'
import { formatKsh } from '@marashi/domain/rules/money'
import { orderMessage } from '@marashi/domain/rules/order-message'
import { buttonClass } from '@marashi/ui/button'
import { Field, Select } from '@marashi/ui/field'
import { Panel } from '@marashi/ui/panel'
import { VisuallyHidden } from '@marashi/ui/visually-hidden'
import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { useRef } from 'react'
import { cartCopy } from '../../copy/cart.ts'
import { deliveryCopy } from '../../copy/delivery.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { CartBar } from './cart-bar.tsx'
import styles from './cart-summary.module.css'
import { useDeliveryPlace } from './delivery-place.ts'

/**
 * What the cart costs where it is delivered to: Embu, until the shopper chooses another place here or at the checkout.
 * See docs/behaviour.md#cart-and-delivery.
 */
export function CartSummary({ cart, shop }: { cart: Cart; shop: ShopDetails }) {
  const { places, freeDeliveryOver } = shop
  const [chosen, choosePlace] = useDeliveryPlace(places)
  const place = places.find(({ id }) => id === chosen)
  const checkoutButton = useRef<HTMLDivElement>(null)
  const feeTo = (to: DeliveryPlace) => deliveryFeeShillings(to, { subtotal: cart.total, freeDeliveryOver })
  const fee = place ? feeTo(place) : 0
  const total = cart.total + fee
  const canOrder = cart.items.length > 0
  return (
    <Panel>
      <h2 className={styles.title}>{cartCopy.summary}</h2>
      <div className={styles.place}>
        <Field label={cartCopy.deliverTo}>
          <Select value={chosen} onChange={(event) => choosePlace(event.target.value)}>
            {places.map((each) => (
              <option key={each.id} value={each.id}>
                {cartCopy.placeAndFee(each.name, deliveryCopy.fee(feeTo(each)))}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <dl className={styles.sums}>
        <dt>{cartCopy.subtotal}</dt>
        <dd>{formatKsh(cart.total)}</dd>
        <dt>{cartCopy.delivery(place?.name ?? '')}</dt>
        <dd>{deliveryCopy.fee(fee)}</dd>
        <dt className={styles.total}>{cartCopy.total}</dt>
        <dd className={styles.total}>{formatKsh(total)}</dd>
      </dl>
      <VisuallyHidden>
        <span role="status">{cartCopy.totalNow(formatKsh(total))}</span>
      </VisuallyHidden>
      <div className={styles.actions}>
        {canOrder && (
          <>
            <div ref={checkoutButton} className={styles.checkout}>
              <LinkButton to="/checkout" size="large" isWide>
                {cartCopy.checkout}
              </LinkButton>
            </div>
            <a
              href={orderLink(cart, shop, place?.name ?? '', fee)}
              className={buttonClass({ variant: 'whatsapp', size: 'large' })}
            >
              <MessageCircle size={20} aria-hidden="true" />
              {cartCopy.whatsapp}
            </a>
            <CartBar total={total} standsFor={checkoutButton} />
          </>
        )}
        <Link to="/shop" className={styles.back}>
          {cartCopy.continueShopping}
        </Link>
      </div>
    </Panel>
  )
}

function orderLink(cart: Cart, shop: ShopDetails, placeName: string, fee: number): string {
  return whatsappLink(
    shop.whatsapp,
    orderMessage({
      shopName: shop.name,
      items: cart.items,
      deliveryCharge: fee,
      deliveryLabel: placeName,
      total: cart.total + fee,
    }),
  )
}

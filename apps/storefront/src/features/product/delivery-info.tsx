import type { ShopDetails } from '@marashi/domain/contracts/shop'
import type { DeliveryPlace } from '@marashi/domain/rules/delivery-fee'
import { BadgeCheck, MessageCircle, Truck } from 'lucide-react'
import { deliveryCopy } from '../../copy/delivery.ts'
import { productCopy } from '../../copy/product.ts'
import styles from './delivery-info.module.css'

/**
 * The three promises of the shop. Free delivery is always advertised and applied only where the owner has switched it on;
 * otherwise the promise names the fees of the checkout, and in any case the places with an offer of their own. See
 * docs/behaviour.md#free-delivery.
 */
export function DeliveryInfo({ shop }: { shop: ShopDetails }) {
  const { places, freeDeliveryOver } = shop
  const others = places.filter(({ fee, freeOver }) => fee > 0 && freeOver !== null && freeOver !== freeDeliveryOver)
  return (
    <section className={styles.box} aria-label={productCopy.goodToKnow}>
      <ul className={styles.promises}>
        <li>
          <Truck size={20} aria-hidden="true" />
          <div>
            {productCopy.freeDelivery(freeDeliveryOver)}
            {freeDeliveryOver === null ? (
              <p className={styles.now}>{productCopy.deliveryNow(places.map(feeOf).join(', '))}</p>
            ) : (
              others.length > 0 && <p className={styles.now}>{deliveryCopy.except(others.map(feeOf).join(', '))}</p>
            )}
          </div>
        </li>
        <li>
          <BadgeCheck size={20} aria-hidden="true" />
          {productCopy.genuine}
        </li>
        <li>
          <MessageCircle size={20} aria-hidden="true" />
          {productCopy.support}
        </li>
      </ul>
    </section>
  )
}

const feeOf = ({ name, fee, freeOver }: DeliveryPlace) =>
  fee > 0 && freeOver !== null ? deliveryCopy.feeUntil(name, fee, freeOver) : deliveryCopy.feeOf(name, fee)

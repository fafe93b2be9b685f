import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { BadgeCheck, MessageCircle, Truck } from 'lucide-react'
import { deliveryCopy } from '../../copy/delivery.ts'
import { productCopy } from '../../copy/product.ts'
import styles from './delivery-info.module.css'

/**
 * The three promises of the shop. Free delivery is always advertised and applied only where the owner has switched it
 * on; otherwise the promise names the fees of the checkout. See docs/behaviour.md#free-delivery.
 */
export function DeliveryInfo({ shop }: { shop: ShopDetails }) {
  const fees = shop.places.map(({ name, fee }) => deliveryCopy.feeOf(name, fee)).join(', ')
  return (
    <section className={styles.box} aria-label={productCopy.goodToKnow}>
      <ul className={styles.promises}>
        <li>
          <Truck size={20} aria-hidden="true" />
          <div>
            {productCopy.freeDelivery(shop.freeDeliveryOver)}
            {shop.freeDeliveryOver === null && <p className={styles.now}>{productCopy.deliveryNow(fees)}</p>}
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

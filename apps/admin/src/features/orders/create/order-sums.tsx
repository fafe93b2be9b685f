import type { Quote } from '@marashi/domain/contracts/checkout'
import type { DeliveryLocation } from '@marashi/domain/rules/delivery-fee'
import { formatKsh, formatKshWithCents } from '@marashi/domain/rules/money'
import { ordersCopy } from '../../../copy/orders.ts'
import styles from './order-sums.module.css'

/** What the order will cost, as it is entered. */
export function OrderSums({
  quote,
  discount,
  location,
}: {
  quote: Quote
  discount: number
  location: DeliveryLocation
}) {
  const { deliveryCharge, total } = quote.byLocation[location] ?? quote
  return (
    <dl aria-live="polite" className={styles.sums}>
      <div>
        <dt>{ordersCopy.subtotal}</dt>
        <dd>{formatKsh(quote.subtotal)}</dd>
      </div>
      {discount > 0 && (
        <div>
          <dt>{ordersCopy.discount}</dt>
          <dd>−{formatKsh(discount)}</dd>
        </div>
      )}
      <div>
        <dt>{ordersCopy.delivery}</dt>
        <dd>{formatKsh(deliveryCharge)}</dd>
      </div>
      <div className={styles.total}>
        <dt>{ordersCopy.total}</dt>
        <dd>{formatKshWithCents(Math.max(0, total - discount))}</dd>
      </div>
    </dl>
  )
}

import type { AdminOrder, OrderHistory } from '@marashi/domain/contracts/admin-orders'
import { formatKsh, formatKshWithCents } from '@marashi/domain/rules/money'
import { ordersCopy } from '../../../copy/orders.ts'
import { Thumb } from '../../../lib/display/thumb.tsx'
import styles from './order-lines.module.css'
import { SheetSection } from './sheet-section.tsx'

const copy = ordersCopy.sheet

/** What was ordered and what it costs. Pictures are those of perfumes that are still sold. */
export function OrderLines({ order, pictures }: { order: AdminOrder; pictures: OrderHistory['pictures'] }) {
  const pictureOf = new Map(pictures.map(({ productId, image }) => [productId, image]))
  return (
    <SheetSection title={copy.items}>
      {order.items.length === 0 && <p className={styles.quiet}>{ordersCopy.noItems}</p>}
      <ul>
        {order.items.map((item, index) => {
          const image = item.productId && pictureOf.get(item.productId)
          return (
            <li key={index} className={styles.item}>
              <span className={styles.picture}>{image && <Thumb image={image} />}</span>
              <span className={styles.name}>{item.productName}</span>
              <span className={styles.price}>
                <b>{item.quantity} ×</b> {formatKsh(item.productPrice)}
              </span>
            </li>
          )
        })}
      </ul>
      <dl className={styles.sums}>
        <Sum label={ordersCopy.subtotal} amount={formatKshWithCents(order.subtotal)} />
        {order.discount > 0 && <Sum label={ordersCopy.discount} amount={`−${formatKshWithCents(order.discount)}`} />}
        <Sum label={`${ordersCopy.delivery} (${order.placeName})`} amount={formatKshWithCents(order.deliveryCharge)} />
        <Sum label={ordersCopy.total} amount={formatKshWithCents(order.total)} isTotal />
      </dl>
    </SheetSection>
  )
}

function Sum({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) {
  return (
    <div className={`${styles.sum} ${isTotal ? styles.total : ''}`}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  )
}

import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import { formatKsh, formatKshWithCents } from '@marashi/domain/rules/money'
import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { isAgreedElsewhere } from '@marashi/domain/rules/sum-to-pay'
import { ordersCopy } from '../../copy/orders.ts'
import { slipsCopy } from '../../copy/slips.ts'
import { isToCheck } from '../../lib/is-to-check.ts'
import { BarCode } from './bar-code.tsx'
import styles from './packing-slip.module.css'

/** What goes into the parcel and onto it: where it goes, what is in it, and what is to be collected. Black only. */
export function PackingSlip({ order, shop }: { order: AdminOrder; shop: { name: string; whatsapp: string } }) {
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const isPaid = order.paymentState === 'paid'
  const isAgreed = isAgreedElsewhere(order)
  const offBecause = whyNotSent(order)
  return (
    <article aria-label={slipsCopy.slipOf(order.orderNumber)} className={styles.slip}>
      <header className={styles.head}>
        <p className={styles.shop}>{shop.name}</p>
        <p className={styles.meta}>{slipsCopy.placed(nairobiTime(order.createdAt))}</p>
        <p className={styles.number}>{order.orderNumber}</p>
        <BarCode text={order.orderNumber} className={styles.bars} />
      </header>
      <section className={styles.to}>
        <p className={styles.place}>{order.placeName}</p>
        {order.deliveryPromise && <p>{slipsCopy.promised(order.deliveryPromise)}</p>}
        <p className={styles.strong}>{order.customerName}</p>
        <p>{order.deliveryAddress}</p>
        <p className={styles.strong}>{order.customerPhone}</p>
      </section>
      <ul>
        {isAgreed && <li className={styles.line}>{ordersCopy.noItems}</li>}
        {order.items.map((item, index) => (
          <li key={index} className={styles.line}>
            <span className={styles.box} />
            <b className={styles.quantity}>{item.quantity} ×</b>
            <span className={styles.strong}>{item.productName}</span>
          </li>
        ))}
      </ul>
      {!isAgreed && (
        <p className={styles.sum}>
          <span>{slipsCopy.bottles(pieces)}</span>
          <span>{formatKshWithCents(order.total)}</span>
        </p>
      )}
      {offBecause ? (
        <p className={styles.collect}>
          <b>{slipsCopy.off[offBecause].what}</b>
          {slipsCopy.off[offBecause].why}
        </p>
      ) : isAgreed && !isPaid ? (
        <p className={styles.collect}>
          <b>{slipsCopy.collectAgreed}</b>
          {slipsCopy.collectAgreedHow(order.deliveryCharge > 0 ? formatKsh(order.deliveryCharge) : null)}
        </p>
      ) : order.leftToPay === 0 ? (
        <p className={styles.paid}>
          <b>{slipsCopy.paid}</b>
          {slipsCopy.collectNothing(order.mpesaReceiptNumber)}
        </p>
      ) : (
        <p className={styles.collect}>
          <b>{slipsCopy.collect(formatKsh(order.leftToPay))}</b>
          {slipsCopy.collectHow}
        </p>
      )}
      <p className={styles.thanks}>
        {slipsCopy.thanks} <b>{shop.whatsapp}</b>
      </p>
    </article>
  )
}

/**
 * A parcel that nobody is to send asks its customer for no money either, and neither does one that was to be paid before, or
 * of which money came that the owner has not looked at: the courier would collect it twice.
 */
function whyNotSent(order: AdminOrder): keyof typeof slipsCopy.off | undefined {
  const { status, paymentState, total } = order
  if (status === 'cancelled') return 'cancelled'
  if (paymentState === 'refunded') return 'refunded'
  if (total === 0) return undefined
  if (isToCheck(order)) return 'toCheck'
  return paymentState === 'unpaid' ? 'unpaid' : undefined
}

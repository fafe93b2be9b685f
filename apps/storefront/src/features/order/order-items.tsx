import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { formatKsh, lineTotal } from '@marashi/domain/rules/money'
import { orderSums } from '@marashi/domain/rules/order-receipt'
import { isAgreedElsewhere } from '@marashi/domain/rules/sum-to-pay'
import { Panel } from '@marashi/ui/panel'
import { Link } from '@tanstack/react-router'
import { orderCopy } from '../../copy/order.ts'
import { ProductPicture } from '../../lib/product-picture.tsx'
import styles from './order-items.module.css'
import { amountPaid, isOver } from './order-words.ts'

type Item = OrderPage['items'][number]

/** What was ordered, with pictures, and the sums; the receipt e-mail has the same rows. Both leave out what was agreed elsewhere. */
export function OrderItems({ order }: { order: OrderPage }) {
  const { items } = order
  if (isAgreedElsewhere(order)) return null
  const bottles = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const sums = orderSums({
    ...order,
    place: order.placeName,
    isPaid: (amountPaid(order) ?? -1) >= order.total,
    // The shop may have taken less, and asks for no more of it here; nor for what money that is being checked may pay.
    isOver: order.payment !== null || isOver(order) || order.isCourierSumUndecided,
  })
  return (
    <Panel className={styles.card}>
      <h2 className={styles.title}>{orderCopy.bottles(bottles)}</h2>
      <ul>
        {items.map((item, index) => (
          <Line key={item.productId ?? index} item={item} />
        ))}
      </ul>
      <dl className={styles.sums}>
        {sums.map(({ label, amount, isTotal }) => (
          <div key={label} className={isTotal ? styles.total : undefined}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function Line({ item }: { item: Item }) {
  const { productId, name, price, quantity, image } = item
  return (
    <li className={styles.line}>
      <span className={styles.picture}>{image && <ProductPicture image={image} alt="" sizes="56px" />}</span>
      <div>
        {productId && image ? (
          <Link to="/product/$id" params={{ id: productId }} className={styles.name} preload={false}>
            {name}
          </Link>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
        <p className={styles.quantity}>
          {orderCopy.bottles(quantity)}
          {quantity > 1 && (
            <>
              {' · '}
              <span className={styles.amount}>{orderCopy.each(formatKsh(price))}</span>
            </>
          )}
        </p>
      </div>
      <span className={styles.amount}>{formatKsh(lineTotal(item))}</span>
    </li>
  )
}

import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { formatKsh } from '@marashi/domain/rules/money'
import { isAgreedElsewhere } from '@marashi/domain/rules/sum-to-pay'
import { CopyButton } from '@marashi/ui/copy-button'
import { orderCopy } from '../../copy/order.ts'
import styles from './order-facts.module.css'
import { isOver } from './order-words.ts'

/** Where it goes, how it was paid and what went back: what a receipt has to say. */
export function OrderFacts({ order }: { order: OrderPage }) {
  const { firstName, phone, payment, refunds } = order
  const mail = mailOf(order)
  // Where a discount took all of it there is nothing for the courier.
  const isForCourier = order.state === 'on-delivery' && (order.total > 0 || isAgreedElsewhere(order))
  return (
    <div className={styles.facts}>
      <section>
        <h2 className={styles.title}>{orderCopy.toWhom}</h2>
        <p>{orderCopy.forName(firstName)}</p>
        <p>{order.placeName}</p>
        {!isOver(order) && (
          <>
            {order.deliveryPromise && <p>{orderCopy.promised(order.deliveryPromise)}</p>}
            <p className={styles.muted}>{orderCopy.callsPhone(phone)}</p>
          </>
        )}
        {mail && <p className={styles.muted}>{mail}</p>}
      </section>
      {(payment || isForCourier || refunds.length > 0) && (
        <section>
          <h2 className={styles.title}>{orderCopy.payment}</h2>
          {payment ? (
            <Paid payment={payment} />
          ) : (
            isForCourier && <p>{order.status === 'delivered' ? orderCopy.paidOnDelivery : orderCopy.payOnDelivery}</p>
          )}
          {refunds.map(({ at, amount, isDone, receipt }) => (
            <p key={at}>
              <span>{isDone ? orderCopy.refunded : orderCopy.refundUnderway}</span> {formatKsh(amount)}
              <span className={styles.muted}>
                {' '}
                · {orderCopy.at(at)}
                {receipt && ` · ${orderCopy.receipt(receipt)}`}
              </span>
            </p>
          ))}
        </section>
      )}
    </div>
  )
}

/** What the shop sends by e-mail; null where it sends nothing any more. A courier's money brings no receipt. */
function mailOf(order: OrderPage): string | null {
  const { state, email, hasMail } = order
  if (!email || !hasMail) return null
  if (state === 'on-delivery') return isOver(order) ? null : orderCopy.writesTo(email)
  return state === 'cancelled' || state === 'refunded' ? null : orderCopy.receiptTo(email)
}

function Paid({ payment: { method, phone, receipt, at } }: { payment: NonNullable<OrderPage['payment']> }) {
  return (
    <>
      <p>
        {orderCopy.paidFrom[method]} {phone && orderCopy.from(phone)}
      </p>
      {receipt && (
        <p className={styles.receipt}>
          <span translate="no">{receipt}</span>
          <CopyButton text={receipt} label={orderCopy.copyReceipt} copiedLabel={orderCopy.copied} />
        </p>
      )}
      <p className={styles.muted}>{orderCopy.day(at)}</p>
    </>
  )
}

import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { formatKsh } from '@marashi/domain/rules/money'
import { CopyButton } from '@marashi/ui/copy-button'
import { orderCopy } from '../../copy/order.ts'
import styles from './order-facts.module.css'
import { isOver } from './order-words.ts'

/** Where it goes, how it was paid and what went back: what a receipt has to say. */
export function OrderFacts({ order }: { order: OrderPage }) {
  const { firstName, phone, email, payment, refunds } = order
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
        {email && <p className={styles.muted}>{orderCopy.receiptTo(email)}</p>}
      </section>
      {(payment || order.state === 'on-delivery' || refunds.length > 0) && (
        <section>
          <h2 className={styles.title}>{orderCopy.payment}</h2>
          {payment ? (
            <Paid payment={payment} />
          ) : (
            order.state === 'on-delivery' && (
              <p>{order.status === 'delivered' ? orderCopy.paidOnDelivery : orderCopy.payOnDelivery}</p>
            )
          )}
          {refunds.map(({ at, amount, isDone, receipt }) => (
            <p key={at}>
              {isDone ? orderCopy.refunded : orderCopy.refundUnderway} {formatKsh(amount)}
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

function Paid({ payment: { method, phone, receipt, at } }: { payment: NonNullable<OrderPage['payment']> }) {
  return (
    <>
      <p>
        {orderCopy.paidFrom[method]} {phone && orderCopy.from(phone)}
      </p>
      {receipt && (
        <p className={styles.receipt}>
          {receipt}
          <CopyButton text={receipt} label={orderCopy.copyReceipt} copiedLabel={orderCopy.copied} />
        </p>
      )}
      <p className={styles.muted}>{orderCopy.day(at)}</p>
    </>
  )
}

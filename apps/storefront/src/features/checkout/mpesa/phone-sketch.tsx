import { formatKsh } from '@marashi/domain/rules/money'
import { mpesaCopy } from '../../../copy/mpesa.ts'
import type { PendingPayment } from '../pending/pending-payment.ts'
import styles from './phone-sketch.module.css'

/** What M-Pesa shows on the phone, so that the shopper can recognise the real prompt. */
export function PhoneSketch({ order, merchant }: { order: PendingPayment; merchant: string }) {
  return (
    <figure className={styles.phone}>
      <figcaption className={styles.caption}>{mpesaCopy.onYourPhone}</figcaption>
      <dl className={styles.prompt}>
        <dt>{mpesaCopy.merchant}</dt>
        <dd translate="no">{merchant}</dd>
        <dt>{mpesaCopy.amount}</dt>
        <dd className={styles.amount}>{formatKsh(order.amountShillings)}</dd>
        <dt>{mpesaCopy.account}</dt>
        <dd translate="no">{order.orderNumber}</dd>
      </dl>
      <p className={styles.pin}>{mpesaCopy.enterPin}</p>
    </figure>
  )
}

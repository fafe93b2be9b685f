import { nairobiTime } from '@marashi/domain/rules/nairobi-time'
import { isPaidStatus } from '@marashi/domain/rules/payment-status'
import { buttonClass } from '@marashi/ui/button'
import { Dialog } from '@marashi/ui/dialog'
import { Link } from '@tanstack/react-router'
import { paymentsCopy } from '../../copy/payments.ts'
import { CopyText } from '../../lib/display/copy-text.tsx'
import { GatewayJson } from '../../lib/display/gateway-json.tsx'
import { StatusBadge } from '../../lib/display/status-badge.tsx'
import { wholeKsh } from '../../lib/forms/cents.ts'
import styles from './payment-drawer.module.css'
import { PaymentFlags } from './payment-flags.tsx'
import { PaymentRefunds } from './payment-refunds.tsx'
import type { ListedPayment } from './use-payment-list.ts'

const copy = paymentsCopy.details

/** All details of one payment; its flags are resolved here. */
export function PaymentDrawer({ payment, onClose }: { payment: ListedPayment; onClose: () => void }) {
  return (
    <Dialog isOpen shape="drawer" onClose={onClose} title={copy.title(payment.orderNumber)}>
      <div className={styles.body}>
        <p className={styles.sum}>
          {wholeKsh(payment.amount)} <StatusBadge status={payment.status} />
        </p>
        <PaymentFlags payment={payment} />
        <dl className={styles.facts}>
          {factsOf(payment).map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>
                <span>{value}</span>
                {copied.has(name) && <CopyText text={value} label={copy.copy(name)} />}
              </dd>
            </div>
          ))}
        </dl>
        {isPaidStatus(payment.status) && <PaymentRefunds payment={payment} />}
        {payment.gatewayResponse != null && <GatewayJson summary={copy.gateway} body={payment.gatewayResponse} />}
        <Link to="/orders" search={{ order: payment.orderId }} className={buttonClass({ variant: 'outline' })}>
          {copy.openOrder}
        </Link>
      </div>
    </Dialog>
  )
}

const copied = new Set<string>([copy.receipt, copy.transaction, copy.phone, copy.intent, copy.charge, copy.request])

/** The name and value of every field that has a value. */
function factsOf(payment: ListedPayment): [name: string, value: string][] {
  const time = (instant: string | null) => instant && nairobiTime(instant)
  const facts: [string, string | null][] = [
    [copy.receipt, payment.receiptNumber ?? payment.mpesaReceiptNumber],
    [copy.transaction, payment.transactionId],
    [copy.phone, payment.mpesaPhone],
    [copy.intent, payment.stripePaymentIntentId],
    [copy.charge, payment.stripeChargeId],
    [copy.request, payment.mpesaCheckoutRequestId],
    [copy.initiated, time(payment.initiatedAt)],
    [copy.completed, time(payment.completedAt)],
    [copy.failedAt, time(payment.failedAt)],
    [copy.reason, payment.failureReason],
    [copy.refunded, payment.refundedAmount ? wholeKsh(payment.refundedAmount) : null],
    [copy.retries, payment.retryCount > 0 ? String(payment.retryCount) : null],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

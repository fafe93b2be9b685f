import type { OrderPage } from '@marashi/domain/contracts/order-page'
import type { ShopDetails } from '@marashi/domain/contracts/shop'
import { formatKsh } from '@marashi/domain/rules/money'
import { toast } from '@marashi/ui/toast'
import { useState } from 'react'
import { orderCopy } from '../../../copy/order.ts'
import { markReceived } from '../../../lib/device-orders.ts'
import { useCart } from '../../cart/use-cart.ts'
import { AnotherWay } from '../cancelled/another-way.tsx'
import { CheckoutPayment } from '../checkout-payment.tsx'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { endPendingPayment, findPendingPayment } from '../pending/set-aside.ts'
import type { PaymentEnds } from '../use-checkout.ts'
import styles from './pay-order.module.css'
import { pendingHere } from './pending-from.ts'

export type OrderPaymentProps = {
  order: OrderPage
  shop: ShopDetails
  onBack: () => void
  /** The order stands differently now. */
  onChanged: () => void
}

/** The checkout's own payment, on the page of the order: what ends there, ends here. */
export default function OrderPayment({ order, shop, onBack, onChanged }: OrderPaymentProps) {
  const { clearOrdered } = useCart()
  const [paying, setPaying] = useState<PendingPayment | null>(null)
  const { orderId, orderNumber } = order

  /** The browser that placed the order still has its lines in the cart; see `pendingHere`. */
  function settle() {
    const saved = findPendingPayment(orderId)
    if (saved) clearOrdered(saved.items)
    endPendingPayment(orderId)
    markReceived(orderNumber)
    onChanged()
  }

  /** The order has ended without a payment. */
  function leave() {
    endPendingPayment(orderId)
    onChanged()
    onBack()
  }

  const ends: PaymentEnds = {
    finishPaid: (words) => {
      toast(words)
      settle()
    },
    finishOnDelivery: settle,
    leavePayment: leave,
    leaveCancelled: leave,
    leaveRefunded: leave,
    payReopened: setPaying,
    changeWay: () => setPaying(null),
  }
  const words = {
    title: orderCopy.payTitle,
    mpesa: orderCopy.paidFrom.mpesa,
    ask: orderCopy.pay(formatKsh(order.total)),
    back: orderCopy.back,
  }
  return (
    <div className={styles.panel}>
      {paying ? (
        <CheckoutPayment order={paying} shop={shop} checkout={ends} />
      ) : (
        <AnotherWay order={pendingHere(order)} checkout={ends} onBack={onBack} words={words} />
      )}
    </div>
  )
}

import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { type PendingPayment, readPendingPayment } from '../pending/pending-payment.ts'

/** The order as the checkout's payment takes it. Only the browser that placed it knows the phone that pays. */
export function pendingFrom(order: OrderPage): PendingPayment {
  const { orderId, orderNumber, total: amountShillings, items } = order
  return {
    orderId,
    orderNumber,
    amountShillings,
    method: 'mpesa',
    phone: '',
    startedAt: 0,
    isAsked: false,
    items: items.flatMap(({ productId, quantity }) => (productId ? [{ productId, quantity }] : [])),
  }
}

/** The same with the phone that this browser asked last. */
export function pendingHere(order: OrderPage): PendingPayment {
  const saved = readPendingPayment()
  return saved?.orderId === order.orderId ? saved : pendingFrom(order)
}

import type { OrderPage } from '@marashi/domain/contracts/order-page'
import { wasPlacedHere } from '../../../lib/device-orders.ts'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { findPendingPayment } from '../pending/set-aside.ts'

/**
 * The order as the checkout's payment takes it. Only the browser that placed it knows the phone that pays, and has its lines
 * in the cart.
 */
export function pendingFrom(order: OrderPage): PendingPayment {
  const { orderId, orderNumber, total: amountShillings } = order
  return {
    orderId,
    orderNumber,
    amountShillings,
    method: 'mpesa',
    phone: '',
    startedAt: 0,
    isAsked: false,
    items: [],
  }
}

/** The same as this browser knows it: with the phone that it asked last, and what the order takes out of its cart. */
export function pendingHere(order: OrderPage): PendingPayment {
  const saved = findPendingPayment(order.orderId)
  if (saved) return saved
  if (!wasPlacedHere(order.orderNumber)) return pendingFrom(order)
  const items = order.items.flatMap(({ productId, quantity }) => (productId ? [{ productId, quantity }] : []))
  return { ...pendingFrom(order), items }
}

import { latePart } from '@marashi/ui/late-part'
import { type PendingPayment, usePendingPayment } from './pending-payment.ts'

const Watch = latePart<{ order: PendingPayment }>(
  () => import('./watch-pending-payment.tsx').then((module) => module.default),
  // Without a connection nobody could be asked either; the cart says so.
  { Missing: () => null },
)

/** Looks after an order that waits for its money on every page; brings its code only where there is one. */
export function PendingPaymentWatch() {
  const order = usePendingPayment()
  return order && <Watch key={order.orderId} order={order} />
}

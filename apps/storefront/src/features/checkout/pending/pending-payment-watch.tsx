import { latePart } from '@marashi/ui/late-part'
import { type PendingPayment, usePendingPayment } from './pending-payment.ts'

const Watch = latePart<{ order: PendingPayment }>(
  () => import('./watch-pending-payment.tsx').then((module) => module.default),
  // Without a connection the shop cannot be asked either; the cart shows so.
  { Missing: () => null },
)

/** Follows a pending payment on every page; loads its code only where there is one. */
export function PendingPaymentWatch() {
  const order = usePendingPayment()
  return order && <Watch key={order.orderId} order={order} />
}

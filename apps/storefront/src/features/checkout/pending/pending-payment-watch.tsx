import { latePart, type MissingPartProps } from '@marashi/ui/late-part'
import { useReloadForMissingCode } from '@marashi/ui/use-reload-for-missing-code'
import { useLocation } from '@tanstack/react-router'
import { type PendingPayment, usePendingPayment } from './pending-payment.ts'

const Watch = latePart<{ order: PendingPayment }>(
  () => import('./watch-pending-payment.tsx').then((module) => module.default),
  { Missing: MissingWatch },
)

/** Only the cart waits for what this code asks, and says nothing else of the order until then. */
function MissingWatch(props: MissingPartProps) {
  const isAwaited = useLocation({ select: ({ pathname }) => pathname === '/cart' })
  return isAwaited && <Reload {...props} />
}

function Reload(props: MissingPartProps) {
  useReloadForMissingCode(props)
  return null
}

/** Follows a pending payment on every page; loads its code only where there is one. */
export function PendingPaymentWatch() {
  const order = usePendingPayment()
  return order && <Watch key={order.orderId} order={order} />
}

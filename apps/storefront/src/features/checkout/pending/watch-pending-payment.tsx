import type { PaymentStatus } from '@marashi/domain/contracts/orders'
import { toast } from '@marashi/ui/toast'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { pendingPaymentCopy } from '../../../copy/pending-payment.ts'
import { useCart } from '../../cart/use-cart.ts'
import { clearCheckoutDraft } from '../form/checkout-draft.ts'
import { clearPendingPayment, type PendingPayment, readPendingPayment } from './pending-payment.ts'
import { usePaymentStatus } from './use-payment-status.ts'

/** A prompt is answered within minutes; afterwards looking at the page is often enough. */
const watchedForMs = 10 * 60_000
/** Nobody asks M-Pesa any more about a payment that is older. */
const keptForMs = 24 * 3_600_000

/**
 * Money may come while no page waits for it: the tab was closed, the phone was locked. So each page asks the shop how the
 * order stands; one that is paid takes its lines out of the cart and says so. The checkout sees to it itself.
 */
export default function WatchPendingPayment({ order }: { order: PendingPayment }) {
  const page = useLocation({ select: ({ pathname }) => pathname })
  // The cart says it in its place, for longer than a toast.
  return page === '/checkout' ? null : <Watch order={order} isSaidByPage={page === '/cart'} />
}

function Watch({ order, isSaidByPage }: { order: PendingPayment; isSaidByPage: boolean }) {
  const { clearOrdered } = useCart()
  const [age] = useState(() => Date.now() - order.startedAt)

  function conclude({ state, mpesaReceiptNumber: receipt }: PaymentStatus) {
    const { orderId, orderNumber, items } = order
    if (state === 'unpaid') {
      if (age > keptForMs) clearPendingPayment(orderId)
      return
    }
    // Another tab may have seen to it: what was put into the cart since then stays.
    if (readPendingPayment()?.orderId !== orderId) return
    if (state !== 'cancelled') {
      clearCheckoutDraft()
      clearOrdered(items)
    }
    clearPendingPayment(orderId, { orderNumber, state, receipt })
    if (isSaidByPage) return
    toast({
      title: pendingPaymentCopy.concluded[state](orderNumber),
      description: pendingPaymentCopy.concludedText(state, receipt),
      ...(state === 'cancelled' && { variant: 'destructive' }),
    })
  }

  usePaymentStatus({
    orderId: order.orderId,
    polling: age < watchedForMs ? 'seldom' : 'once',
    onStatus: conclude,
    onOutage: ({ status }) => {
      // An order that is gone has nothing left to wait for; any other outage is said by the cart alone.
      if (status === 404) clearPendingPayment(order.orderId)
    },
  })
  return null
}

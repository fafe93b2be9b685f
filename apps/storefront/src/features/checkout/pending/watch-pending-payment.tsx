import type { PaymentStatusAnswer } from '@marashi/domain/contracts/orders'
import { toast } from '@marashi/ui/toast'
import { useLocation } from '@tanstack/react-router'
import { pendingPaymentCopy } from '../../../copy/pending-payment.ts'
import { markReceived } from '../../../lib/device-orders.ts'
import { useCart } from '../../cart/use-cart.ts'
import { clearCheckoutDraft } from '../form/checkout-draft.ts'
import type { PendingPayment } from './pending-payment.ts'
import { endPendingPayment, findPendingPayment } from './set-aside.ts'
import { usePaymentStatus } from './use-payment-status.ts'

/** A prompt is answered within minutes; later, a query whenever the page becomes visible is enough. */
const watchedForMs = 10 * 60_000
/** The shop sends no more status queries for an older payment. */
const keptForMs = 24 * 3_600_000

/**
 * Money may come while no page waits for it, because the tab was closed or the phone was locked. So every page asks the
 * shop for the payment's status; when it is paid, its lines leave the cart and a toast reports it. The checkout does
 * this itself.
 */
export default function WatchPendingPayment({ order }: { order: PendingPayment }) {
  const page = useLocation({ select: ({ pathname }) => pathname })
  // The cart shows it in the page, for longer than a toast. The page of an order pays as the checkout does.
  return page === '/checkout' || page.startsWith('/order/') ? null : (
    <Watch order={order} isShownByPage={page === '/cart'} />
  )
}

function Watch({ order, isShownByPage }: { order: PendingPayment; isShownByPage: boolean }) {
  const { clearOrdered } = useCart()
  // Anew with every answer, so that a page which stays open does not ask for ever.
  const age = Date.now() - order.startedAt

  function conclude({ state, mpesaReceiptNumber: receipt }: PaymentStatusAnswer) {
    const { orderId, orderNumber, items, behind, isCharging } = order
    if (state === 'unpaid') {
      // While a card is charged, also of an order that waits for long, its page has to find the order.
      if (age > keptForMs && !isCharging) endPendingPayment(orderId)
      return
    }
    // Another tab may have done this: what was added to the cart since then stays.
    if (!findPendingPayment(orderId)) return
    if (state !== 'cancelled' && state !== 'refunded') {
      clearCheckoutDraft()
      clearOrdered(items)
      markReceived(orderNumber)
    }
    endPendingPayment(orderId, { orderNumber, state, receipt })
    // The cart shows the order behind it instead.
    if (isShownByPage && !behind) return
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
      // An order that no longer exists needs no payment; any other outage is shown by the cart alone.
      if (status === 404) endPendingPayment(order.orderId)
    },
  })
  return null
}

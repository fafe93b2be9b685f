import { maxQuantity } from '@marashi/domain/rules/cart'
import { toast } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { checkoutCopy } from '../../copy/checkout.ts'
import { pendingPaymentCopy } from '../../copy/pending-payment.ts'
import { markReceived } from '../../lib/device-orders.ts'
import { useCart } from '../cart/use-cart.ts'
import { clearCheckoutDraft } from './form/checkout-draft.ts'
import { type PendingPayment, readPendingPayment } from './pending/pending-payment.ts'
import { endPendingPayment, findPendingPayment } from './pending/set-aside.ts'
import type { Quotes } from './summary/use-quotes.ts'

/** Long enough to read that the money has come. */
const homeAfterMs = 2_000

/** What follows an order that is placed or paid: its lines leave the cart, and the shopper goes home. */
export function useOrderEnd(quotes: Quotes) {
  const router = useRouter()
  const { clearOrdered } = useCart()

  function clearCart(items: PendingPayment['items']) {
    clearCheckoutDraft()
    clearOrdered([...items, ...unavailableItems(quotes)])
  }

  /** Where another tab has already cleared the cart, what was added since then stays. */
  function closePending(order: PendingPayment) {
    if (findPendingPayment(order.orderId)) clearCart(order.items)
    endPendingPayment(order.orderId)
    markReceived(order.orderNumber)
  }

  function goHome() {
    if (router.state.location.pathname === '/checkout') void router.navigate({ to: '/' })
  }

  function notifyPlaced(orderNumber: string) {
    markReceived(orderNumber)
    toast({ title: checkoutCopy.placedTitle, description: checkoutCopy.placed(orderNumber) })
    goHome()
  }

  /** The cart shows it, because nothing is left to do at the checkout; where it shows another order that waits, a toast does. */
  function showRefunded({ orderId, orderNumber }: PendingPayment) {
    endPendingPayment(orderId, { orderNumber, state: 'refunded', receipt: null })
    if (readPendingPayment()) {
      const { concluded, concludedText } = pendingPaymentCopy
      toast({ title: concluded.refunded(orderNumber), description: concludedText('refunded', null) })
    }
    if (router.state.location.pathname === '/checkout') void router.navigate({ to: '/cart' })
  }

  return { clearCart, showRefunded, closePending, notifyPlaced, goHomeSoon: () => void setTimeout(goHome, homeAfterMs) }
}

/** What the shop no longer sells or had not enough of leaves the cart together with the order. */
function unavailableItems({ byLocation }: Quotes) {
  // The same for every place, of which any may be switched off.
  const { unavailable = [], shortages = [] } = Object.values(byLocation)[0] ?? {}
  const ids = new Set([...unavailable, ...shortages.map(({ productId }) => productId)])
  return [...ids].map((productId) => ({ productId, quantity: maxQuantity }))
}

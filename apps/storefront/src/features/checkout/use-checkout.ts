import { trpc } from '@marashi/api-client/trpc'
import type { Quote } from '@marashi/domain/contracts/checkout'
import { maxQuantity } from '@marashi/domain/rules/cart'
import { toast } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { checkoutCopy } from '../../copy/checkout.ts'
import { useCart } from '../cart/use-cart.ts'
import { type CheckoutAttempts, createCheckoutAttempts, type Outcome } from './attempt/checkout-attempt.ts'
import { newIdempotencyKey } from './attempt/idempotency-key.ts'
import { type Progress, pendingPaymentFrom, whereItStands } from './attempt/order-progress.ts'
import { sendOrderWith } from './attempt/send-order.ts'
import { clearCheckoutDraft } from './form/checkout-draft.ts'
import type { CheckoutFields } from './form/checkout-fields.ts'
import { orderFromForm } from './form/order-from-form.ts'
import type { PaymentMethod } from './form/payment/payment-methods.ts'
import {
  clearPendingPayment,
  keepPendingPayment,
  type PendingPayment,
  readPendingPayment,
} from './pending/pending-payment.ts'
import type { Quotes } from './summary/use-quotes.ts'

/** What has stood on the screen this long has been told. */
const toldAfterMs = 1_000
/** Long enough to read that the money has come. */
const homeAfterMs = 2_000

/** Places the order once and sees it to its end, also across a reload and a lost answer. */
export function useCheckout(quotes: Quotes) {
  const { client } = trpc.useUtils()
  const router = useRouter()
  const { clearOrdered } = useCart()
  const [attempts] = useState(() => attemptsWith(sendOrderWith(client)))
  const [progress, setProgress] = useState<Progress>(() => whereItStands(attempts))

  function conclude(outcome: Outcome, before: number) {
    if (outcome.kind === 'placed') {
      const order = pendingPaymentFrom(outcome)
      if (order) {
        keepPendingPayment(order)
        setProgress({ step: 'paying', order })
        return
      }
      // The empty cart must find the order placed, or it would send the shopper to /cart.
      flushSync(() => setProgress({ step: 'placed' }))
      emptyAfter(outcome.body.items)
      notifyPlaced(outcome.receipt.orderNumber)
      return
    }
    if (outcome.kind === 'changed') {
      quotes.replace(outcome.quote)
      setProgress({ step: 'changed', before, quote: outcome.quote })
      return
    }
    toast({ variant: 'destructive', title: checkoutCopy.failedTitle, description: checkoutCopy.failed })
    setProgress(
      outcome.kind === 'unknown'
        ? { step: 'unknown' }
        : { step: 'refused', text: outcome.text, fields: outcome.fields },
    )
  }

  function emptyAfter(items: PendingPayment['items']) {
    clearCheckoutDraft()
    clearOrdered([...items, ...unsellable(quotes)])
  }

  function goHome() {
    if (router.state.location.pathname === '/checkout') void router.navigate({ to: '/' })
  }

  function notifyPlaced(orderNumber: string) {
    toast({ title: checkoutCopy.placedTitle, description: checkoutCopy.placed(orderNumber) })
    goHome()
  }

  /** What was ordered leaves the cart, unless another tab has seen to it: what was put in since then stays. */
  function closePending(order: PendingPayment) {
    if (readPendingPayment()?.orderId === order.orderId) emptyAfter(order.items)
    clearPendingPayment(order.orderId)
  }

  /** The money is there: the shopper goes home after reading so. */
  function finishPaid({ title, description }: { title: string; description: string }) {
    toast({ title, description })
    if (progress.step !== 'paying') return
    closePending(progress.order)
    setTimeout(goHome, homeAfterMs)
  }

  /** The order stands, and the courier is paid. */
  function finishOnDelivery() {
    if (progress.step !== 'paying') return
    const { order } = progress
    flushSync(() => setProgress({ step: 'placed' }))
    closePending(order)
    notifyPlaced(order.orderNumber)
  }

  /** Back to the form: the order is cancelled. */
  function leavePayment() {
    if (progress.step === 'paying') clearPendingPayment(progress.order.orderId)
    setProgress({ step: 'filling' })
  }

  async function place(form: CheckoutFields, quote: Quote, method: PaymentMethod['id']) {
    // Another tab has placed an order since this form was opened: that one is paid or left first.
    const pending = readPendingPayment()
    if (pending) return setProgress({ step: 'paying', order: pending })
    setProgress({ step: 'sending', isResumed: false })
    conclude(await attempts.place(orderFromForm(form, quote, method)), quote.total)
  }

  async function tryAgain() {
    const total = attempts.pending()?.body.order.total ?? 0
    setProgress({ step: 'sending', isResumed: true })
    const outcome = await attempts.resume()
    if (outcome) conclude(outcome, total)
    else setProgress({ step: 'filling' })
  }

  const finishInterrupted = useEffectEvent(() => {
    if (progress.step === 'sending') void tryAgain()
  })
  useEffect(() => {
    finishInterrupted()
  }, [])

  // A page that is being left loses its request as well, and even gets to say so, to nobody.
  const isInDoubt = progress.step === 'unknown'
  useEffect(() => {
    if (!isInDoubt) return
    const timer = setTimeout(attempts.markShownAsUnknown, toldAfterMs)
    return () => clearTimeout(timer)
  }, [isInDoubt, attempts])

  return { progress, place, tryAgain, finishPaid, finishOnDelivery, leavePayment }
}

/** What the shop no longer sells leaves the cart with the order that it could not be part of. */
function unsellable({ byLocation }: Quotes) {
  return (byLocation.embu?.unavailable ?? []).map((productId) => ({ productId, quantity: maxQuantity }))
}

function attemptsWith(send: ReturnType<typeof sendOrderWith>): CheckoutAttempts {
  return createCheckoutAttempts({ openStorage: () => sessionStorage, send, newKey: newIdempotencyKey })
}

import { trpc } from '@marashi/api-client/trpc'
import type { Quote } from '@marashi/domain/contracts/checkout'
import { maxQuantity } from '@marashi/domain/rules/cart'
import { toast } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { checkoutCopy } from '../../copy/checkout.ts'
import { useCart } from '../cart/use-cart.ts'
import { type CheckoutAttempts, createCheckoutAttempts, type Outcome } from './checkout-attempt.ts'
import { forgetCheckoutDraft, readCheckoutDraft } from './checkout-draft.ts'
import type { CheckoutFields } from './checkout-fields.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { orderFromForm } from './order-from-form.ts'
import type { PaymentMethod } from './payment-methods.ts'
import { sendOrderWith } from './send-order.ts'
import type { Quotes } from './use-quotes.ts'
import { forgetWaitingOrder, keepWaitingOrder, readWaitingOrder, type WaitingOrder } from './waiting-order.ts'

/** What has stood on the screen this long has been told. */
const toldAfterMs = 1_000
/** Specification §9. */
const homeAfterMs = 2_000

/** Where the order stands. `paying` is placed and waits for its money; it lets go of the cart when that is there. */
export type Progress =
  | { step: 'filling' }
  | { step: 'sending'; isResumed: boolean }
  | { step: 'changed'; before: number; quote: Quote }
  | { step: 'refused'; text: string; fields: Record<string, string> }
  | { step: 'unknown' }
  | { step: 'paying'; order: WaitingOrder }
  | { step: 'placed' }

/** Places the order once and sees it to its end, also across a reload and a lost answer. */
export function useCheckout(quotes: Quotes) {
  const { client } = trpc.useUtils()
  const router = useRouter()
  const { takeOut } = useCart()
  const [attempts] = useState(() => attemptsWith(sendOrderWith(client)))
  const [progress, setProgress] = useState<Progress>(() => whereItStands(attempts))

  function conclude(outcome: Outcome, before: number) {
    if (outcome.kind === 'placed') {
      const order = waitingOrderFrom(outcome)
      if (order) {
        keepWaitingOrder(order)
        setProgress({ step: 'paying', order })
        return
      }
      // The empty cart must find the order placed, or it would send the shopper to /cart (decisions 22).
      flushSync(() => setProgress({ step: 'placed' }))
      letGoOf(outcome.body.items)
      toast({ title: checkoutCopy.placedTitle, description: checkoutCopy.placed(outcome.receipt.orderNumber) })
      goHome()
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

  function letGoOf(items: WaitingOrder['items']) {
    forgetCheckoutDraft()
    takeOut([...items, ...unsellable(quotes)])
  }

  function goHome() {
    if (router.state.location.pathname === '/checkout') void router.navigate({ to: '/' })
  }

  /** The money is there: the cart is done with, and the shopper goes home after reading so. */
  function finish(news: { title: string; description: string }) {
    toast(news)
    if (progress.step !== 'paying') return
    const { order } = progress
    // Another tab that saw the payment first has done this, and what was put into the cart since then stays.
    if (readWaitingOrder()?.orderId === order.orderId) letGoOf(order.items)
    forgetWaitingOrder(order.orderId)
    setTimeout(goHome, homeAfterMs)
  }

  /** Back to the form: the order is cancelled, or will be paid another way. */
  function leavePayment() {
    if (progress.step === 'paying') forgetWaitingOrder(progress.order.orderId)
    setProgress({ step: 'filling' })
  }

  async function place(form: CheckoutFields, quote: Quote, method: PaymentMethod['id']) {
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
    const timer = setTimeout(attempts.markTold, toldAfterMs)
    return () => clearTimeout(timer)
  }, [isInDoubt, attempts])

  return { progress, place, tryAgain, finish, leavePayment }
}

/** Null when nothing is to be paid now. The paying phone stands in the form alone; without one the contact phone pays. */
function waitingOrderFrom({ receipt, body }: Extract<Outcome, { kind: 'placed' }>): WaitingOrder | null {
  const { paymentMethod: method, customerPhone } = body.order
  if (method === 'manual') return null
  const { id: orderId, orderNumber, total: amountShillings } = receipt
  const phone = method === 'mpesa' ? readCheckoutDraft().mpesaPhone.trim() || customerPhone : ''
  const items = body.items.map(({ productId, quantity }) => ({ productId, quantity }))
  return { orderId, orderNumber, amountShillings, method, phone, startedAt: Date.now(), isAsked: false, items }
}

/** What the shop no longer sells leaves the cart with the order that it could not be part of. */
function unsellable({ byLocation }: Quotes) {
  return (byLocation.embu?.unavailable ?? []).map((productId) => ({ productId, quantity: maxQuantity }))
}

function attemptsWith(send: ReturnType<typeof sendOrderWith>): CheckoutAttempts {
  return createCheckoutAttempts({ openStorage: () => sessionStorage, send, newKey: newIdempotencyKey })
}

/**
 * A page that died while sending goes on sending; one that had told the shopper waits to be asked. An order that waits
 * for its money goes on waiting (decisions 23).
 */
function whereItStands(attempts: CheckoutAttempts): Progress {
  const attempt = attempts.pending()
  const order = readWaitingOrder()
  if (!attempt) return order ? { step: 'paying', order } : { step: 'filling' }
  return attempt.isToldUnknown ? { step: 'unknown' } : { step: 'sending', isResumed: true }
}

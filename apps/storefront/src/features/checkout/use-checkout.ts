import { trpc } from '@marashi/api-client/trpc'
import type { PlaceOrder, Quote } from '@marashi/domain/contracts/checkout'
import { toast } from '@marashi/ui/toast'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { checkoutCopy } from '../../copy/checkout.ts'
import { keepOrder } from '../../lib/device-orders.ts'
import type { Outcome } from './attempt/checkout-attempt.ts'
import { nextProgress, type Progress, pendingPaymentFrom, progressAfter } from './attempt/order-progress.ts'
import { sentQuote } from './attempt/sent-quote.ts'
import { useCheckoutAttempts, useMarkShownAsUnknown } from './attempt/use-checkout-attempts.ts'
import { type CheckoutFields, payingPhone } from './form/checkout-fields.ts'
import { orderFromForm, payingPhoneNow } from './form/order-from-form.ts'
import type { PaymentMethod } from './form/payment/payment-methods.ts'
import { type PendingPayment, readPendingPayment } from './pending/pending-payment.ts'
import { endPendingPayment, findPendingPayment, putPendingPaymentFirst } from './pending/set-aside.ts'
import type { Quotes } from './summary/use-quotes.ts'
import { useOrderEnd } from './use-order-end.ts'

/** What the payment of a placed order tells whoever shows it: the checkout, or the order's own page. */
export type PaymentEnds = Pick<
  ReturnType<typeof useCheckout>,
  'finishPaid' | 'finishOnDelivery' | 'leavePayment' | 'leaveCancelled' | 'leaveRefunded' | 'payReopened'
> & {
  /** Offers the ways to pay this order again; absent where who leaves the card goes back to a form that places another. */
  changeWay?: () => void
}

/** Places the order once and follows it to its end, also across a reload and a lost answer. */
export function useCheckout(quotes: Quotes) {
  const attempts = useCheckoutAttempts()
  const [progress, setProgress] = useState<Progress>(() => nextProgress(attempts))
  const end = useOrderEnd(quotes)
  const { payments } = trpc.useUtils()
  useMarkShownAsUnknown(attempts, progress.step === 'unknown')
  const isSentBefore = progress.step === 'unknown' || (progress.step === 'sending' && progress.isResumed)
  const sentBefore = isSentBefore ? attempts.pending() : null

  /** `sent` is the order as it was sent, `isEarlier` where that was before this press. */
  function conclude(outcome: Outcome, sent: PlaceOrder, isEarlier: boolean) {
    if (outcome.kind === 'placed') return concludePlaced(outcome)
    if (outcome.kind === 'changed') {
      const isOfCart = quotes.replace(outcome.quote, sent.items)
      // The form would order the lines of before under the eyes of a shopper who has chosen others since.
      if (isEarlier && !isOfCart) return setProgress({ step: 'notArrived' })
    }
    // Where no answer came nobody knows whether the order failed, and one that is stored did not: the notice says that, alone.
    else if (outcome.kind === 'refused' || outcome.answer === 'failed')
      toast({ variant: 'destructive', title: checkoutCopy.failedTitle, description: checkoutCopy.failed })
    // The owner may have switched a way to pay off since the form was opened.
    if (outcome.kind === 'refused') void payments.methods.invalidate()
    setProgress(progressAfter(outcome, sent))
  }

  function concludePlaced(outcome: Extract<Outcome, { kind: 'placed' }>) {
    const { orderNumber, pageSecret: secret, total } = outcome.receipt
    keepOrder({ orderNumber, secret, total })
    const order = pendingPaymentFrom(outcome)
    if (order) {
      putPendingPaymentFirst(order)
      setProgress({ step: 'paying', order })
      return
    }
    showPlaced()
    end.clearCart(outcome.body.items)
    end.notifyPlaced(outcome.receipt.orderNumber)
  }

  /** At once, because an empty cart without a placed order would lead the shopper to /cart. */
  const showPlaced = () => flushSync(() => setProgress({ step: 'placed' }))

  /** The order is paid: the shopper reads so and then goes home. */
  function finishPaid({ title, description }: { title: string; description: string }) {
    toast({ title, description })
    if (progress.step !== 'paying') return
    end.closePending(progress.order)
    end.goHomeSoon()
  }

  /** The order stands, and the courier is paid. */
  function finishOnDelivery() {
    if (progress.step !== 'paying' && progress.step !== 'choosingWay') return
    const { order } = progress
    showPlaced()
    end.closePending(order)
    end.notifyPlaced(order.orderNumber)
  }

  /** All money of the order went back, so it is not to be paid any more. */
  function leaveRefunded() {
    if (progress.step === 'paying' || progress.step === 'choosingWay') end.showRefunded(progress.order)
  }

  /** Back to the form: the order is cancelled. */
  function leavePayment() {
    if (progress.step === 'paying') endPendingPayment(progress.order.orderId)
    showForm({ step: 'filling' })
  }

  /** Back to the form, which offers to pay the cancelled order in another way. */
  function leaveCancelled() {
    if (progress.step !== 'paying') return
    // What is saved also knows which phone was asked last, and when.
    const order = findPendingPayment(progress.order.orderId) ?? progress.order
    endPendingPayment(order.orderId)
    showForm({ step: 'cancelled', order })
  }

  /** The quote was asked for while the order still held its pieces, which would read as sold out. */
  function showForm(progress: Progress) {
    quotes.renew()
    setProgress(progress)
  }

  function chooseAnotherWay() {
    if (progress.step === 'cancelled') setProgress({ step: 'choosingWay', order: progress.order })
  }

  /** The cancelled order is open again, or has ended meanwhile: its payment says how. */
  const payReopened = (order: PendingPayment) => setProgress({ step: 'paying', order })

  async function place(form: CheckoutFields, quote: Quote, method: PaymentMethod['id']) {
    // Another tab has placed an order since this form was opened: that one is paid or left first.
    const pending = readPendingPayment()
    if (pending) return setProgress({ step: 'paying', order: pending })
    setProgress({ step: 'sending', isResumed: false })
    const phone = method === 'mpesa' ? payingPhone(form) : ''
    const order = orderFromForm(form, quote, method)
    conclude(await attempts.place(order, phone), order, false)
  }

  /** Sends the same order again; `form` is what the fields hold now, absent where the page does it by itself. */
  async function tryAgain(form?: CheckoutFields) {
    const attempt = attempts.pending()
    setProgress({ step: 'sending', isResumed: true })
    const outcome = await attempts.resume(form && attempt ? payingPhoneNow(form, attempt.body) : undefined)
    if (outcome && attempt) conclude(outcome, attempt.body, true)
    else setProgress(nextProgress(attempts))
  }

  const finishInterrupted = useEffectEvent(() => {
    if (progress.step === 'sending') void tryAgain()
  })
  useEffect(() => {
    finishInterrupted()
  }, [])

  return {
    progress,
    /** What the order asks that `tryAgain` sends, or is sending; null while there is none. */
    resumed: sentBefore && sentQuote(sentBefore.body),
    place,
    tryAgain,
    finishPaid,
    finishOnDelivery,
    leavePayment,
    leaveCancelled,
    leaveRefunded,
    chooseAnotherWay,
    payReopened,
  }
}

import { trpc } from '@marashi/api-client/trpc'
import type { CheckoutForm, Quote } from '@marashi/domain/contracts/checkout'
import { maxQuantity } from '@marashi/domain/rules/cart'
import { toast } from '@marashi/ui/toast'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { checkoutCopy } from '../../copy/checkout.ts'
import { useCart } from '../cart/use-cart.ts'
import { type CheckoutAttempts, createCheckoutAttempts, type Outcome } from './checkout-attempt.ts'
import { forgetCheckoutDraft } from './checkout-draft.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { orderFromForm } from './order-from-form.ts'
import type { PaymentMethod } from './payment-methods.ts'
import { sendOrderWith } from './send-order.ts'
import type { Quotes } from './use-quotes.ts'

/** What has stood on the screen this long has been told. */
const toldAfterMs = 1_000

/** Where the order stands. Only `placed` has let go of the cart. */
export type Progress =
  | { step: 'filling' }
  | { step: 'sending'; isResumed: boolean }
  | { step: 'changed'; before: number; quote: Quote }
  | { step: 'refused'; text: string; fields: Record<string, string> }
  | { step: 'unknown' }
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
      // The empty cart must find the order placed, or it would send the shopper to /cart (decisions 22).
      flushSync(() => setProgress({ step: 'placed' }))
      forgetCheckoutDraft()
      takeOut([...outcome.body.items, ...unsellable(quotes)])
      toast({ title: checkoutCopy.placedTitle, description: checkoutCopy.placed(outcome.receipt.orderNumber) })
      if (router.state.location.pathname === '/checkout') void router.navigate({ to: '/' })
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

  async function place(form: CheckoutForm, quote: Quote, method: PaymentMethod['id']) {
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
  useEffect(() => finishInterrupted(), [])

  // A page that is being left loses its request as well, and even gets to say so, to nobody.
  const isInDoubt = progress.step === 'unknown'
  useEffect(() => {
    if (!isInDoubt) return
    const timer = setTimeout(attempts.markTold, toldAfterMs)
    return () => clearTimeout(timer)
  }, [isInDoubt, attempts])

  return { progress, place, tryAgain }
}

/** What the shop no longer sells leaves the cart with the order that it could not be part of. */
function unsellable({ byLocation }: Quotes) {
  return (byLocation.embu?.unavailable ?? []).map((productId) => ({ productId, quantity: maxQuantity }))
}

function attemptsWith(send: ReturnType<typeof sendOrderWith>): CheckoutAttempts {
  return createCheckoutAttempts({ openStorage: () => sessionStorage, send, newKey: newIdempotencyKey })
}

/** A page that died while sending goes on sending; one that had told the shopper waits to be asked. */
function whereItStands(attempts: CheckoutAttempts): Progress {
  const attempt = attempts.pending()
  if (!attempt) return { step: 'filling' }
  return attempt.isToldUnknown ? { step: 'unknown' } : { step: 'sending', isResumed: true }
}

import { type Failure, mayBeDone } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useEffectEvent, useState } from 'react'
import type { PendingPayment } from '../pending/pending-payment.ts'
import { updatePendingPayment } from '../pending/set-aside.ts'
import { askUntilCertain } from './ask-until-certain.ts'

export type CardSetup =
  | { step: 'loading' }
  | { step: 'ready'; stripe: Stripe; clientSecret: string }
  /** `isUncertain`: the shop has not looked at the payment, so a card that was being charged may have been. */
  | { step: 'failed'; text: string; isUncertain: boolean }
  /** Stripe is charging the card, or was when the page was left: the order accepts no other action. */
  | { step: 'checking' }
  | { step: 'unconfirmed' }
  /** The order is already paid. */
  | { step: 'paid' }
  /** The order accepts no payment any more. */
  | { step: 'cancelled' }
  | { step: 'refunded' }

/** Loads what the card form of an order needs: the client secret from the shop, and Stripe's script. */
export function useCardSetup(order: PendingPayment, publishableKey: string) {
  const { client } = trpc.useUtils()
  const [setup, setSetup] = useState<CardSetup>({ step: 'loading' })

  async function prepare({ isRenewal }: { isRenewal: boolean }): Promise<CardSetup> {
    const { orderId, amountShillings: amount } = order
    const script = loadStripe(publishableKey).catch(() => null)
    const intent = await askUntilCertain(
      (options) => client.payments.createIntent.mutate({ orderId, amount }, options),
      ({ code }) => {
        const isProcessing = code === 'STILL_PROCESSING'
        if (isProcessing && !isRenewal) setSetup({ step: 'checking' })
        return isProcessing
      },
    )
    if ('failure' in intent) return refusedSetup(intent.failure)
    // What is still to be paid has charged no card, also where the page was closed while the bank asked. A form that is renewed
    // knows that already, and another tab may be charging one meanwhile.
    if (!isRenewal) updatePendingPayment(orderId, { isCharging: false })
    const stripe = await script
    if (!stripe) return { step: 'failed', text: '', isUncertain: false }
    return { step: 'ready', stripe, clientSecret: intent.answer.clientSecret }
  }

  async function start() {
    setSetup({ step: 'loading' })
    setSetup(await prepare({ isRenewal: false }))
  }

  /** After no card was charged: the form stays as it is, with what was typed, unless its intent can be paid no more. */
  async function renew() {
    const after = await prepare({ isRenewal: true })
    setSetup((before) => (staysAfter(before, after) ? before : after))
  }

  const begin = useEffectEvent(() => void start())
  useEffect(() => {
    begin()
  }, [])

  return { setup, tryAgain: () => void start(), renew }
}

/** A shop that has given no answer has not said that the intent of a form can be paid no more. */
function staysAfter(before: CardSetup, after: CardSetup): boolean {
  if (before.step !== 'ready') return false
  return after.step === 'ready'
    ? after.clientSecret === before.clientSecret
    : after.step === 'failed' && after.isUncertain
}

function refusedSetup(failure: Failure): CardSetup {
  const { status, code, text } = failure
  if (code === 'ORDER_PAID') return { step: 'paid' }
  if (code === 'STILL_PROCESSING' || code === 'PAYMENT_MISMATCH') return { step: 'unconfirmed' }
  if (code === 'ORDER_REFUNDED') return { step: 'refunded' }
  if (code === 'ORDER_CANCELLED' || status === 404) return { step: 'cancelled' }
  // Stripe is asked for a new payment only once the one before has ended.
  const isCertain = code === 'CARD_REFUSED'
  return { step: 'failed', text, isUncertain: !isCertain && (status === 429 || mayBeDone(failure)) }
}

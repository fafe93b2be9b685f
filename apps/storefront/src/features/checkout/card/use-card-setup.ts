import { failureOf } from '@marashi/api-client/failure'
import { trpc } from '@marashi/api-client/trpc'
import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useEffectEvent, useState } from 'react'
import type { WaitingOrder } from '../waiting-order.ts'

export type CardSetup =
  | { step: 'loading' }
  | { step: 'ready'; stripe: Stripe; clientSecret: string }
  | { step: 'failed'; text: string }
  /** The card was charged before, and the shop knows. */
  | { step: 'paid' }

const secondLookAfterMs = 1_500

/** Prepares the card form of an order: its secret from the shop, and Stripe's script. */
export function useCardSetup(order: WaitingOrder, publishableKey: string) {
  const { client } = trpc.useUtils()
  const [setup, setSetup] = useState<CardSetup>({ step: 'loading' })

  async function prepare(): Promise<CardSetup> {
    const { orderId, amountShillings } = order
    const [intent, stripe] = await Promise.allSettled([
      client.payments.createIntent.mutate({ orderId, amount: amountShillings }),
      loadStripe(publishableKey),
    ])
    if (intent.status === 'rejected') {
      const { text } = failureOf(intent.reason)
      return text.includes('already paid') ? { step: 'paid' } : { step: 'failed', text }
    }
    if (stripe.status === 'rejected' || !stripe.value) return { step: 'failed', text: '' }
    return { step: 'ready', stripe: stripe.value, clientSecret: intent.value.clientSecret }
  }

  async function start() {
    setSetup({ step: 'loading' })
    let outcome = await prepare()
    if (outcome.step === 'failed' && outcome.text.includes('already being paid')) {
      // A reload came between the charge and its confirmation; asking has made the shop look, so it knows in a moment.
      await new Promise((resolve) => setTimeout(resolve, secondLookAfterMs))
      outcome = await prepare()
    }
    setSetup(outcome)
  }

  const begin = useEffectEvent(() => void start())
  useEffect(() => {
    begin()
  }, [])

  return { setup, tryAgain: () => void start() }
}

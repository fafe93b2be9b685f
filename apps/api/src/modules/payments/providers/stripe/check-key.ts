import Stripe from 'stripe'
import type { Environment } from '../../../../env.ts'
import { addressOf } from './stripe-client.ts'

const TIME_LIMIT_MS = 10_000

type CardKeyCheck =
  | { state: 'off' }
  | { state: 'accepted'; isLive: boolean }
  | { state: 'refused' }
  | { state: 'limited' }
  | { state: 'silent'; error: unknown }

/** Whether Stripe takes the secret key: it is asked for the balance, which changes nothing. */
export async function checkStripeKey({ STRIPE_SECRET_KEY, STRIPE_API_URL }: Environment): Promise<CardKeyCheck> {
  if (!STRIPE_SECRET_KEY) return { state: 'off' }
  const stripe = new Stripe(STRIPE_SECRET_KEY, {
    ...addressOf(STRIPE_API_URL),
    maxNetworkRetries: 0,
    timeout: TIME_LIMIT_MS,
    telemetry: false,
  })
  try {
    const { object, livemode } = await stripe.balance.retrieve()
    // The SDK takes any readable body for an answer, also beside an error's status.
    if (object !== 'balance') throw new Error('the answer is no balance')
    return { state: 'accepted', isLive: livemode }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) return { state: 'refused' }
    return error instanceof Stripe.errors.StripePermissionError ? { state: 'limited' } : { state: 'silent', error }
  }
}

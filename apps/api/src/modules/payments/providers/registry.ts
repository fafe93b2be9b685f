import type { Environment } from '../../../env.ts'
import { darajaGateway } from './mpesa/daraja.ts'
import { darajaHttp } from './mpesa/daraja-http.ts'
import type { MpesaGateway } from './mpesa/daraja-outcomes.ts'
import { type CardGateway, stripeGateway } from './stripe/stripe-client.ts'

/** The gateways that are configured; null where one is not. */
export interface Gateways {
  mpesa: MpesaGateway | null
  card: CardGateway | null
  /** Where the simulated phone is shown, in demo mode. */
  demoPhoneUrl: string | null
  /** Where M-Pesa sends its callbacks. */
  callbackOrigin: string
}

declare module '../../../kernel/context.ts' {
  interface Deps {
    gateways: Gateways
  }
}

/** Builds the gateways that the environment holds credentials for. */
export function gatewaysFrom(
  env: Environment,
  clock: () => Date,
  { demoPhoneUrl = null }: { demoPhoneUrl?: string | null } = {},
): Gateways {
  const mpesa = mpesaFrom(env, clock, demoPhoneUrl !== null)
  return { mpesa, card: cardFrom(env), demoPhoneUrl, callbackOrigin: env.PUBLIC_URL }
}

function mpesaFrom(env: Environment, clock: () => Date, isDemo: boolean): MpesaGateway | null {
  const { MPESA_CONSUMER_KEY, MPESA_CONSUMER_SECRET, MPESA_SHORTCODE, MPESA_PASSKEY, MPESA_TILL } = env
  if (!MPESA_CONSUMER_KEY || !MPESA_CONSUMER_SECRET || !MPESA_SHORTCODE || !MPESA_PASSKEY) return null
  const http = darajaHttp({
    baseUrl: env.MPESA_BASE_URL,
    consumerKey: MPESA_CONSUMER_KEY,
    consumerSecret: MPESA_CONSUMER_SECRET,
    nowMs: () => clock().getTime(),
  })
  const settings = {
    shortcode: MPESA_SHORTCODE,
    partyB: MPESA_TILL ?? MPESA_SHORTCODE,
    passkey: MPESA_PASSKEY,
    transactionType: env.MPESA_TRANSACTION_TYPE,
    isDemo,
  }
  return darajaGateway(settings, http, clock)
}

function cardFrom(env: Environment): CardGateway | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = env
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null
  return stripeGateway({
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: STRIPE_API_URL,
  })
}

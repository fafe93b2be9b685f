import type { MikroORM } from '@mikro-orm/postgresql'
import type { Environment } from '../../../env.ts'
import { operatorRefusals } from '../operators/operator-refusals.ts'
import type { TokenStore } from './access-token/shared-token.ts'
import { darajaRegistration, type MpesaRegistration } from './mpesa/confirmations/register-urls.ts'
import { darajaGateway } from './mpesa/daraja.ts'
import { type DarajaHttp, darajaHttp } from './mpesa/daraja-http.ts'
import type { MpesaGateway } from './mpesa/daraja-outcomes.ts'
import { darajaToken } from './mpesa/daraja-token.ts'
import { guardedReversals } from './mpesa/guarded-reversals.ts'
import { darajaPull, type MpesaPull } from './mpesa/ledger/pull.ts'
import { operatorName } from './mpesa/operator.ts'
import { mpesaProvider } from './mpesa/provider.ts'
import { darajaReversals, type MpesaReversals } from './mpesa/reversals.ts'
import { securityCredential } from './mpesa/security-credential.ts'
import type { BrowserHosts, PaymentProvider, ProviderContext } from './provider.ts'
import { stripeProvider } from './stripe/provider.ts'
import { type CardGateway, stripeGateway } from './stripe/stripe-client.ts'

const registered = new Map<string, PaymentProvider>()

/** Adds a provider for the life of the process; answers how to take it out again. */
export function registerProvider(provider: PaymentProvider): () => void {
  registered.set(provider.method, provider)
  return () => void registered.delete(provider.method)
}

registerProvider(mpesaProvider)
registerProvider(stripeProvider)

export const paymentProviders = (): readonly PaymentProvider[] => [...registered.values()]

/** Whom the pages may load from, for the forms of the providers that work here now. */
export function browserHosts(ctx: ProviderContext): BrowserHosts {
  const hosts = paymentProviders()
    .filter((provider) => provider.isConfigured(ctx))
    .map((provider) => provider.browserHosts)
  return {
    scripts: hosts.flatMap(({ scripts }) => scripts),
    calls: hosts.flatMap(({ calls }) => calls),
    frames: hosts.flatMap(({ frames }) => frames),
  }
}

/** The provider of a payment method. Throws for a method that is none. */
export function providerOf(method: string): PaymentProvider {
  const provider = registered.get(method)
  if (!provider) throw new Error(`There is no payment provider ${method}`)
  return provider
}

/** The gateways that are configured; null where one is not. */
export interface Gateways {
  mpesa: MpesaGateway | null
  card: CardGateway | null
  /** Takes M-Pesa payments back; null without an operator of the owner's for it. */
  reversals: MpesaReversals | null
  /** Tells M-Pesa where to report payments that are made by hand. */
  registration: MpesaRegistration | null
  /** M-Pesa's list of payments; null where the owner has not said that Safaricom gives it. */
  pull: MpesaPull | null
  /** Where the simulated phone is shown, in demo mode. */
  demoPhoneUrl: string | null
  /** Nothing that is paid here is money: M-Pesa is the demo, and a card gateway is in its test mode. */
  isSandbox: boolean
  /** Where M-Pesa sends its callbacks. */
  callbackOrigin: string
}

declare module '../../../http/context.ts' {
  interface Deps {
    gateways: Gateways
  }
}

/** Builds the gateways that the environment holds credentials for. What all processes share of them is in the database. */
export function gatewaysFrom(
  env: Environment,
  clock: () => Date,
  { orm, demoPhoneUrl = null }: { orm: MikroORM; demoPhoneUrl?: string | null },
): Gateways {
  const http = darajaFrom(env, { orm, clock })
  const mpesa = http && mpesaFrom(env, clock, { http, isDemo: demoPhoneUrl !== null })
  return {
    mpesa,
    card: cardFrom(env, clock),
    reversals: http && reversalsFrom(env, { http, orm }),
    registration: http && registrationFrom(env, http),
    pull: http && pullFrom(env, http),
    demoPhoneUrl,
    isSandbox: demoPhoneUrl !== null && !takesRealCards(env),
    callbackOrigin: env.PUBLIC_URL,
  }
}

function darajaFrom(env: Environment, store: TokenStore): DarajaHttp | null {
  const { MPESA_CONSUMER_KEY: consumerKey, MPESA_CONSUMER_SECRET: consumerSecret, MPESA_BASE_URL: baseUrl } = env
  if (!consumerKey || !consumerSecret) return null
  return darajaHttp({ baseUrl, token: darajaToken({ baseUrl, consumerKey, consumerSecret }, store) })
}

function mpesaFrom(
  env: Environment,
  clock: () => Date,
  { http, isDemo }: { http: DarajaHttp; isDemo: boolean },
): MpesaGateway | null {
  const { MPESA_SHORTCODE, MPESA_PASSKEY, MPESA_TILL } = env
  if (!MPESA_SHORTCODE || !MPESA_PASSKEY) return null
  const settings = {
    shortcode: MPESA_SHORTCODE,
    partyB: MPESA_TILL ?? MPESA_SHORTCODE,
    passkey: MPESA_PASSKEY,
    transactionType: env.MPESA_TRANSACTION_TYPE,
    isDemo,
  }
  return darajaGateway(settings, http, clock)
}

function reversalsFrom(env: Environment, { http, orm }: { http: DarajaHttp; orm: MikroORM }): MpesaReversals | null {
  const { MPESA_SHORTCODE: shortcode, MPESA_INITIATOR_NAME: initiator } = env
  const credential = securityCredential(env)
  if (!shortcode || !initiator || !credential) return null
  const operator = operatorName(env)
  const reversals = darajaReversals({ operator, shortcode, initiator, credential }, http)
  return guardedReversals(reversals, () => operatorRefusals(orm.em.fork(), { gateway: 'mpesa', operator }))
}

function registrationFrom(env: Environment, http: DarajaHttp): MpesaRegistration | null {
  const { MPESA_SHORTCODE: shortcode, MPESA_TILL: tillNumber } = env
  return shortcode ? darajaRegistration({ shortcode, tillNumber }, http) : null
}

function pullFrom(env: Environment, http: DarajaHttp): MpesaPull | null {
  const { MPESA_SHORTCODE: shortcode, MPESA_PULL_NUMBER: nominatedNumber } = env
  if (!shortcode || !nominatedNumber) return null
  return darajaPull({ shortcode, nominatedNumber, callbackUrl: `${env.PUBLIC_URL}/api/hooks/pull` }, http)
}

const takesRealCards = ({ STRIPE_SECRET_KEY: key }: Environment): boolean =>
  key !== undefined && !/^(sk|rk)_test_/.test(key)

function cardFrom(env: Environment, clock: () => Date): CardGateway | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_URL } = env
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null
  const settings = {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: STRIPE_API_URL,
  }
  return stripeGateway(settings, clock)
}

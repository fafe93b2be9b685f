import type { Environment } from '../env.ts'
import { certificateProblem } from '../modules/payments/providers/mpesa/security-credential.ts'
import { doubtful, type SettingRule, unsafe, when } from './setting-rule.ts'

/** Holds wherever M-Pesa is used: without it refunds and the check of typed receipts would be off in silence. */
export const certificateRule = doubtful('MPESA_CERTIFICATE_FILE', (env) => {
  const problem = certificateProblem(env)
  return (
    problem &&
    `is of no use, ${problem}: M-Pesa refunds stay off and typed receipts wait for you until it is Daraja’s certificate, or MPESA_SECURITY_CREDENTIAL is set.`
  )
})

/** What M-Pesa and Stripe need before real money moves. */
export const moneyRules: SettingRule[] = [
  unsafe('STRIPE_SECRET_KEY', (env) =>
    when(
      /_test_/.test(env.STRIPE_SECRET_KEY ?? ''),
      'is a test key: orders would count as paid and no money would come. Take the live key, sk_live_…',
    ),
  ),
  unsafe('STRIPE_PUBLISHABLE_KEY', (env) =>
    when(/_test_/.test(env.STRIPE_PUBLISHABLE_KEY ?? ''), 'is a test key. Take the live key, pk_live_…'),
  ),
  unsafe('STRIPE_PUBLISHABLE_KEY', (env) =>
    when(
      /^[sr]k_/.test(env.STRIPE_PUBLISHABLE_KEY ?? ''),
      'is a secret key, which every visitor would be sent. Take the one that begins with pk_live_, and roll this one.',
    ),
  ),
  doubtful('STRIPE_PUBLISHABLE_KEY', ({ STRIPE_PUBLISHABLE_KEY: key }) =>
    when(
      !!key && !/^[psr]k_/.test(key),
      'is no key of Stripe: no card form opens. Take the one that begins with pk_live_.',
    ),
  ),
  doubtful('STRIPE_SECRET_KEY', ({ STRIPE_SECRET_KEY: key }) =>
    when(
      !!key && !/^[sr]k_/.test(key),
      'is no secret key: no card can be charged. Take the one that begins with sk_live_ or rk_live_.',
    ),
  ),
  doubtful('STRIPE_WEBHOOK_SECRET', ({ STRIPE_WEBHOOK_SECRET: secret }) =>
    when(
      !!secret && !secret.startsWith('whsec_'),
      'is no signing secret: what Stripe reports is refused. Take the one that begins with whsec_, of the webhook’s page.',
    ),
  ),
  unsafe('STRIPE_API_URL', (env) =>
    when(
      !!env.STRIPE_API_URL,
      'sends the secret key to another address than Stripe’s. It is for tests: leave it empty.',
    ),
  ),
  doubtful('STRIPE_SECRET_KEY', (env) => {
    const missing = missingOf(env, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
    return when(missing !== undefined, `is one of three: cards stay off until ${missing} is set.`)
  }),
  unsafe('MPESA_BASE_URL', (env) =>
    when(
      takesMpesa(env) && new URL(env.MPESA_BASE_URL).hostname.startsWith('sandbox.'),
      'is Safaricom’s sandbox: orders would count as paid and no money would come. Set https://api.safaricom.co.ke',
    ),
  ),
  unsafe('MPESA_BASE_URL', (env) =>
    when(
      takesMpesa(env) && env.MPESA_BASE_URL.startsWith('http:'),
      'sends the keys in clear. Set https://api.safaricom.co.ke',
    ),
  ),
  doubtful('MPESA_BASE_URL', ({ MPESA_BASE_URL, ...env }) =>
    when(
      takesMpesa(env) && !/^(api|sandbox)\.safaricom\.co\.ke$/.test(new URL(MPESA_BASE_URL).hostname),
      'is not Safaricom’s. Set https://api.safaricom.co.ke, unless a gateway of your own stands there.',
    ),
  ),
  unsafe('MPESA_SHORTCODE', (env) =>
    when(env.MPESA_SHORTCODE === '174379', 'is the sandbox’s paybill, which pays nobody. Set your own.'),
  ),
  doubtful('MPESA_CONSUMER_KEY', (env) => {
    const missing = missingOf(env, ['MPESA_CONSUMER_KEY', 'MPESA_CONSUMER_SECRET', 'MPESA_SHORTCODE', 'MPESA_PASSKEY'])
    return when(missing !== undefined, `is one of four: M-Pesa stays off until ${missing} is set.`)
  }),
  doubtful('MPESA_INITIATOR_NAME', (env) => {
    const hasPassword = !!env.MPESA_INITIATOR_PASSWORD && !!env.MPESA_CERTIFICATE_FILE
    const hasCredential = !!env.MPESA_SECURITY_CREDENTIAL || hasPassword
    const isBegun = !!env.MPESA_INITIATOR_NAME || hasCredential || !!env.MPESA_INITIATOR_PASSWORD
    return when(
      isBegun && !(env.MPESA_INITIATOR_NAME && hasCredential),
      'and MPESA_SECURITY_CREDENTIAL, or MPESA_INITIATOR_PASSWORD with MPESA_CERTIFICATE_FILE, belong together: M-Pesa refunds stay off and typed receipts wait for you until all are set.',
    )
  }),
  certificateRule,
  doubtful('MPESA_TILL', (env) =>
    when(
      env.MPESA_TRANSACTION_TYPE === 'CustomerBuyGoodsOnline' && !env.MPESA_TILL,
      'is not set, and MPESA_TRANSACTION_TYPE says that there is a till. Set its number.',
    ),
  ),
  unsafe('MPESA_TRANSACTION_TYPE', (env) =>
    when(
      env.MPESA_TRANSACTION_TYPE !== 'CustomerBuyGoodsOnline' && !!env.MPESA_TILL,
      'is of a paybill, and MPESA_TILL is set: shoppers would be told to pay the till as a paybill. Set CustomerBuyGoodsOnline, or leave MPESA_TILL empty where there is no till.',
    ),
  ),
  unsafe('FAULT_POINT', (env) =>
    when(
      !!env.FAULT_POINT,
      'ends the shop in the middle of a payment: it is for tests, not for production. Remove it.',
    ),
  ),
]

const takesMpesa = (env: Pick<Environment, 'MPESA_CONSUMER_KEY'>) => !!env.MPESA_CONSUMER_KEY

/** The variables of a set that are missing where some of it is there. */
function missingOf(env: Environment, names: (keyof Environment)[]): string | undefined {
  const missing = names.filter((name) => !env[name])
  return missing.length > 0 && missing.length < names.length ? missing.join(', ') : undefined
}

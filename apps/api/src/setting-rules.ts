import { connectionOptions } from '@marashi/postgres/connection'
import { type Environment, passwordHashForm } from './env.ts'
import { passwordVariable } from './modules/admin/session/admin-password.ts'
import { weaknessOf } from './modules/admin/session/password-weakness.ts'

/** One way in which settings that can be read are still wrong for a shop with real shoppers. */
export interface SettingRule {
  variable: keyof Environment
  /** A shop that would lose money, or its own back office, does not open; what may be meant is said and left. */
  isUnsafe: boolean
  /** Answers what is wrong and what to do, in one or two sentences; undefined where all is well. */
  find: (env: Environment) => string | undefined
}

const unsafe = (variable: keyof Environment, find: SettingRule['find']): SettingRule => ({
  variable,
  isUnsafe: true,
  find,
})
const doubtful = (variable: keyof Environment, find: SettingRule['find']): SettingRule => ({
  variable,
  isUnsafe: false,
  find,
})
const when = (isWrong: boolean | undefined, advice: string) => (isWrong ? advice : undefined)

const adminRules: SettingRule[] = [
  unsafe('ADMIN_PASSWORD_HASH', (env) =>
    when(!passwordVariable(env), 'is not set, nor is ADMIN_PASSWORD. Set it to what `npm run password` prints.'),
  ),
  unsafe('ADMIN_PASSWORD', (env) => {
    const weakness = passwordVariable(env) === 'ADMIN_PASSWORD' && weaknessOf(env.ADMIN_PASSWORD ?? '')
    return weakness ? `${weakness}. Choose another with \`npm run password\`.` : undefined
  }),
  doubtful('ADMIN_PASSWORD_HASH', ({ ADMIN_PASSWORD_HASH = '' }) => {
    const [, memory, passes] = passwordHashForm.exec(ADMIN_PASSWORD_HASH) ?? []
    return when(
      Number(memory) * Number(passes) < LEAST_HASH_WORK,
      'is so cheap that a stolen copy is soon guessed. Make it again with `npm run password`.',
    )
  }),
  unsafe('LIMIT_LOGINS', (env) =>
    when(env.LIMIT_LOGINS === 'off', 'is off: anybody may guess passwords for ever. Leave it empty, or set 5/900.'),
  ),
]

const moneyRules: SettingRule[] = [
  unsafe('STRIPE_SECRET_KEY', (env) =>
    when(
      /_test_/.test(env.STRIPE_SECRET_KEY ?? ''),
      'is a test key: orders would count as paid and no money would come. Take the live key, sk_live_…',
    ),
  ),
  unsafe('STRIPE_PUBLISHABLE_KEY', (env) =>
    when(/_test_/.test(env.STRIPE_PUBLISHABLE_KEY ?? ''), 'is a test key. Take the live key, pk_live_…'),
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
  doubtful('MPESA_TILL', (env) =>
    when(
      env.MPESA_TRANSACTION_TYPE === 'CustomerBuyGoodsOnline' && !env.MPESA_TILL,
      'is not set, and MPESA_TRANSACTION_TYPE says that there is a till. Set its number.',
    ),
  ),
  unsafe('FAULT_POINT', (env) =>
    when(
      !!env.FAULT_POINT,
      'ends the shop in the middle of a payment: it is for tests, not for production. Remove it.',
    ),
  ),
]

const networkRules: SettingRule[] = [
  unsafe('PUBLIC_URL', ({ PUBLIC_URL }) =>
    when(
      PUBLIC_URL.startsWith('http:') && !isLoopback(PUBLIC_URL),
      'is not https: sessions and orders would travel in clear. Put a proxy with a certificate in front and set https://…',
    ),
  ),
  doubtful('PUBLIC_URL', ({ PUBLIC_URL }) =>
    when(isLoopback(PUBLIC_URL), 'leads to this machine alone, for links and for M-Pesa’s callbacks. Set https://…'),
  ),
  unsafe('TRUST_PROXY', ({ TRUST_PROXY = '' }) =>
    when(
      TRUST_PROXY.split(',').some((part) => /\/(0|0\.0\.0\.0)$/.test(part.trim())),
      'trusts everybody, so that anybody may name an address of his choice. Set the address of your proxy.',
    ),
  ),
  doubtful('TRUST_PROXY', (env) =>
    when(
      env.PUBLIC_URL.startsWith('https:') && !env.TRUST_PROXY,
      'is not set, and https means that a proxy stands in front: all shoppers would share its one limit. Set its address.',
    ),
  ),
  doubtful('DATABASE_URL', ({ DATABASE_URL }) => {
    if (!DATABASE_URL) return undefined
    const { host, ssl } = connectionOptions(DATABASE_URL)
    if (host.startsWith('/') || isPrivate(host)) return undefined
    if (!ssl) return 'crosses the internet in clear. Add ?sslmode=verify-full'
    const isProven = typeof ssl === 'object' && ssl.rejectUnauthorized !== false
    return when(!isProven, 'is encrypted, but whoever answers is believed. Better: sslmode=verify-full')
  }),
  doubtful('S3_ENDPOINT', ({ S3_ENDPOINT = '' }) =>
    when(
      S3_ENDPOINT.startsWith('http:') && !isPrivate(new URL(S3_ENDPOINT).hostname),
      'crosses the internet in clear. Set https://…',
    ),
  ),
]

const shopRules: SettingRule[] = [
  doubtful('SHOP_PHONE', (env) =>
    when(env.SHOP_PHONE === '+254 712 345 678', 'is the invented number of the example. Set your own.'),
  ),
  doubtful('SHOP_EMAIL', (env) =>
    when(env.SHOP_EMAIL.endsWith('.example'), 'is the invented address of the example. Set your own.'),
  ),
  doubtful('SMTP_URL', (env) =>
    when(!env.SMTP_URL, 'is not set: receipts are kept and not sent. Set your mail server.'),
  ),
  doubtful('SEED', (env) =>
    when(env.SEED === 'demo', 'puts invented perfumes and reviews into an empty shop. Leave it empty.'),
  ),
  ...(['LIMIT_ORDERS', 'LIMIT_REVIEWS'] as const).map((variable) =>
    doubtful(variable, (env) => when(env[variable] === 'off', 'is off: one script may fill the shop. Leave it empty.')),
  ),
]

/** What holds in production. */
export const productionRules: readonly SettingRule[] = [...adminRules, ...moneyRules, ...networkRules, ...shopRules]

/** What holds wherever somebody tries the shop. */
export const developmentRules: readonly SettingRule[] = [
  doubtful('NODE_ENV', (env) =>
    when(
      !isLoopback(env.PUBLIC_URL),
      'is development at a public address: M-Pesa may be a demo in which anybody pays with nothing. Set production.',
    ),
  ),
]

/** The least that OWASP accepts of argon2id: 19 MiB, two passes. */
const LEAST_HASH_WORK = 19_456 * 2

const takesMpesa = (env: Pick<Environment, 'MPESA_CONSUMER_KEY'>) => !!env.MPESA_CONSUMER_KEY

/** The variables of a set that are missing where some of it is there. */
function missingOf(env: Environment, names: (keyof Environment)[]): string | undefined {
  const missing = names.filter((name) => !env[name])
  return missing.length > 0 && missing.length < names.length ? missing.join(', ') : undefined
}

const isLoopback = (url: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)

/** A name without a dot is one of a private network, as containers give them. */
const isPrivate = (host: string) =>
  !host.includes('.') || /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\.|\.(internal|local)$/.test(host)

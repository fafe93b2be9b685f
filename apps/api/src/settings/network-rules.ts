import { connectionOptions } from '@marashi/postgres/connection'
import { doubtful, type SettingRule, unsafe, when } from './setting-rule.ts'

/** Holds everywhere: on 0.0.0.0/0 no start gets further. The private networks are 10.0.0.0/8 and fc00::/7 at the widest. */
export const trustRule = unsafe('TRUST_PROXY', ({ TRUST_PROXY = '' }) =>
  when(
    TRUST_PROXY.split(',').some((part) => {
      const [address = '', range] = part.trim().split('/')
      return range !== undefined && bitsOf(range) < (address.includes(':') ? 7 : 8)
    }),
    'trusts everybody or half the world, so that anybody may name an address of his choice. Set the address of your proxy.',
  ),
)

/** How much of an address a network fixes: 8 of /8 and of /255.0.0.0. */
const bitsOf = (range: string) =>
  range
    .split('.')
    .map((part) => (range.includes('.') ? Math.clz32(~(Number(part) << 24)) : Number(part)))
    .reduce((sum, bits) => sum + bits, 0)

/** Addresses that traffic of the shop goes to and comes from. */
export const networkRules: SettingRule[] = [
  unsafe('PUBLIC_URL', ({ PUBLIC_URL }) =>
    when(
      PUBLIC_URL.startsWith('http:') && !isLoopback(PUBLIC_URL),
      'is not https: sessions and orders would travel in clear. Put a proxy with a certificate in front and set https://…',
    ),
  ),
  doubtful('PUBLIC_URL', ({ PUBLIC_URL }) =>
    when(isLoopback(PUBLIC_URL), 'leads to this machine alone, for links and for M-Pesa’s callbacks. Set https://…'),
  ),
  trustRule,
  doubtful('TRUST_PROXY', (env) =>
    when(
      env.PUBLIC_URL.startsWith('https:') && !env.TRUST_PROXY,
      'is not set, and https means that a proxy stands in front: all shoppers would share its one limit. Set its address.',
    ),
  ),
  unsafe('WEBHOOKS_TO_LOOPBACK', ({ WEBHOOKS_TO_LOOPBACK }) =>
    when(
      WEBHOOKS_TO_LOOPBACK === 'on',
      'lets webhooks reach this machine itself, which is for trying a receiver. Leave it empty.',
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
  ...(['S3_ENDPOINT', 'BACKUP_S3_ENDPOINT'] as const).map((variable) =>
    doubtful(variable, ({ [variable]: endpoint = '' }) =>
      when(
        endpoint.startsWith('http:') && !isPrivate(new URL(endpoint).hostname),
        'crosses the internet in clear. Set https://…',
      ),
    ),
  ),
]

export const isLoopback = (url: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)

/** A name without a dot is one of a private network, as containers give them. */
const isPrivate = (host: string) =>
  !host.includes('.') || /^(10|127|192\.168|172\.(1[6-9]|2\d|3[01]))\.|\.(internal|local)$/.test(host)

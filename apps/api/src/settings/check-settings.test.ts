import { describe, expect, it, vi } from 'vitest'
import { readEnvironment } from '../env.ts'
import { securityCredential } from '../modules/payments/providers/mpesa/security-credential.ts'
import { checkSettings, refuseUnsafeSettings } from './check-settings.ts'

const hash = `$argon2id$v=19$m=65536,t=3,p=1$${'a'.repeat(22)}$${'b'.repeat(43)}`
const good = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://marashi.co.ke',
  TRUST_PROXY: '10.0.0.2',
  ADMIN_PASSWORD_HASH: hash,
  SHOP_PHONE: '+254 722 000 111',
  SHOP_EMAIL: 'hello@marashi.co.ke',
  SMTP_URL: 'smtps://mail.marashi.co.ke',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  MPESA_BASE_URL: 'https://api.safaricom.co.ke',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '600123',
  MPESA_PASSKEY: 'passkey',
  DATABASE_URL: 'postgresql://shop@database/duka',
  BACKUP_TO: '/mnt/elsewhere',
  BACKUP_KEY: 'seventeen letters',
}
const operator = { MPESA_INITIATOR_NAME: 'apiop', MPESA_INITIATOR_PASSWORD: 'sandalwood' }
const thisFile = import.meta.filename
type Settings = Record<string, string>
const check = (changed: Settings) => checkSettings(readEnvironment({ ...good, ...changed }))
const variablesIn = (lines: string[]) => lines.map((line) => line.split(' ', 1)[0])

it('opens without refunds where the certificate for them did not come along to a new machine', () => {
  const env = readEnvironment({ ...good, ...operator, MPESA_CERTIFICATE_FILE: '/gone.cer' })
  expect(securityCredential(env)).toBeUndefined()
  const warned: string[] = []
  refuseUnsafeSettings(env, (text) => void warned.push(text))
  expect(warned.join()).toMatch(
    /MPESA_CERTIFICATE_FILE is of no use, \/gone\.cer cannot be read \(ENOENT\): M-Pesa refunds stay off and typed receipts wait/,
  )
})

describe('a shop in production', () => {
  it('is left in peace when everything is set as it should be', () => {
    expect(check({})).toEqual({ unsafe: [], doubtful: [] })
  })

  it.each<[string, Settings, string]>([
    ['nobody to log in', { ADMIN_PASSWORD_HASH: '' }, 'ADMIN_PASSWORD_HASH'],
    ...[
      '1',
      'x',
      'short',
      'aaaaaaaaaaaa',
      'password',
      'Password123!',
      'admin2026',
      '1234567890',
      'marashi!',
      'ababababab',
    ].map((word): [string, Settings, string] => [
      `the password ${word}`,
      { ADMIN_PASSWORD_HASH: '', ADMIN_PASSWORD: word },
      'ADMIN_PASSWORD',
    ]),
    ['guesses without end', { LIMIT_LOGINS: 'off' }, 'LIMIT_LOGINS'],
    ['a card key that moves no money', { STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_SECRET_KEY'],
    ['a restricted card key that moves no money', { STRIPE_SECRET_KEY: 'rk_test_1' }, 'STRIPE_SECRET_KEY'],
    ['a browser’s card key that moves no money', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_PUBLISHABLE_KEY'],
    ['a secret that every visitor reads', { STRIPE_PUBLISHABLE_KEY: 'sk_live_1' }, 'STRIPE_PUBLISHABLE_KEY'],
    ['a stranger in place of Stripe', { STRIPE_API_URL: 'https://stripe.example' }, 'STRIPE_API_URL'],
    ['the sandbox of M-Pesa', { MPESA_BASE_URL: 'https://sandbox.safaricom.co.ke' }, 'MPESA_BASE_URL'],
    ['the sandbox of M-Pesa, which is the default', { MPESA_BASE_URL: '' }, 'MPESA_BASE_URL'],
    ['M-Pesa in clear', { MPESA_BASE_URL: 'http://api.safaricom.co.ke' }, 'MPESA_BASE_URL'],
    ['the paybill of the sandbox', { MPESA_SHORTCODE: '174379' }, 'MPESA_SHORTCODE'],
    ['a till to which shoppers would be told to pay as a paybill', { MPESA_TILL: '5566778' }, 'MPESA_TRANSACTION_TYPE'],
    ['sessions in clear', { PUBLIC_URL: 'http://marashi.co.ke' }, 'PUBLIC_URL'],
    ['addresses of everybody’s own choice', { TRUST_PROXY: '10.0.0.2, 0.0.0.0/0' }, 'TRUST_PROXY'],
    ['addresses of half the world’s own choice', { TRUST_PROXY: '0.0.0.0/1' }, 'TRUST_PROXY'],
    ['the same as a mask', { TRUST_PROXY: '128.0.0.0/128.0.0.0' }, 'TRUST_PROXY'],
    ['all the public addresses of IPv6', { TRUST_PROXY: '2000::/3' }, 'TRUST_PROXY'],
    ['the same in IPv6', { TRUST_PROXY: '::/0' }, 'TRUST_PROXY'],
    ['a planned crash', { FAULT_POINT: 'order-stored' }, 'FAULT_POINT'],
  ])('does not open with %s', (_what, changed, variable) => {
    expect(variablesIn(check(changed).unsafe)).toEqual([variable])
    expect(() => refuseUnsafeSettings(readEnvironment({ ...good, ...changed }), () => undefined)).toThrow(variable)
  })

  it.each<[string, Settings, string]>([
    ['a hash that is soon guessed', { ADMIN_PASSWORD_HASH: hash.replace('65536', '8192') }, 'ADMIN_PASSWORD_HASH'],
    ['half of Stripe’s keys', { STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_SECRET_KEY'],
    ['half of M-Pesa’s keys', { MPESA_PASSKEY: '' }, 'MPESA_CONSUMER_KEY'],
    ['another M-Pesa', { MPESA_BASE_URL: 'https://gateway.example' }, 'MPESA_BASE_URL'],
    ['a certificate that is not there', { ...operator, MPESA_CERTIFICATE_FILE: '/gone.cer' }, 'MPESA_CERTIFICATE_FILE'],
    ['a file that is no certificate', { ...operator, MPESA_CERTIFICATE_FILE: thisFile }, 'MPESA_CERTIFICATE_FILE'],
    ['a till without its number', { MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline' }, 'MPESA_TILL'],
    ['an address of this machine', { PUBLIC_URL: 'http://localhost:4000' }, 'PUBLIC_URL'],
    ['a proxy that it does not know', { TRUST_PROXY: '' }, 'TRUST_PROXY'],
    [
      'orders that cross the internet in clear',
      { DATABASE_URL: 'postgresql://shop@db.example.com/duka' },
      'DATABASE_URL',
    ],
    [
      'a database that proves nothing',
      { DATABASE_URL: 'postgresql://shop@db.example.com/duka?sslmode=require' },
      'DATABASE_URL',
    ],
    [
      'pictures that cross the internet in clear',
      { S3_ENDPOINT: 'http://s3.example.com', S3_BUCKET: 'b', S3_ACCESS_KEY: 'k', S3_SECRET_KEY: 's' },
      'S3_ENDPOINT',
    ],
    ['somebody else’s telephone', { SHOP_PHONE: '+254 712 345 678' }, 'SHOP_PHONE'],
    ['a telephone that nobody can call', { SHOP_PHONE: '-------' }, 'SHOP_PHONE'],
    ['nobody’s e-mail', { SHOP_EMAIL: 'hello@marashi.example' }, 'SHOP_EMAIL'],
    ['no mail server', { SMTP_URL: '' }, 'SMTP_URL'],
    ['backups that burn with the machine', { BACKUP_TO: '' }, 'BACKUP_TO'],
    ['a key that burns with the machine', { BACKUP_KEY: '' }, 'BACKUP_KEY'],
    ['invented perfumes', { SEED: 'demo' }, 'SEED'],
    ['a sender that no mail server takes', { MAIL_FROM: 'nobody' }, 'MAIL_FROM'],
    ['webhooks of Stripe that nobody can prove', { STRIPE_WEBHOOK_SECRET: 'x' }, 'STRIPE_WEBHOOK_SECRET'],
    ['a form for cards that cannot open', { STRIPE_PUBLISHABLE_KEY: 'hello' }, 'STRIPE_PUBLISHABLE_KEY'],
    ['a card key that charges nobody', { STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY'],
    ['backups among what they save', { DATA_DIR: '/srv/marashi', BACKUP_TO: '/srv/marashi/' }, 'BACKUP_TO'],
    ['backups under what they save', { DATA_DIR: '/srv/marashi', BACKUP_TO: '/srv/marashi/nightly' }, 'BACKUP_TO'],
    [
      'backups that cross the internet in clear',
      { BACKUP_TO: 's3://safe', BACKUP_S3_ENDPOINT: 'http://s3.example.com' },
      'BACKUP_S3_ENDPOINT',
    ],
    ['an operator without a name', { MPESA_INITIATOR_PASSWORD: 'sandalwood' }, 'MPESA_INITIATOR_NAME'],
    ['orders without end', { LIMIT_ORDERS: 'off' }, 'LIMIT_ORDERS'],
    ['reviews without end', { LIMIT_REVIEWS: 'off' }, 'LIMIT_REVIEWS'],
  ])('opens with %s, and says so', (_what, changed, variable) => {
    const { unsafe, doubtful } = check(changed)
    expect(unsafe).toEqual([])
    expect(variablesIn(doubtful)).toEqual([variable])
  })

  it('needs no key where something else backs it up', () => {
    expect(check({ BACKUP_TO: 'off', BACKUP_KEY: '' }).doubtful).toEqual([])
  })

  it.each([
    'postgresql://shop@/duka?host=/run/postgresql',
    'postgresql://shop@10.1.2.3/duka',
    'postgresql://shop@db.example.com/duka?sslmode=verify-full',
  ])('is not warned of %s', (url) => {
    expect(check({ DATABASE_URL: url }).doubtful).toEqual([])
  })

  it('hears of everything at once, with a remedy for each', () => {
    const env = readEnvironment({ NODE_ENV: 'production', ADMIN_PASSWORD: 'x', PUBLIC_URL: 'http://marashi.co.ke' })
    const warn = vi.fn<(text: string) => void>()
    const refusal = () => refuseUnsafeSettings(env, warn)
    expect(refusal).toThrow(/ADMIN_PASSWORD .*npm run password/)
    expect(refusal).toThrow(/PUBLIC_URL .*https:/)
    const [said = ''] = warn.mock.calls[0] ?? []
    for (const variable of ['BACKUP_KEY', 'BACKUP_TO', 'SMTP_URL']) expect(said).toContain(variable)
  })
})

describe('a shop that is tried out', () => {
  it.each<[Settings, string[]]>([
    [{}, []],
    [{ ADMIN_PASSWORD: 'x', STRIPE_SECRET_KEY: 'sk_test_1', SEED: 'demo' }, []],
    [{ PUBLIC_URL: 'https://marashi.co.ke' }, ['NODE_ENV']],
  ])('%j', (settings, variables) => {
    const { unsafe, doubtful } = checkSettings(readEnvironment(settings))
    expect([unsafe, variablesIn(doubtful)]).toEqual([[], variables])
  })

  it('does not open where everybody is trusted, on which the start would fail without a name', () => {
    expect(variablesIn(checkSettings(readEnvironment({ TRUST_PROXY: '0.0.0.0/0' })).unsafe)).toEqual(['TRUST_PROXY'])
  })
})

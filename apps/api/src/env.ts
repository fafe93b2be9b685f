import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import {
  areProxies,
  folderPath,
  isDecodable,
  mailServer,
  oneOf,
  optional,
  origin,
  refuseUnreadable,
  shortText,
  trueOrFalse,
  webAddress,
  wholeNumber,
  withDefault,
} from './env-forms.ts'
import { defaultSetting, type LimitVariable, limitNames, rowOf } from './http/limits/limit-table.ts'
import { readSecretFiles } from './secret-files.ts'

/** "5/3600": at most 5 in 3600 seconds; "off": no limit. */
const limit = z
  .string()
  .regex(
    /^(off|[1-9]\d*\/[1-9]\d*)$/,
    'must look like 3/3600 (how many in how many seconds, each at least 1) or be off',
  )

const optionalLimit = optional(limit)

/** The rows of the table of limits that an owner may set. */
const settableLimits = limitNames.flatMap((name) => {
  const row = rowOf(name)
  return row.variable ? [{ row, variable: row.variable as LimitVariable }] : []
})

const limitVariables = Object.fromEntries(settableLimits.map(({ variable }) => [variable, optionalLimit])) as Record<
  LimitVariable,
  typeof optionalLimit
>

/** An argon2id hash in the PHC string format: memory in KiB, passes, parallelism, salt, tag. */
export const passwordHashForm =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

const variables = z.object({
  NODE_ENV: withDefault(oneOf('development', 'production', 'test'), 'development'),
  // Fastify listens on a second server for `localhost`, which nothing bounds.
  HOST: withDefault(
    z
      .string()
      .regex(/^[\w.:%-]+$/, 'must be an address of this machine, as 127.0.0.1, or 0.0.0.0 for all of them')
      .transform((host) => (host === 'localhost' ? '127.0.0.1' : host)),
    '127.0.0.1',
  ),
  PORT: withDefault(wholeNumber({ most: 65_535 }), 4000),
  PUBLIC_URL: optional(origin('https://shop.marashi.co.ke')),
  DATABASE_URL: optional(z.string().superRefine(refuseUnreadable)),
  DATABASE_DIRECT_URL: optional(z.string().superRefine(refuseUnreadable)),
  DATABASE_READ_URL: optional(z.string().superRefine(refuseUnreadable)),
  DATABASE_PREPARE: optional(trueOrFalse),
  DRAIN_SECONDS: withDefault(wholeNumber({ most: 120 }), 0),
  DATA_DIR: withDefault(folderPath, fileURLToPath(new URL('../../../.data', import.meta.url))),
  SEED: optional(oneOf('demo', 'none')),
  SHOP_NAME: optional(shortText(60)),
  SHOP_PHONE: optional(z.string().regex(/^\+?[\d\s-]{7,20}$/, 'must be a telephone number, as +254 722 000 111')),
  SHOP_EMAIL: optional(z.email('must be an e-mail address, as hello@marashi.co.ke')),
  S3_ENDPOINT: optional(webAddress),
  S3_BUCKET: optional(z.string()),
  S3_REGION: withDefault(z.string(), 'us-east-1'),
  S3_ACCESS_KEY: optional(z.string()),
  S3_SECRET_KEY: optional(z.string()),
  BACKUP_TO: optional(
    folderPath.regex(
      /^(off|s3:\/\/[\w.-]+(\/[\w./-]*)?|(?!\w+:\/\/|s3:).+)$/,
      'must be a folder, s3://bucket/prefix, or off',
    ),
  ),
  BACKUP_KEY: optional(
    z
      .string()
      .regex(
        /^(AGE-SECRET-KEY-1[0-9A-Z]{58}|(?!AGE-SECRET-KEY).{16,1000})$/,
        'must be a key as `npm run backup` makes one, or at least 16 characters',
      ),
  ),
  BACKUP_S3_ENDPOINT: optional(webAddress),
  BACKUP_S3_REGION: optional(z.string()),
  BACKUP_S3_ACCESS_KEY: optional(z.string()),
  BACKUP_S3_SECRET_KEY: optional(z.string()),
  WEBHOOKS_TO_LOOPBACK: withDefault(oneOf('on', 'off'), 'off'),
  SERVICE_WORKER: withDefault(oneOf('on', 'off'), 'on'),
  FREE_DELIVERY_OVER: optional(wholeNumber()),
  ADMIN_PASSWORD: optional(shortText(1_000)),
  ADMIN_PASSWORD_HASH: optional(
    z.string().regex(passwordHashForm, 'must be an argon2id hash, as `npm run password` prints it'),
  ),
  ...limitVariables,
  MPESA_BASE_URL: withDefault(origin('https://api.safaricom.co.ke'), 'https://sandbox.safaricom.co.ke'),
  MPESA_CONSUMER_KEY: optional(z.string()),
  MPESA_CONSUMER_SECRET: optional(z.string()),
  MPESA_SHORTCODE: optional(z.string().regex(/^\d{5,8}$/, 'must be 5 to 8 digits, as 600123')),
  MPESA_TILL: optional(z.string().regex(/^\d{5,8}$/, 'must be 5 to 8 digits, as 600123')),
  MPESA_PASSKEY: optional(z.string()),
  MPESA_PULL_NUMBER: optional(z.string().regex(/^254\d{9}$/, 'must look like 254712345678')),
  MPESA_INITIATOR_NAME: optional(z.string()),
  MPESA_SECURITY_CREDENTIAL: optional(z.string()),
  MPESA_INITIATOR_PASSWORD: optional(z.string()),
  MPESA_CERTIFICATE_FILE: optional(z.string()),
  MPESA_TRANSACTION_TYPE: withDefault(
    oneOf('CustomerPayBillOnline', 'CustomerBuyGoodsOnline'),
    'CustomerPayBillOnline',
  ),
  DEMO_PHONE_PORT: optional(wholeNumber({ least: 1, most: 65_535 })),
  MPESA_MAX_SHILLINGS: withDefault(wholeNumber({ least: 1 }), 250_000),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_PUBLISHABLE_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_API_URL: optional(origin('https://api.stripe.com')),
  SMTP_URL: optional(mailServer),
  MAIL_FROM: optional(z.string()),
  CARD_MIN_SHILLINGS: withDefault(wholeNumber(), 100),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  TRUST_PROXY: optional(
    z.string().refine(areProxies, 'must be addresses or networks, as 10.0.0.0/8, not a number of proxies'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(webAddress),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    z.string().refine(isDecodable, 'must look like authorization=Bearer%20…, with %25 for % in a value'),
  ),
  FAULT_POINT: optional(z.string()),
  LOG_LEVEL: withDefault(oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'info'),
  LOG_FORMAT: optional(oneOf('text', 'json')),
})

/** Every variable the shop reads; `.env.example` explains the same list. */
export const environmentKeys = Object.keys(variables.shape)

/** The variables as they were set, secrets that lie in files among them. */
export const givenVariables = (source = process.env) => readSecretFiles(source).variables

export type Environment = ReturnType<typeof readEnvironment>

/**
 * Reads and checks the whole environment once. Nothing else in the shop reads `process.env`.
 * Throws one Error that names every variable that is wrong, so that the owner can fix them all at once.
 */
export function readEnvironment(source: Record<string, string | undefined> = process.env) {
  const { variables: given, problems } = readSecretFiles(source)
  const result = variables.safeParse(given)
  const issues = result.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []
  if (!result.success || problems.length > 0) {
    const lines = [...problems, ...issues].join('\n  ')
    throw new Error(`The environment is not right:\n  ${lines}\n.env.example explains each variable.`)
  }
  const isProduction = result.data.NODE_ENV === 'production'
  const { PUBLIC_URL = `http://localhost:${result.data.PORT}`, ...rest } = result.data
  const limits = Object.fromEntries(
    settableLimits.map(({ row, variable }) => [variable, rest[variable] ?? defaultSetting(row, isProduction)]),
  ) as Record<LimitVariable, string>
  return { ...rest, ...limits, PUBLIC_URL, isProduction }
}

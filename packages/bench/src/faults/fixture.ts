import { fileURLToPath } from 'node:url'
import { type GatewaySimulator, startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import { newPool } from '@marashi/postgres/connection'
import { cloneDatabase, type Template } from '@marashi/postgres/test-databases'
import type pg from 'pg'
import { freePort } from '../environment/children.ts'
import type { Product } from '../environment/order-body.ts'
import { insertProductFixtures } from '../environment/product-fixtures.ts'
import { countProducts, recordFlags, registerConfirmations, reportEveryOrder } from './fixture-database.ts'
import { type MailSink, startMailSink } from './mail-sink.ts'
import { Recorder } from './recorder.ts'

const PRODUCT_COUNT = 12
const daraja = {
  consumerKey: 'key',
  consumerSecret: 'secret',
  shortcode: '174379',
  passkey: 'passkey',
  initiator: { name: 'operator', credential: 'Y3JlZGVudGlhbA==' },
}
const stripe = { secretKey: 'sk_test_faults', webhookSecret: 'whsec_faults' }

/** What one scenario runs on: a database, both gateways with their ledger, the shop's address, and a recorder. */
export interface Fixture extends AsyncDisposable {
  databaseUrl: string
  port: number
  origin: string
  simulator: GatewaySimulator
  recorder: Recorder
  mail: MailSink
  products: Product[]
  /** The environment of a shop on this fixture. */
  settings: Record<string, string>
  query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>
}

interface FixtureOptions {
  /** When Daraja tries again after a callback that was not taken; sources disagree on whether it does, see docs/gateways/mpesa.md#callback. */
  callbackRetriesMs?: number[]
  /** Whether payments by prompt are reported to the address for payments by hand too. */
  confirmsPrompts?: boolean
  productCount?: number
}

/**
 * Opens a fixture with perfumes for sale, on a copy of the migrated template or on the empty, migrated database that is
 * given.
 */
export async function openFixture(
  source: Template | { databaseUrl: string },
  { callbackRetriesMs = [], confirmsPrompts = false, productCount = PRODUCT_COUNT }: FixtureOptions = {},
): Promise<Fixture> {
  await using started = new AsyncDisposableStack()
  const database =
    'databaseUrl' in source ? { url: source.databaseUrl, drop: async () => undefined } : await cloneDatabase(source)
  started.defer(database.drop)
  await insertProductFixtures(database.url, productCount)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const simulator = await startGatewaySimulator({
    daraja: {
      ...daraja,
      callbackRetriesMs,
      confirmationRetriesMs: callbackRetriesMs,
      confirmsPrompts,
      callbackTimeoutMs: 3_000,
    },
    stripe: { ...stripe, webhookUrl: `${origin}/api/hooks/stripe`, balanceAfterMs: 200 },
  })
  started.defer(simulator.stop)
  const mail = await startMailSink()
  started.defer(mail.stop)
  const pool = newPool(database.url, { max: 4 })
  started.defer(() => pool.end())
  const query = async <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) =>
    (await pool.query<Row>(sql, values)).rows
  await recordFlags(query)
  await reportEveryOrder(query)
  await registerConfirmations(query, simulator, origin)
  await countProducts(query)
  const products = await query<Product>('select id, name, price::int as price from products order by id')
  const ends = started.move()
  return {
    databaseUrl: database.url,
    port,
    origin,
    simulator,
    recorder: new Recorder(),
    mail,
    products,
    settings: settingsOf({ port, origin, databaseUrl: database.url, gatewayUrl: simulator.url, mailUrl: mail.url }),
    query,
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  }
}

interface Addresses {
  port: number
  origin: string
  databaseUrl: string
  gatewayUrl: string
  mailUrl: string
}

function settingsOf({ port, origin, databaseUrl, gatewayUrl, mailUrl }: Addresses): Record<string, string> {
  return {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATABASE_URL: databaseUrl,
    DATA_DIR: fileURLToPath(new URL('../../../../.data/faults', import.meta.url)),
    LOG_LEVEL: 'info',
    ADMIN_PASSWORD: 'only for the fault run',
    SMTP_URL: mailUrl,
    LIMIT_ORDERS: 'off',
    LIMIT_QUOTES: 'off',
    LIMIT_REVIEWS: 'off',
    MPESA_BASE_URL: gatewayUrl,
    MPESA_CONSUMER_KEY: daraja.consumerKey,
    MPESA_CONSUMER_SECRET: daraja.consumerSecret,
    MPESA_SHORTCODE: daraja.shortcode,
    MPESA_PASSKEY: daraja.passkey,
    MPESA_PULL_NUMBER: '254700000001',
    MPESA_INITIATOR_NAME: daraja.initiator.name,
    MPESA_SECURITY_CREDENTIAL: daraja.initiator.credential,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_faults',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: gatewayUrl,
  }
}

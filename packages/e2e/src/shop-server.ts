import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import { newClient } from '@marashi/postgres/connection'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { holdAlone } from '@marashi/postgres/file-lock'
import { endShop, runShop, untilReady } from './shop-process.ts'

const otherRunMs = 600_000

/** The administrator's password in the shop of the journeys. */
export const adminPassword = 'sandalwood at dawn'

export interface ShopServer {
  url: string
  databaseUrl: string
  /** The simulator in place of Stripe. In place of M-Pesa the shop runs its own demo, as after a first `npm start`. */
  stripeUrl: string
  /** Sends SIGTERM; throws when the shop or its database does not end, or when the shop logged an error. */
  stop(): Promise<void>
}

/**
 * Starts the built shop on a free port, with an empty database that it seeds itself. Its folder keeps PostgreSQL's files
 * and the generated pictures for the next run, and serves one run at a time. Throws with the output of the shop when it is
 * not ready within two minutes.
 */
export async function startShopServer(dataDir: string): Promise<ShopServer> {
  mkdirSync(dataDir, { recursive: true })
  const slot = await holdAlone(path.join(dataDir, 'run.lock'), otherRunMs)
  const postgres = await startEmbeddedPostgres({ dir: path.join(dataDir, 'postgres'), durable: true })
  try {
    await runSql(postgres.url('postgres'), 'drop database if exists marashi with (force)')
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const stripe = await startStripe(`${url}/api/hooks/stripe`)
    const shop = runShop({
      ...stripe.settings,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      // The journeys' receivers are on this machine.
      WEBHOOKS_TO_LOOPBACK: 'on',
    })
    await untilReady(url, shop)
    const databaseUrl = postgres.url('marashi')
    return {
      url,
      databaseUrl,
      stripeUrl: stripe.url,
      async stop() {
        try {
          await endShop(shop)
          await expectGone(databaseUrl)
        } finally {
          await stripe.stop()
          slot.release()
        }
      },
    }
  } catch (error) {
    slot.release()
    throw error
  } finally {
    // From here on only the shop keeps its database running, so the database ends with the shop.
    await postgres.stop()
  }
}

async function startStripe(webhookUrl: string) {
  const secret = () => randomBytes(12).toString('hex')
  const keys = { secretKey: `sk_test_${secret()}`, webhookSecret: `whsec_${secret()}` }
  const unused = { consumerKey: secret(), consumerSecret: secret(), shortcode: '174379', passkey: secret() }
  const { url, stop } = await startGatewaySimulator({ daraja: unused, stripe: { ...keys, webhookUrl } })
  const settings = {
    STRIPE_SECRET_KEY: keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_shop',
    STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    STRIPE_API_URL: url,
  }
  return { url, stop, settings }
}

async function expectGone(databaseUrl: string): Promise<void> {
  const refused = await runSql(databaseUrl, 'select 1').then(
    () => false,
    (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED',
  )
  if (!refused) throw new Error('The shop has ended and its database still answers.')
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = newClient(url, { connectionTimeoutMillis: 5_000 })
  await client.connect()
  await client.query(sql)
  await client.end()
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No free port.')
  return address.port
}

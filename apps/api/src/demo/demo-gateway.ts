import path from 'node:path'
import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Environment } from '../env.ts'
import { listenProblem } from '../http/listen-problem.ts'
import { type Gateways, gatewaysFrom } from '../modules/payments/providers/registry.ts'

/**
 * M-Pesa against the simulator, with a page in place of the customer's phone. Cards stay as the environment has them.
 * Throws in production.
 */
export async function startDemoGateway(
  env: Environment,
  { clock, orm, shopName }: { clock: () => Date; orm: MikroORM; shopName: string },
): Promise<{ gateways: Gateways; stop: () => Promise<void> }> {
  const daraja = { consumerKey: 'demo', consumerSecret: 'demo', shortcode: '174379', passkey: 'demo' }
  const initiator = { name: 'demo', credential: 'ZGVtbw==' }
  const simulator = await startGatewaySimulator({
    // A container publishes the chosen port, so the simulator listens where the shop does.
    ...(env.DEMO_PHONE_PORT ? { port: env.DEMO_PHONE_PORT, host: env.HOST } : {}),
    daraja: { ...daraja, initiator, merchantName: shopName, registersOnce: false, hasAnsweringPhones: true },
    stripe: { secretKey: 'sk_test_demo', webhookSecret: 'whsec_demo' },
    // A restarted demo keeps its prompts and payments.
    journalPath: path.resolve(env.DATA_DIR, 'demo-gateway.journal'),
  }).catch((problem) => {
    throw listenProblem(problem, { variable: 'DEMO_PHONE_PORT', host: env.HOST, port: env.DEMO_PHONE_PORT ?? 0 })
  })
  const demoEnvironment: Environment = {
    ...env,
    MPESA_BASE_URL: simulator.url,
    MPESA_CONSUMER_KEY: daraja.consumerKey,
    MPESA_CONSUMER_SECRET: daraja.consumerSecret,
    MPESA_SHORTCODE: daraja.shortcode,
    MPESA_PASSKEY: daraja.passkey,
    MPESA_TRANSACTION_TYPE: 'CustomerPayBillOnline',
    MPESA_INITIATOR_NAME: initiator.name,
    MPESA_SECURITY_CREDENTIAL: initiator.credential,
  }
  const demoPhoneUrl = `${phoneOrigin(env, simulator.url)}/phone`
  const gateways = gatewaysFrom(demoEnvironment, clock, { orm, demoPhoneUrl })
  // The simulator runs on this machine, wherever the public address leads.
  return { gateways: { ...gateways, callbackOrigin: `http://127.0.0.1:${env.PORT}` }, stop: simulator.stop }
}

/** Where a browser finds the phone: on the shop's public host, because a container's inner address cannot be reached. */
function phoneOrigin({ DEMO_PHONE_PORT, PUBLIC_URL }: Environment, ownUrl: string): string {
  return DEMO_PHONE_PORT ? `http://${new URL(PUBLIC_URL).hostname}:${DEMO_PHONE_PORT}` : ownUrl
}

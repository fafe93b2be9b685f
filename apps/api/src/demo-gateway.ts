import path from 'node:path'
import { startGatewaySimulator } from '@marashi/gateway-simulator/start-gateway-simulator'
import type { Environment } from './env.ts'
import { type Gateways, gatewaysFrom } from './modules/payments/providers/registry.ts'

/** True where a newcomer tries the shop: no M-Pesa credentials, and nobody who could believe to have paid. */
export const wantsDemo = (env: Environment): boolean => !env.MPESA_CONSUMER_KEY && env.NODE_ENV === 'development'

/**
 * M-Pesa against the simulator, with a page in place of the customer's phone. Cards stay as the environment has them.
 * Throws in production.
 */
export async function startDemoGateway(
  env: Environment,
  clock: () => Date,
): Promise<{ gateways: Gateways; stop: () => Promise<void> }> {
  const daraja = { consumerKey: 'demo', consumerSecret: 'demo', shortcode: '174379', passkey: 'demo' }
  const simulator = await startGatewaySimulator({
    daraja: { ...daraja, merchantName: env.SHOP_NAME },
    stripe: { secretKey: 'sk_test_demo', webhookSecret: 'whsec_demo' },
    // A restarted demo goes on with the prompts and payments it had.
    journalPath: path.resolve(env.DATA_DIR, 'demo-gateway.journal'),
  })
  const demoEnvironment: Environment = {
    ...env,
    MPESA_BASE_URL: simulator.url,
    MPESA_CONSUMER_KEY: daraja.consumerKey,
    MPESA_CONSUMER_SECRET: daraja.consumerSecret,
    MPESA_SHORTCODE: daraja.shortcode,
    MPESA_PASSKEY: daraja.passkey,
    MPESA_TRANSACTION_TYPE: 'CustomerPayBillOnline',
  }
  const gateways = gatewaysFrom(demoEnvironment, clock, { demoPhoneUrl: `${simulator.url}/phone` })
  // The simulator runs on this machine, wherever the public address leads.
  return { gateways: { ...gateways, callbackOrigin: `http://127.0.0.1:${env.PORT}` }, stop: simulator.stop }
}

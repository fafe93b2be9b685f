import { onTestFinished } from 'vitest'
import type { DarajaOptions } from '../daraja/settings.ts'
import { type GatewaySimulatorOptions, startGatewaySimulator } from '../start-gateway-simulator.ts'
import type { StripeOptions } from '../stripe/settings.ts'
import { DarajaMerchant, merchant } from './daraja-merchant.ts'
import { startRecordingShop } from './recording-shop.ts'

export const stripeKeys = { secretKey: 'sk_test_of_the_shop', webhookSecret: 'whsec_of_the_shop' }

interface Changes extends Partial<Omit<GatewaySimulatorOptions, 'daraja' | 'stripe'>> {
  daraja?: Partial<DarajaOptions>
  stripe?: Partial<StripeOptions>
}

/** A simulator, a shop that it notifies and a merchant with a token; all end with the test. */
export async function startTestSimulator({ daraja, stripe, ...changes }: Changes = {}) {
  const shop = await startRecordingShop()
  const simulator = await startGatewaySimulator({
    ...changes,
    daraja: { ...merchant, queryLimit: null, ...daraja },
    stripe: { ...stripeKeys, webhookUrl: `${shop.url}/hooks/stripe`, balanceAfterMs: 60_000, ...stripe },
  })
  onTestFinished(async () => {
    await simulator.stop()
    await shop.stop()
  })
  const client = new DarajaMerchant(simulator.url)
  await client.logIn()
  return { ...simulator, shop, merchant: client, callbackUrl: `${shop.url}/hooks/pay/t0ken` }
}

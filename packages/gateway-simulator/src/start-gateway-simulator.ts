import Fastify from 'fastify'
import { controlRoutes } from './control/control.routes.ts'
import { type Control, makeControl } from './control/control.ts'
import type { Ledger } from './core/ledger.ts'
import { makeWorld, type WorldOptions } from './core/world.ts'
import { darajaRoutes } from './daraja/daraja.routes.ts'
import { Daraja } from './daraja/daraja.ts'
import type { DarajaOptions } from './daraja/settings.ts'
import { phoneRoutes } from './phone/phone.routes.ts'
import { Idempotency } from './stripe/idempotency.ts'
import { catchUpWithLedger } from './stripe/pay-intent.ts'
import type { StripeOptions } from './stripe/settings.ts'
import { makeStripeScripts, stripeRoutes } from './stripe/stripe.routes.ts'
import { StripeAccount } from './stripe/stripe-account.ts'

export interface GatewaySimulatorOptions extends WorldOptions {
  /** 0 or unset: any free port. */
  port?: number | undefined
  host?: string | undefined
  daraja: DarajaOptions
  stripe: StripeOptions
}

export interface GatewaySimulator {
  /** Where both gateways answer, without a slash at the end. */
  url: string
  ledger: Ledger
  control: Control
  /** Ends connections, timers and file; a second call waits for the first. */
  stop: () => Promise<void>
}

/**
 * Starts a stand-in for Daraja and Stripe on one port. Throws in production, where a customer would believe to have
 * paid, and when the port is taken.
 */
export async function startGatewaySimulator({
  port = 0,
  host = '127.0.0.1',
  ...options
}: GatewaySimulatorOptions): Promise<GatewaySimulator> {
  refuseProduction()
  const world = makeWorld(options)
  const daraja = new Daraja(options.daraja, world)
  const account = new StripeAccount(options.stripe, world)
  catchUpWithLedger(account)
  const idempotency = new Idempotency(world.clock, world.journal)
  const scripts = makeStripeScripts(world)
  const control = makeControl({ world, daraja, account, scripts, idempotency })

  const app = Fastify({ forceCloseConnections: true })
  app.register(async (scope) => darajaRoutes(scope, daraja, world))
  app.register(async (scope) => stripeRoutes(scope, { account, scripts, idempotency }))
  app.register(async (scope) => phoneRoutes(scope, daraja))
  app.register(async (scope) => controlRoutes(scope, control))
  const url = await app.listen({ port, host })

  let stopped: Promise<void> | undefined
  const stop = async () => {
    world.schedule.clear()
    const channels = [
      daraja.callbacks,
      daraja.results.deliveries,
      daraja.confirmations.deliveries,
      account.webhooks.deliveries,
    ]
    for (const channel of channels) channel.reset()
    await app.close()
    for (const channel of channels) await channel.untilAnswered()
    world.journal.close()
  }
  return {
    url,
    ledger: world.ledger,
    control,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}

function refuseProduction(): void {
  // biome-ignore lint/style/noProcessEnv: the last check before invented money, whatever the caller checked
  if (process.env.NODE_ENV === 'production') throw new Error('The gateway simulator moves no money: not in production.')
}

import Fastify from 'fastify'
import { makeWorld, type WorldOptions } from './core/world.ts'
import { Daraja } from './daraja/daraja.ts'
import { darajaRoutes } from './daraja/daraja.routes.ts'
import type { DarajaOptions } from './daraja/settings.ts'

export interface GatewaySimulatorOptions extends WorldOptions {
  /** 0 or unset: any free port. */
  port?: number | undefined
  host?: string | undefined
  daraja: DarajaOptions
}

/** Starts a stand-in for Daraja on one port. */
export async function startGatewaySimulator({ port = 0, host = '127.0.0.1', ...options }: GatewaySimulatorOptions) {
  const world = makeWorld(options)
  const daraja = new Daraja(options.daraja, world)
  const app = Fastify({ forceCloseConnections: true })
  app.register(async (scope) => darajaRoutes(scope, daraja, world))
  const url = await app.listen({ port, host })
  return {
    url,
    ledger: world.ledger,
    daraja,
    stop: async () => {
      world.schedule.clear()
      await app.close()
      world.journal.close()
    },
  }
}

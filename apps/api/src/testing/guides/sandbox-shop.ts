import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type KeyScope, keyAreas } from '@marashi/domain/contracts/api-keys'
import { freePort } from '@marashi/postgres/launch'
import { startDemoGateway } from '../../demo/demo-gateway.ts'
import { readEnvironment } from '../../env.ts'
import { jobContext } from '../../http/context.ts'
import { createKey } from '../../modules/admin/api-keys/create-key.ts'
import { makeDispatcher } from '../../modules/webhooks/dispatcher.ts'
import { postWebhookOf } from '../../modules/webhooks/post-webhook.ts'
import { buildTestApp, type TestApp } from '../build-test-app.ts'
import { openLaterShop } from './later-shop.ts'

/** A shop as `npm start` opens it for somebody who tries it, for programs of another process. */
export interface SandboxShop extends AsyncDisposable {
  url: string
  shop: TestApp
  /** A new key of the API. */
  makeKey(scopes?: KeyScope[]): Promise<string>
}

const everything = keyAreas.map((area): KeyScope => `${area}:write`)

/**
 * Opens one that listens, with the demo phone in place of M-Pesa, and tells webhooks on this machine. Its quotes have a field
 * more, as those of a later version may. Dispose of it at the end.
 */
export async function openSandboxShop(settings: Record<string, string> = {}): Promise<SandboxShop> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'marashi-sandbox-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    WEBHOOKS_TO_LOOPBACK: 'on',
    ...settings,
  }
  const shop = await buildTestApp({ env })
  const { clock, orm } = shop.deps
  const demo = await startDemoGateway(readEnvironment(env), { clock, orm, shopName: 'Marashi' })
  Object.assign(shop.deps.gateways, demo.gateways)
  const ownUrl = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const later = await openLaterShop(ownUrl, port)
  const context = () => jobContext({ ...shop.deps, log: shop.app.log })
  const dispatcher = makeDispatcher(postWebhookOf(shop.deps.env))
  let isOpen = true
  const telling = (async () => {
    for (; isOpen; await wait(50)) await dispatcher.tick(context())
  })()
  return {
    url,
    shop,
    makeKey: async (scopes = everything) => (await createKey(context(), { name: 'Test', scopes })).key,
    async [Symbol.asyncDispose]() {
      isOpen = false
      await telling
      await dispatcher.close()
      await later[Symbol.asyncDispose]()
      await shop[Symbol.asyncDispose]()
      await demo.stop()
      await rm(folder, { recursive: true })
    },
  }
}

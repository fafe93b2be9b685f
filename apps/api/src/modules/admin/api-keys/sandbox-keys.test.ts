import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxKeyFile } from '../../../demo/sandbox-key.ts'
import { readEnvironment } from '../../../env.ts'
import { jobContext } from '../../../http/context.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { type DocumentedOperation, documentedOperations, errorOf } from '../../../testing/documented-operations.ts'
import { gatewaysFrom } from '../../payments/providers/registry.ts'

let sandbox: TestApp
/** The same database, once its owner has M-Pesa’s keys. */
let live: TestApp
let DATA_DIR: string
let key: string
const contextOf = (shop: TestApp) => jobContext({ ...shop.deps, log: shop.app.log })
beforeAll(async () => {
  DATA_DIR = await mkdtemp(path.join(os.tmpdir(), 'marashi-sandbox-key-'))
  const env = { DATA_DIR, LIMIT_KEYS: 'off' }
  sandbox = await buildTestApp({ env, gateways: { isSandbox: true } })
  live = await buildTestApp({ env, databaseUrl: sandbox.databaseUrl })
  key = (await readFile(await sandboxKeyFile(contextOf(sandbox)), 'utf8')).trim()
})
afterAll(async () => {
  await live[Symbol.asyncDispose]()
  await sandbox[Symbol.asyncDispose]()
  await rm(DATA_DIR, { recursive: true })
})

const bearer = () => ({ authorization: `Bearer ${key}` })
const call = (shop: TestApp, { method, address }: DocumentedOperation) =>
  shop.app.inject({
    method,
    url: `/api${address.replaceAll(/\{\w+\}/g, '7d0f6a5e-3f0b-4a57-9f5c-2f1f6a0b9c11')}`,
    headers: bearer(),
    ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }),
  })

describe('a sandbox key', () => {
  it('is made by the first start of a shop that takes no money, and kept', async () => {
    expect(key).toMatch(/^marashi_sandbox_[\w-]{43}$/)
    const again = await sandboxKeyFile(contextOf(sandbox))
    expect((await readFile(again, 'utf8')).trim()).toBe(key)
    expect((await sandbox.query('select * from api_keys')).length).toBe(1)
    const listed = await sandbox.app.inject({ url: '/api/admin/orders', headers: bearer() })
    expect(listed.statusCode).toBe(200)
  })

  it('is refused by a shop that takes money: for whatever is the administrator’s, and every write', async () => {
    const operations = documentedOperations((await live.app.inject('/api/openapi.json')).json())
    const isGateway = ({ tags }: DocumentedOperation) => tags?.includes('Gateways')
    // A quote is a read with a body.
    const isRead = ({ method, name }: DocumentedOperation) => method === 'GET' || name === 'POST /checkout/quote'
    const isOpen = (operation: DocumentedOperation) => isRead(operation) && (operation.security ?? []).length === 0
    const closed = operations.filter((operation) => !isGateway(operation) && !isOpen(operation))
    expect(closed.length).toBeGreaterThan(100)
    const answers: string[] = []
    for (const operation of closed) {
      const answer = await call(live, operation)
      if (errorOf(answer) !== '403 FORBIDDEN' || !answer.json().error.startsWith('This is a sandbox key')) {
        answers.push(`${operation.name}: ${errorOf(answer)}`)
      }
    }
    expect(answers).toEqual([])
    expect((await live.app.inject({ url: '/api/products', headers: bearer() })).statusCode).toBe(200)
  }, 60_000)

  it.each([
    ['the demo phone', {}, true],
    ['the demo phone and cards in test mode', { STRIPE_SECRET_KEY: 'sk_test_1' }, true],
    ['the demo phone and real cards', { STRIPE_SECRET_KEY: 'sk_live_1' }, false],
    ['the demo phone and real cards, by a restricted key', { STRIPE_SECRET_KEY: 'rk_live_1' }, false],
  ])('is for a shop with %s: %j → %s', (_, settings, expected) => {
    const env = readEnvironment(settings as Record<string, string>)
    const { clock, orm } = live.deps
    const gateways = gatewaysFrom(env, clock, { orm, demoPhoneUrl: 'http://127.0.0.1:1/phone' })
    expect(gateways.isSandbox).toBe(expected)
    expect(gatewaysFrom(env, clock, { orm }).isSandbox).toBe(false)
  })
})

import { keyScopes } from '@marashi/domain/contracts/api-keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobContext } from '../../../../http/context.ts'
import { buildTestApp, type TestApp, testPassword } from '../../../../testing/build-test-app.ts'
import {
  confirmationBody,
  lineOf,
  ownShortcode,
  postConfirmations,
  postConfirmationsTo,
} from '../../../../testing/confirmation-harness.ts'
import { logIn, makeOrder } from '../../../../testing/factories.ts'
import { fakeMpesa, fakeRegistration } from '../../../../testing/fake-gateways.ts'
import { readProvider } from '../../../admin/health/facts/read-provider.ts'
import type { MpesaRegistration } from '../../providers/mpesa/confirmations/register-urls.ts'
import type { Registration } from '../../providers/provider-confirmations.ts'
import { providerOf } from '../../providers/registry.ts'
import { retryWebhookEvents } from '../../webhooks/retry-webhook-events.ts'
import { matchTransactions } from '../match-transactions.ts'
import { confirmationAddressOf } from './confirmation-address.ts'
import { admitConfirmation, receiveConfirmation } from './receive-confirmation.ts'
import { replaceConfirmationAddress } from './replace-address.ts'

const url = '/api/admin/mpesa/confirmations'
const asked: object[] = []
let answer: Registration
let demo: TestApp
let owner: Record<string, string>
beforeAll(async () => {
  const registration = {
    ...fakeRegistration(),
    register: async (urls: object) => {
      asked.push(urls)
      return answer
    },
  }
  demo = await buildTestApp({
    env: ownShortcode,
    gateways: { registration, mpesa: { ...fakeMpesa(), isDemo: true } },
  })
  owner = await logIn(demo.deps.orm)
})
afterAll(() => demo[Symbol.asyncDispose]())

const post = async (path: string, password = testPassword) =>
  (await demo.app.inject({ method: 'POST', url: `${url}${path}`, headers: owner, payload: { password } })).json()
const health = async () => {
  const { deps, app } = demo
  return (await readProvider(jobContext({ ...deps, log: app.log }), providerOf('mpesa'))).unreported
}
const status = async () => (await demo.app.inject({ url, headers: owner })).json()

describe('the secret address for payments by hand', () => {
  it('is shown to the owner alone, after her password', async () => {
    expect(await post('/addresses', 'a guess')).toMatchObject({ fields: { password: 'Invalid password' } })
    const shown = await post('/addresses')
    expect(shown).toEqual({
      confirmationUrl: expect.stringMatching(/^http:\/\/shop\.test\/api\/hooks\/confirmation\/[0-9a-f]{64}$/),
      validationUrl: expect.stringMatching(/^http:\/\/shop\.test\/api\/hooks\/validation\/[0-9a-f]{64}$/),
    })
    const secret = shown.confirmationUrl.split('/').at(-1)
    expect(JSON.stringify(await status())).not.toContain(secret)
  })

  it('is neither shown to a key with every scope, nor registered by one', async () => {
    const payload = { name: 'Bookkeeping', scopes: keyScopes }
    const { key } = (
      await demo.app.inject({ method: 'POST', url: '/api/admin/api-keys', headers: owner, payload })
    ).json()
    const headers = { authorization: `Bearer ${key}` }
    const paths = [
      ['GET', ''],
      ['POST', ''],
      ['POST', '/addresses'],
      ['POST', '/replacement'],
    ] as const
    for (const [method, path] of paths) {
      const body = method === 'POST' ? { payload: { password: testPassword } } : {}
      const refused = await demo.app.inject({ method, url: `${url}${path}`, headers, ...body })
      expect([refused.statusCode, refused.body]).toEqual([403, expect.not.stringContaining('/hooks/')])
    }
  })
})

describe('registering it', () => {
  it('is impossible without M-Pesa, or without a public address', async () => {
    await using plain = await buildTestApp()
    const headers = await logIn(plain.deps.orm)
    expect((await plain.app.inject({ url, headers })).json()).toMatchObject({
      canRegister: false,
      state: 'never',
      message: 'M-Pesa is not configured.',
    })
    const refused = await plain.app.inject({ method: 'POST', url, headers, payload: { password: testPassword } })
    expect(refused.statusCode).toBe(503)
    await using local = await buildTestApp({ gateways: { registration: fakeRegistration() } })
    const there = await local.app.inject({ url, headers: await logIn(local.deps.orm) })
    expect(there.json()).toMatchObject({ canRegister: false, message: expect.stringContaining('PUBLIC_URL') })
  })

  it('takes the password, and keeps what M-Pesa said', async () => {
    answer = { state: 'failed', message: '400.003.02 Invalid ShortCode' }
    expect(await post('', 'a guess')).toMatchObject({ fields: { password: 'Invalid password' } })
    expect(asked).toEqual([])
    expect(await post('')).toMatchObject({ state: 'failed', message: '400.003.02 Invalid ShortCode' })
    answer = { state: 'registered', message: 'Success' }
    const registered = await post('')
    expect(asked.at(-1)).toEqual(await post('/addresses'))
    expect(registered).toMatchObject({
      state: 'registered',
      registeredAt: expect.any(String),
      lastConfirmationAt: null,
    })
    answer = { state: 'failed', message: 'M-Pesa did not answer. Try again.' }
    expect(await post('')).toMatchObject({ state: 'registered', message: answer.message })
    answer = { state: 'already-registered', message: 'Urls are already registered' }
    expect(await post('')).toMatchObject({ state: 'already-registered' })
    await postConfirmations(demo, confirmationBody())
    expect(await status()).toMatchObject({ lastConfirmationAt: expect.any(String) })
    const registration = demo.deps.gateways.registration as MpesaRegistration
    demo.deps.gateways.registration = { ...registration, shortcodes: ['600999'] }
    expect(await status()).toMatchObject({ state: 'never', message: expect.stringContaining('another number') })
    expect(await health()).toBe('other-account')
    answer = { state: 'failed', message: '400.003.02 Invalid ShortCode' }
    expect(await post('')).toMatchObject({ state: 'failed', message: answer.message })
    expect(await health()).toBe('refused')
    answer = { state: 'registered', message: 'Success' }
    expect(await post('')).toMatchObject({ state: 'registered' })
    expect(await health()).toBeNull()
    // A version before did not store which number it registered.
    await demo.query('update confirmation_addresses set registered_for = null')
    expect(await status()).toMatchObject({ state: 'registered' })
    demo.deps.gateways.callbackOrigin = 'https://new.test'
    expect(await status()).toMatchObject({ state: 'never', message: expect.stringContaining('another address') })
  })
})

describe('an address that was replaced', () => {
  const day = 24 * 60 * 60_000
  let now = Date.now()
  let shop: TestApp
  let headers: Record<string, string>
  beforeAll(async () => {
    const gateways = { registration: fakeRegistration(), mpesa: { ...fakeMpesa(), isDemo: true } }
    shop = await buildTestApp({ env: ownShortcode, gateways, clock: () => new Date(now) })
    headers = await logIn(shop.deps.orm, { lastSeenAt: new Date(now), expiresAt: new Date(now + 90 * day) })
  })
  afterAll(() => shop[Symbol.asyncDispose]())

  const act = async (path: string) => {
    await shop.query('update admin_sessions set last_seen_at = $1', [new Date(now)])
    const payload = { password: testPassword }
    const done = await shop.app.inject({ method: 'POST', url: `${url}${path}`, headers, payload })
    expect([done.statusCode, done.body]).toEqual([200, expect.any(String)])
    return done.json()
  }
  const tokenNow = async (): Promise<string> => (await act('/addresses')).confirmationUrl.split('/').at(-1)
  const orderNumber = async ({ id }: { id: string }) =>
    (await shop.query<{ number: string }>('select order_number as number from orders where id = $1', [id]))[0]?.number
  const knock = async (token: string) =>
    (await shop.app.inject({ method: 'POST', url: `/api/hooks/validation/${token}`, payload: {} })).statusCode

  it('loses no money and books none by itself, until a week after the first report to the new one', async () => {
    const [first, order] = [await tokenNow(), await makeOrder(shop.deps.orm)]
    await postConfirmations(shop, confirmationBody())
    expect(await act('/replacement')).toMatchObject({
      state: 'never',
      registeredAt: null,
      lastConfirmationAt: null,
      replacedAt: new Date(now).toISOString(),
      message: expect.stringContaining('was replaced'),
    })
    const second = await tokenNow()
    expect(second).not.toBe(first)
    await act('/replacement')
    const third = await tokenNow()

    now += 60 * day
    const forged = confirmationBody({ BillRefNumber: await orderNumber(order) })
    for (const token of [first, second]) expect(await knock(token)).toBe(200)
    await postConfirmationsTo(shop, first, forged)
    expect(await lineOf(shop, forged.TransID)).toMatchObject({ kind: 'payment', cents: 450_000, orderId: null })
    const found = await shop.query(
      'select description, is_left_to_owner as left from gateway_transactions where reference = $1',
      [forged.TransID],
    )
    expect(found).toEqual([{ description: 'Pay Bill to an address that was replaced', left: true }])
    await matchTransactions({ em: shop.deps.orm.em.fork(), clock: shop.deps.clock })
    expect(await lineOf(shop, forged.TransID)).toMatchObject({ orderId: null })

    const genuine = confirmationBody({ BillRefNumber: await orderNumber(order) })
    await postConfirmationsTo(shop, third, genuine)
    expect(await lineOf(shop, genuine.TransID)).toMatchObject({ orderId: order.id, status: 'completed' })
    now += 7 * day - 1_000
    expect(await knock(first)).toBe(200)
    now += 2_000
    for (const token of [first, second]) expect(await knock(token)).toBe(404)
    expect(await knock(third)).toBe(200)
    await shop.query('update admin_sessions set last_seen_at = $1', [new Date(now)])
    expect((await shop.app.inject({ url, headers })).json().replacedAt).toBeNull()
  })
})

describe('a report to an address that is replaced before it is processed', () => {
  let now = new Date()
  let shop: TestApp
  beforeAll(async () => {
    shop = await buildTestApp({ env: ownShortcode, clock: () => now })
  })
  afterAll(() => shop[Symbol.asyncDispose]())
  const ctx = () => jobContext({ ...shop.deps, log: shop.app.log })
  const mpesa = providerOf('mpesa')

  /** Stores a report to the present address, as before the process stops or its first attempt fails. */
  async function report(): Promise<void> {
    const { token } = await confirmationAddressOf(ctx(), 'mpesa')
    const address = await admitConfirmation(ctx(), mpesa, { params: { token }, headers: {} })
    await receiveConfirmation(ctx(), mpesa, { body: Buffer.from(JSON.stringify(confirmationBody())) }, address)
  }
  async function processLater(): Promise<void> {
    now = new Date(now.getTime() + 60_000)
    await retryWebhookEvents(ctx(), mpesa)
    expect(await shop.query('select from webhook_events where processed_at is null')).toEqual([])
  }
  const known = async () => ({
    address: await shop.query('select last_confirmation_at as "lastAt" from confirmation_addresses'),
    replaced: await shop.query('select closes_at as "closesAt" from replaced_confirmation_addresses'),
  })
  const oldGoesOn = { address: [{ lastAt: null }], replaced: [{ closesAt: null }] }

  it('leaves the old one open, so that no later report is lost', async () => {
    await report()
    await replaceConfirmationAddress(ctx(), 'mpesa')
    await processLater()
    expect(await known()).toEqual(oldGoesOn)
  })

  it('proves nothing of the new one where the version before has stored it', async () => {
    await report()
    await shop.query('update webhook_events set confirmation_token_hash = null where processed_at is null')
    await processLater()
    expect(await known()).toEqual(oldGoesOn)
  })

  it('lets the old one close once the new one is reported to', async () => {
    await report()
    await processLater()
    expect(await known()).toEqual({ address: [{ lastAt: now }], replaced: [{ closesAt: expect.any(Date) }] })
  })
})

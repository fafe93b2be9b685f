import { keyScopes } from '@marashi/domain/contracts/api-keys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp, testPassword } from '../../../../testing/build-test-app.ts'
import { confirmationBody, ownShortcode, postConfirmations } from '../../../../testing/confirmation-harness.ts'
import { logIn } from '../../../../testing/factories.ts'
import { fakeMpesa, fakeRegistration } from '../../../../testing/fake-gateways.ts'
import type { Registration } from '../../providers/provider-confirmations.ts'

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
    demo.deps.gateways.callbackOrigin = 'https://new.test'
    expect(await status()).toMatchObject({ state: 'never', message: expect.stringContaining('another address') })
  })
})

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readEnvironment } from '../env.ts'
import { examineGateways } from './examine-gateways.ts'

/** A gateway that answers as the test says, and every request that it got. */
async function gateway(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked, [Symbol.asyncDispose]: async () => void server.close() }
}

const keysAt = (url: string, more: Record<string, string> = {}) =>
  readEnvironment({
    MPESA_BASE_URL: url,
    MPESA_CONSUMER_KEY: 'key',
    MPESA_CONSUMER_SECRET: 'secret',
    STRIPE_API_URL: url,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    ...more,
  })

const findingsOf = async (answer: RequestListener, more: Record<string, string> = {}) => {
  await using at = await gateway(answer)
  const [mpesa, stripe] = await examineGateways(keysAt(at.url, more))
  return { mpesa, stripe, asked: at.asked.toSorted() }
}

const taken: RequestListener = ({ url }, response) =>
  response.end(
    JSON.stringify(
      url?.startsWith('/oauth') ? { access_token: 't', expires_in: '3599' } : { object: 'balance', livemode: false },
    ),
  )

it.each([
  ['development', 'Demo: nobody pays.'],
  ['test', 'Not offered: its keys are not set.'],
])('without keys M-Pesa is, in %s: %s', async (NODE_ENV, message) => {
  expect(await examineGateways(readEnvironment({ NODE_ENV }))).toMatchObject([
    { part: 'M-Pesa', state: 'fine', message },
    { part: 'Stripe', state: 'fine' },
  ])
})

describe('the gateways’ keys', () => {
  it('are tried without a charge: M-Pesa is asked for a token, Stripe for the balance', async () => {
    const { mpesa, stripe, asked } = await findingsOf(taken)
    expect([mpesa?.state, stripe?.state]).toEqual(['fine', 'fine'])
    expect(asked).toEqual(['GET /oauth/v1/generate?grant_type=client_credentials', 'GET /v1/balance'])
  })

  it('that are refused are broken, with where to copy them again', async () => {
    const { mpesa, stripe } = await findingsOf(({ url }, response) => {
      response.statusCode = url?.startsWith('/oauth') ? 400 : 401
      response.end(url?.startsWith('/oauth') ? '' : JSON.stringify({ error: { type: 'invalid_request_error' } }))
    })
    expect(mpesa).toMatchObject({ state: 'broken', remedy: expect.stringContaining('MPESA_CONSUMER_KEY') })
    expect(stripe).toMatchObject({ state: 'broken', remedy: expect.stringContaining('STRIPE_SECRET_KEY') })
  })

  it('of a gateway that is away are not called wrong', async () => {
    const { mpesa, stripe } = await findingsOf((_request, response) => {
      response.statusCode = 503
      response.end('{}')
    })
    for (const finding of [mpesa, stripe])
      expect(finding).toMatchObject({ state: 'broken', message: expect.stringContaining('does not answer') })
  })

  it('may not read the balance', async () => {
    const { stripe } = await findingsOf((request, response) => {
      if (request.url?.startsWith('/oauth')) return taken(request, response)
      response.statusCode = 403
      response.end(JSON.stringify({ error: { type: 'invalid_request_error' } }))
    })
    expect(stripe).toMatchObject({ state: 'doubtful', remedy: expect.stringContaining('Balance') })
  })

  it('of which one is for real money and one for tests are broken', async () => {
    const { stripe } = await findingsOf(taken, { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })
    expect(stripe).toMatchObject({ state: 'broken', remedy: expect.stringContaining('STRIPE_PUBLISHABLE_KEY') })
  })

  it('that are not set are no fault', async () => {
    const findings = await examineGateways(readEnvironment({}))
    expect(findings.map(({ state }) => state)).toEqual(['fine', 'fine'])
  })
})

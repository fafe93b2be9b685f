import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { KeyScope } from '@marashi/domain/contracts/api-keys'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '../../../modules/admin/api-keys/create-key.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { type DocumentedOperation, documentedOperations, errorOf } from '../../../testing/documented-operations.ts'
import { logIn } from '../../../testing/factories.ts'
import { giveAddressesOut } from '../../../testing/give-addresses-out.ts'
import { jobContext } from '../../context.ts'
import { MAX_EVENT_LOOP_DELAY_MS } from '../../limits/backpressure.ts'

/** The errors that follow from an operation's kind; those of single operations are in errors-of-one-operation.test.ts. */
let shop: TestApp
let operations: DocumentedOperation[]
let cookie: string
beforeAll(async () => {
  shop = await buildTestApp()
  operations = documentedOperations((await shop.app.inject('/api/openapi.json')).json())
})
afterAll(() => shop[Symbol.asyncDispose]())

const nowhere = '11111111-1111-4111-8111-111111111111'
const urlOf = ({ address }: DocumentedOperation) => `/api${address.replaceAll(/\{\w+\}/g, nowhere)}`
const xml = { 'content-type': 'text/xml' }
const json = { 'content-type': 'application/json' }

async function ask(operation: DocumentedOperation, { headers = {}, ...more }: InjectOptions = {}) {
  cookie = (await logIn(shop.deps.orm)).cookie // each with its own: one call ends it
  const answer = await shop.app.inject({
    method: operation.method,
    url: urlOf(operation),
    headers: { cookie, ...headers },
    ...more,
  })
  return errorOf(answer)
}

/** Where an error is documented, and where it was answered. */
async function expectWhereDocumented(error: string, answerOf: (operation: DocumentedOperation) => Promise<string>) {
  const answered: string[] = []
  for (const operation of operations) if ((await answerOf(operation)) === error) answered.push(operation.name)
  const documented = operations.filter(({ documentedErrors }) => documentedErrors.includes(error))
  expect(answered).toEqual(documented.map(({ name }) => name))
  expect(documented.length).toBeGreaterThan(0)
}

it('lists 413 FST_ERR_CTP_BODY_TOO_LARGE exactly where it is answered, to gateways only at their own addresses', async () => {
  await giveAddressesOut(shop.deps.orm, nowhere)
  const headers = { ...json, 'stripe-signature': 'forged' }
  const payload = JSON.stringify('x'.repeat(300_000))
  await expectWhereDocumented('413 FST_ERR_CTP_BODY_TOO_LARGE', (operation) => ask(operation, { headers, payload }))
})

it.each([
  ['400 FST_ERR_CTP_INVALID_JSON_BODY', { headers: json, payload: '{' }],
  ['415 FST_ERR_CTP_INVALID_MEDIA_TYPE', { headers: xml, payload: '<a/>' }],
])('lists %s exactly where it is answered', async (error, request) => {
  await expectWhereDocumented(error, (operation) => ask(operation, request))
})

it('lists 403 where another site is refused, or a key without the scope', async () => {
  const apiKeyOf = async (scope: KeyScope) =>
    (await createKey(jobContext({ ...shop.deps, log: shop.app.log }), { name: scope, scopes: [scope] })).key
  const keys = await Promise.all((['orders:read', 'reviews:read', 'customers:read'] as const).map(apiKeyOf))
  await expectWhereDocumented('403 FORBIDDEN', async (operation) => {
    const answers = [await ask(operation, { headers: { origin: 'https://evil.test' } })]
    // What the document opens to everybody is not asked for with a key: it would be done.
    if (JSON.stringify(operation.security).startsWith('[{"session"')) {
      for (const key of keys) answers.push(await ask(operation, { headers: { authorization: `Bearer ${key}` } }))
    }
    return answers.find((answer) => answer === '403 FORBIDDEN') ?? ''
  })
})

it('lists 401 where a session is needed, and where a key of the API that is unknown is refused', async () => {
  const strangers = [{ cookie: 'session=guessed' }, { authorization: 'Bearer marashi_unknown' }]
  const answered: string[] = []
  for (const operation of operations) {
    const errors = await Promise.all(strangers.map((headers) => ask(operation, { headers })))
    if (errors.includes('401 UNAUTHORIZED')) answered.push(operation.name)
  }
  const documented = operations.filter(({ documentedErrors }) => documentedErrors.includes('401 UNAUTHORIZED'))
  expect(answered.sort()).toEqual(documented.map(({ name }) => name).sort())
})

it('lists 431 everywhere, in the words of every other error', async () => {
  await using listening = await buildTestApp()
  const { port } = new URL(await listening.app.listen({ port: 0, host: '127.0.0.1' }))
  await expectWhereDocumented('431 HPE_HEADER_OVERFLOW', async (operation) => {
    const { answer, message } = await overSocket(Number(port), `${operation.method} ${urlOf(operation)} HTTP/1.1`)
    expect(message).toBe('The request headers are too large.')
    return answer
  })
})

it('lists 408 everywhere, in the words of every other error', async () => {
  await using listening = await buildTestApp()
  const { port } = new URL(await listening.app.listen({ port: 0, host: '127.0.0.1' }))
  // What Node does once a request has not arrived within the minute that it is given.
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  listening.app.server.on('connection', (socket) => listening.app.server.emit('clientError', late, socket))
  await expectWhereDocumented('408 REQUEST_TIMEOUT', async (operation) => {
    const { answer, message } = await overSocket(Number(port), `${operation.method} ${urlOf(operation)} HTTP/1.1`)
    expect(message).toBe('The request took too long to arrive.')
    return answer
  })
})

async function overSocket(port: number, requestLine: string): Promise<{ answer: string; message: string }> {
  const whole = await new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${requestLine}\r\nhost: shop.test\r\ncookie: a=${'x'.repeat(20_000)}\r\n\r\n`),
    )
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
  const [head = '', body = ''] = whole.split('\r\n\r\n')
  return { answer: errorOf({ statusCode: Number(head.split(' ')[1]), body }), message: JSON.parse(body).error }
}

it('lists 500 everywhere: an internal error looks the same everywhere', async () => {
  await using broken = await buildTestApp()
  Object.defineProperty(broken.deps, 'clock', { get: () => fail(new Error('nobody foresaw this')) })
  await expectWhereDocumented('500 INTERNAL_SERVER_ERROR', (operation) => askOther(broken, operation))
})

it('lists 503 everywhere: a busy shop, and a database that is away where nothing is shed', {
  timeout: 60_000,
}, async () => {
  await using busy = await buildTestApp({ maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS })
  await using cutOff = await buildTestApp()
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  Object.defineProperty(cutOff.deps, 'clock', { get: () => fail(refused) })
  const neverShed = [
    'POST /orders',
    'POST /hooks/pay/{token}',
    'POST /hooks/result/{token}',
    'POST /hooks/stripe',
    'POST /hooks/confirmation/{token}',
    'POST /hooks/validation/{token}',
  ]
  await expectWhereDocumented('503 SERVICE_UNAVAILABLE', async (operation) => {
    if (neverShed.includes(operation.name)) return await askOther(cutOff, operation)
    while (!busy.app.isUnderPressure()) {
      for (const end = performance.now() + 1_700; performance.now() < end; );
      await setImmediate()
    }
    return await askOther(busy, operation)
  })
})

function fail(error: Error): never {
  throw error
}

async function askOther({ app }: TestApp, operation: DocumentedOperation) {
  const answer = await app.inject({ method: operation.method, url: urlOf(operation) })
  if (answer.statusCode === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  return errorOf(answer)
}

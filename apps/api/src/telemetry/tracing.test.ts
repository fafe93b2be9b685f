import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { makeCategory, makeProduct } from '../testing/factories.ts'
import { withoutIds } from './follow-calls.ts'
import { withoutValues } from './follow-statements.ts'
import { startTracing } from './start-tracing.ts'

interface Span {
  name: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: object }[]
}

/** A collector of traces, and a gateway that answers everything. */
async function startServer() {
  const bodies: string[] = []
  const tokens = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    if (request.url === '/v1/traces') {
      bodies.push(Buffer.concat(parts).toString())
      tokens.add(request.headers.authorization)
    }
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const spans = (): Span[] =>
    bodies.flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
        resource.scopeSpans.flatMap(({ spans }) => spans),
      ),
    )
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    tokens,
    spans,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

it('follows an order from its request to its statements, and calls of gateways, without anything of the shopper', async () => {
  await using server = await startServer()
  const tracing = startTracing({ url: server.url, headers: 'authorization=Bearer%20shared' })
  {
    await using shop = await buildTestApp({ tracing })
    const product = await makeProduct(shop.deps.orm, await makeCategory(shop.deps.orm, 'Oud'))
    const answer = await shop.app.inject({
      method: 'POST',
      url: '/api/orders',
      payload: {
        order: {
          customerName: 'Amina Otieno',
          customerPhone: '0712345678',
          deliveryAddress: 'Kimathi Street 4',
          deliveryLocation: 'embu',
          deliveryCharge: 0,
          subtotal: product.price,
          total: product.price,
          paymentMethod: 'manual',
        },
        items: [{ productId: product.id, productName: product.name, productPrice: product.price, quantity: 1 }],
      },
    })
    expect(answer.statusCode, answer.body).toBe(201)
    await shop.app.inject({ method: 'POST', url: '/api/hooks/pay/secret-token?utm_source=secret-47zz11', payload: {} })
    await tracing.span('job recover', async () => {
      await fetch(`${server.url}/v1/payment_intents/pi_47zz11?client_secret=1`)
      await new Promise((resolve) =>
        get(`${server.url}/mpesa/stkpush/v1`, (reply) => reply.resume().on('end', resolve)),
      )
    })
  }
  await tracing.stop()

  const spans = server.spans()
  const one = (name: string) => {
    const found = spans.filter((span) => span.name === name)
    expect(found, `${name} among ${spans.map((span) => span.name)}`).toHaveLength(1)
    return found[0] as Span
  }
  const request = one('POST /api/orders')
  const procedure = one('checkout.placeOrder')
  expect(procedure.parentSpanId).toBe(request.spanId)
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === procedure.spanId)
  expect(JSON.stringify(statements)).toMatch(/db\.query\.text.*insert into \\"orders\\"/)
  one('POST /api/hooks/pay/:token')
  const job = one('job recover')
  const calls = spans.filter(({ parentSpanId }) => parentSpanId === job.spanId)
  expect(calls.map(({ name }) => name)).toEqual(['GET 127.0.0.1', 'GET 127.0.0.1'])
  expect(JSON.stringify(calls)).toMatch(/\/v1\/payment_intents\/:id.*\/mpesa\/stkpush\/v1"/)
  expect(server.bodies.join()).not.toMatch(/Amina|712345678|Kimathi|47zz11|secret-|client_secret/)
  expect(server.bodies.join()).toContain('"marashi"')
  expect([...server.tokens]).toEqual(['Bearer shared'])
})

it('follows a call of an address in IPv6, and ends no process by it', async () => {
  await using server = await startServer()
  const tracing = startTracing({ url: server.url })
  await tracing.span('job webhooks', () => new Promise((resolve) => get('http://[::1]:9/').on('error', resolve)))
  await tracing.stop()
  expect(server.spans().map(({ name }) => name)).toEqual(['GET [::1]', 'job webhooks'])
})

it('keeps values that stand in a statement out of it', () => {
  expect(withoutValues(`select * from "t1" where a = 'it''s' and b = $12 and c in (4711, 5.5)`)).toBe(
    'select * from "t1" where a = ? and b = $12 and c in (?, ?)',
  )
})

it('keeps ids out of the addresses of gateways', () => {
  expect(withoutIds('/v1/payment_intents/pi_3N?expand=x')).toBe('/v1/payment_intents/:id')
  expect(withoutIds('/mpesa/stkpushquery/v1/query')).toBe('/mpesa/stkpushquery/v1/query')
})

it('is not even loaded where nobody collects traces', { timeout: 60_000 }, async () => {
  const files = ['../start-shop.ts', 'start-tracing.ts'].map((file) => path.resolve(import.meta.dirname, file))
  // Of the metrics' own library the bare interface is there anyway.
  const code = `const { createRequire } = await import('node:module')
    for (const file of ${JSON.stringify(files)}) {
      await import(file)
      const loaded = Object.keys(createRequire('/').cache)
      console.log(loaded.filter((file) => /@opentelemetry.(?!api.)[a-z-]+.build/.test(file)).length)
    }`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])
  const [afterStart, afterTracing] = stdout.trim().split('\n').map(Number)
  expect(afterStart).toBe(0)
  expect(afterTracing).toBeGreaterThan(10)
})

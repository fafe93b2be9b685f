import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { readEnvironment } from '../../env.ts'
import { proxyAsShopperPlugin } from './proxy-as-shopper.ts'

/** What an app with this TRUST_PROXY logs after three requests of a proxy that names this shopper, or nobody. */
async function linesAfter(TRUST_PROXY: string, shopper?: string): Promise<string[]> {
  const lines: string[] = []
  const app = Fastify({
    trustProxy: TRUST_PROXY || false,
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } },
  })
  await app.register(proxyAsShopperPlugin, { env: readEnvironment({ TRUST_PROXY }) })
  app.get('/', async () => 'a page')
  const headers = shopper === undefined ? {} : { 'x-forwarded-for': shopper }
  for (let count = 0; count < 3; count++) {
    await app.inject({ url: '/', headers, remoteAddress: '172.18.0.5' })
  }
  await app.close()
  return lines
}

it.each([
  ['the gateway of Docker', 'uniquelocal', '172.18.0.1'],
  ['the same by IPv6', 'loopback, uniquelocal', 'fd12:3456:789a::1'],
  ['a second proxy', '172.16.0.0/12', '172.20.0.9, 172.18.0.1'],
])('warns the owner once that all shoppers behind %s count as one', async (_who, trusted, shopper) => {
  const lines = await linesAfter(trusted, shopper)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('a proxy names a shopper by an address that TRUST_PROXY trusts')
})

it.each([
  ['a shopper whom the proxy knows', 'uniquelocal', '41.90.1.2'],
  ['a shopper who claims to be a proxy', 'uniquelocal', '172.18.0.1, 41.90.1.2'],
  ['a health check', 'uniquelocal', undefined],
  ['a proxy that nobody trusts', '', '172.18.0.1'],
])('does not warn of %s', async (_who, trusted, shopper) => {
  expect(await linesAfter(trusted, shopper)).toEqual([])
})

import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { readEnvironment } from '../../env.ts'
import { unknownProxyPlugin } from './unknown-proxy.ts'

/** What an app with these settings logs after three requests of a proxy. */
async function linesAfter(settings: Record<string, string>): Promise<string[]> {
  const lines: string[] = []
  const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
  await app.register(unknownProxyPlugin, { env: readEnvironment(settings) })
  app.get('/', async () => 'a page')
  await app.inject('/')
  for (let count = 0; count < 3; count++) {
    await app.inject({ url: '/', headers: { 'x-forwarded-for': '41.90.1.2' }, remoteAddress: '10.0.0.2' })
  }
  await app.close()
  return lines
}

it('warns the owner once that all shoppers behind a proxy count as one', async () => {
  const lines = await linesAfter({})
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('set TRUST_PROXY=10.0.0.2')
  expect(lines[0]).not.toContain('41.90.1.2')
})

it('does not warn of a proxy that is configured', async () => {
  expect(await linesAfter({ TRUST_PROXY: '10.0.0.0/8' })).toEqual([])
})

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { startDemoGateway } from '../demo/demo-gateway.ts'
import { readEnvironment } from '../env.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { listenProblem } from './listen-problem.ts'

it('a shop that cannot listen at an address of its machine names the setting and the remedy', async () => {
  const at = { variable: 'PORT', host: '203.0.113.9', port: 4000 } as const
  const server = createServer().listen(at.port, at.host)
  const [problem] = await once(server, 'error')
  expect(listenProblem(problem, at).message).toBe(
    'HOST is 203.0.113.9, which is no address of this machine (EADDRNOTAVAIL). Set it to 127.0.0.1, or to 0.0.0.0 for all of them.',
  )
})

it.each([
  ['ENOTFOUND', 'getaddrinfo', /^HOST is shop, which is no address of this machine \(ENOTFOUND\)/],
  ['EAI_AGAIN', 'getaddrinfo', /^HOST is shop, which is no address/],
  ['EACCES', 'listen', /^Port 80 of shop is for the system alone .* Set PORT to one above 1023/],
])('the same for %s', (code, syscall, message) => {
  const problem = Object.assign(new Error(code), { code, syscall })
  expect(listenProblem(problem, { variable: 'PORT', host: 'shop', port: 80 }).message).toMatch(message)
})

it('leaves a problem alone that is none of listening', () => {
  const problem = Object.assign(new Error('open EACCES'), { code: 'EACCES', syscall: 'open' })
  expect(listenProblem(problem, { variable: 'PORT', host: '127.0.0.1', port: 80 })).toBe(problem)
})

it('a demo whose phone’s port is taken names DEMO_PHONE_PORT', async () => {
  await using shop = await buildTestApp()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const env = readEnvironment({ DEMO_PHONE_PORT: String(port) })
  const { clock, orm } = shop.deps
  try {
    await expect(startDemoGateway(env, { clock, orm, shopName: 'Marashi' })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken (EADDRINUSE), perhaps by this shop, which runs already. Stop what holds it, or set DEMO_PHONE_PORT`,
    )
  } finally {
    other.close()
  }
})

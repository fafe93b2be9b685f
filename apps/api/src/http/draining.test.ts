import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { stoppable } from './draining.ts'

it('waits for the requests that have begun, and not without end for a client that takes nothing', async () => {
  const server = createServer(async ({ url }, response) => {
    if (url === '/large') return void response.end(Buffer.alloc(50_000_000))
    await wait(300)
    response.end('answered')
  })
  const stop = stoppable(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const untaken = connect(port, '127.0.0.1')
  untaken.on('error', () => undefined)
  untaken.write('GET /large HTTP/1.1\r\nHost: shop.test\r\n\r\n')
  const begun = fetch(`http://127.0.0.1:${port}/slow`).then((answer) => answer.text())
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(2)
  const began = performance.now()
  await stop(1_000)
  const waitedMs = performance.now() - began
  untaken.destroy()
  expect(await begun).toBe('answered')
  expect(waitedMs).toBeGreaterThan(900)
})

it('waits for no connection on which nothing was asked', async () => {
  const server = createServer((_request, response) => void setTimeout(() => response.end('answered'), 2_500))
  const stop = stoppable(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const silent = connect(port, '127.0.0.1')
  const silenced = new Promise((resolve) => silent.once('close', resolve))
  const begun = fetch(`http://127.0.0.1:${port}/slow`).then((answer) => answer.text())
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(2)
  const began = performance.now()
  await stop()
  await silenced
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(await begun).toBe('answered')
})

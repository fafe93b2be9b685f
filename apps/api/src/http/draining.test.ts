import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { stopListening } from './draining.ts'

it('waits for the requests that have begun, and not without end for a client that takes nothing', async () => {
  const server = createServer(async ({ url }, response) => {
    if (url === '/large') return void response.end(Buffer.alloc(50_000_000))
    await wait(300)
    response.end('answered')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const untaken = connect(port, '127.0.0.1')
  untaken.on('error', () => undefined)
  untaken.write('GET /large HTTP/1.1\r\nHost: shop.test\r\n\r\n')
  const begun = fetch(`http://127.0.0.1:${port}/slow`).then((answer) => answer.text())
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(2)
  const began = performance.now()
  await stopListening(server, 1_000)
  const waitedMs = performance.now() - began
  untaken.destroy()
  expect(await begun).toBe('answered')
  expect(waitedMs).toBeGreaterThan(900)
})

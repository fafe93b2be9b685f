import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'

it.each(['GET /healthz', 'POST /nothing-here'])(
  'keeps nothing of a body that nobody reads, and sees its client go: %s',
  async (what) => {
    await using shop = await buildTestApp()
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = shop.app.server.address() as AddressInfo
    let held = Number.NaN
    shop.app.server.on('request', (request) => setTimeout(() => (held = request.readableLength), 1_000))
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).resume()
    socket.write(`${what} HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1000000\r\n\r\n`)
    socket.write('x'.repeat(300_000))
    await wait(1_500)
    socket.destroy()
    await wait(500)
    const connections = await new Promise<number>((resolve) =>
      shop.app.server.getConnections((_, count) => resolve(count)),
    )
    shop.app.server.closeAllConnections()
    expect({ held, connections }).toEqual({ held: 0, connections: 0 })
  },
)

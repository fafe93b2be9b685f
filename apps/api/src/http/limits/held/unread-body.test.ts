import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { newClient } from '@marashi/postgres/connection'
import { expect, it } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { BYTES_OF_PIECE } from './arriving-request.ts'

it.each(['GET /healthz', 'POST /nothing-here'])(
  'keeps nothing of a body that nobody reads, and sees its client go: %s',
  async (what) => {
    await using shop = await buildTestApp()
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = shop.app.server.address() as AddressInfo
    const requests: IncomingMessage[] = []
    shop.app.server.on('request', (request) => requests.push(request))
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).resume()
    socket.write(`${what} HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1000000\r\n\r\n`)
    socket.write('x'.repeat(300_000))
    const read = () =>
      requests.map(({ socket: { bytesRead }, readableLength }) => [bytesRead > 300_000, readableLength])
    await expect.poll(read).toEqual([[true, 0]])
    socket.destroy()
    await expect.poll(() => promisify(shop.app.server.getConnections.bind(shop.app.server))()).toBe(0)
  },
)

it('counts a body that comes a byte at a time for what it weighs, while a slow database looks a session up', async () => {
  await using shop = await buildTestApp()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const requests: IncomingMessage[] = []
  shop.app.server.on('request', (request) => requests.push(request))
  const holder = newClient(shop.databaseUrl)
  await holder.connect()
  await holder.query('begin; lock table admin_sessions in access exclusive mode')
  const head = `POST /api/admin/uploads/image HTTP/1.1\r\nHost: shop.test\r\nCookie: session=${'a'.repeat(43)}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).resume()
    socket.write(head + '1\r\nx\r\n'.repeat(5_000))
    return socket
  })
  await expect.poll(() => requests.length).toBe(sockets.length)
  await wait(500)
  const pieces = requests.reduce((sum, { readableLength }) => sum + readableLength, 0)
  for (const socket of sockets) socket.destroy()
  await holder.query('rollback')
  await holder.end()
  expect(pieces).toBeGreaterThan(0)
  expect(pieces * BYTES_OF_PIECE).toBeLessThan(8_000_000)
})

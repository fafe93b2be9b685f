import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { buildTestApp } from '../testing/build-test-app.ts'
import { makeCategory } from '../testing/factories.ts'

const SOCKETS = 500

/** Opens connections that send `start` and then a byte now and then; counts those that the shop has ended. */
async function openSlowSockets(port: number, start: string) {
  let ended = 0
  const sockets: Socket[] = []
  for (let nth = 0; nth < SOCKETS; nth++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).on('close', () => ended++)
    socket.resume().write(start)
    sockets.push(socket)
  }
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  const dripping = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a')
  }, 200)
  return {
    ended: () => ended,
    [Symbol.dispose]: () => {
      clearInterval(dripping)
      for (const socket of sockets) socket.destroy()
    },
  }
}

it.each([
  ['headers', 'GET /api/categories HTTP/1.1\r\nHost: shop.test\r\nX-Slow: '],
  [
    'a body',
    'POST /api/orders HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n',
  ],
])('answers others while 500 connections send %s a byte at a time, and ends them', async (_, start) => {
  await using shop = await buildTestApp()
  await makeCategory(shop.deps.orm, 'Oud')
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { server } = shop.app
  const { port } = server.address() as AddressInfo
  expect(server.headersTimeout).toBeLessThanOrEqual(15_000)
  expect(server.requestTimeout).toBeLessThanOrEqual(65_000)
  server.headersTimeout = 1_500
  server.requestTimeout = 1_500
  using slow = await openSlowSockets(port, start)
  const answers = []
  for (let nth = 0; nth < 10; nth++) {
    answers.push((await fetch(`http://127.0.0.1:${port}/api/products?page=${1 + nth}`)).status)
    await wait(20)
  }
  expect(answers).toEqual(answers.map(() => 200))
  await expect.poll(slow.ended, { timeout: 8_000 }).toBe(SOCKETS)
})

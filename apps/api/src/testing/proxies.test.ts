import { once } from 'node:events'
import { createServer as createHttpServer, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { hasProxy, proxyNames, startProxy } from './proxies.ts'

const portOf = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

it.skipIf(!hasProxy('nginx'))('nginx repeats only what may be sent twice, where a process ends under it', async () => {
  const ending = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.resetAndDestroy())
  })
  const living = createHttpServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201).end())
  })
  const ports = [await portOf(ending), await portOf(living)]
  try {
    await using proxy = await startProxy('nginx', [...ports, ports[1] as number])
    const post = async (address: string, headers: Record<string, string> = {}) => {
      const statuses = new Set<number>()
      // nginx leaves a process alone for a second after a failure: so long, all of them are asked.
      for (const end = performance.now() + 2_500; performance.now() < end; ) {
        const answer = await fetch(`http://127.0.0.1:${proxy.port}${address}`, { method: 'POST', headers, body: 'x' })
        statuses.add(answer.status)
      }
      return [...statuses].toSorted()
    }
    expect(await post('/api/orders', { 'idempotency-key': 'a' })).toEqual([201])
    expect(await post('/api/hooks/pay/secret')).toEqual([201])
    expect(await post('/api/orders')).toEqual([201, 502])
  } finally {
    ending.close()
    living.close()
  }
})

for (const name of proxyNames) {
  it.skipIf(!hasProxy(name))(
    `${name} gives the shop an order once it is whole, and takes a picture of 5 MB`,
    async () => {
      const begun: string[] = []
      const shop = createHttpServer((incoming, response) => {
        begun.push(incoming.url ?? '')
        incoming.resume().on('end', () => response.writeHead(201).end())
      })
      const port = await portOf(shop)
      try {
        await using proxy = await startProxy(name, [port, port, port])
        const send = (path: string, bytes: number) => {
          const socket = connect(proxy.port, '127.0.0.1')
          socket.write(
            `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${proxy.port}\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`,
          )
          socket.write('x'.repeat(bytes - 1))
          return socket
        }
        const order = send('/api/orders', 5_000)
        const picture = send('/api/admin/uploads/image', 5_000_000)
        await wait(1_000)
        expect(begun).not.toContain('/api/orders')
        order.write('x')
        picture.write('x')
        expect(await text(order)).toMatch(/^HTTP\/1\.1 201 /)
        expect(await text(picture)).toMatch(/^HTTP\/1\.1 201 /)
      } finally {
        shop.close()
      }
    },
  )
}

const silences = {
  'that sends nothing': '',
  'that ends no head': 'POST /api/orders HTTP/1.1\r\nHost: shop.example\r\n',
  'that ends no body': 'POST /api/orders HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 5000\r\n\r\n{',
}
// Caddy bounds no connections, and nginx none whose request has only begun: see docs/operations.md#behind-a-proxy.
const bounded = [
  ...Object.keys(silences).map((silence) => ['haproxy', silence] as const),
  ['nginx', 'that sends nothing'] as const,
  ['nginx', 'that ends no body'] as const,
]

for (const [name, silence] of bounded) {
  it.skipIf(!hasProxy(name))(`${name} stays open to others beside a host of many connections ${silence}`, async () => {
    const shop = createHttpServer((_request, response) => response.end())
    const port = await portOf(shop)
    const held: Socket[] = []
    try {
      await using proxy = await startProxy(name, [port, port, port], { all: 300, ofNetwork: 100 })
      for (let count = 0; count < 400; count++) {
        const socket = connect({ port: proxy.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
        socket.on('error', () => undefined)
        socket.on('connect', () => socket.write(silences[silence as keyof typeof silences]))
        held.push(socket)
        // The proxy reads what was sent before it takes the next connection.
        await wait(5)
      }
      for (let count = 0; count < 20; count++) {
        const asked = get({
          port: proxy.port,
          host: '127.0.0.1',
          localAddress: '127.0.0.3',
          agent: false,
          timeout: 2_000,
        })
        asked.on('timeout', () => asked.destroy(new Error('Nobody answers.')))
        const [answer]: IncomingMessage[] = await once(asked, 'response')
        expect(answer?.resume().statusCode).toBe(200)
      }
    } finally {
      for (const socket of held) socket.destroy()
      shop.close()
    }
  })
}

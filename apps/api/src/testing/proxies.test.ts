import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { expect, it } from 'vitest'
import { hasProxy, startProxy } from './proxies.ts'

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

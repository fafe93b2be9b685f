import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as it came in, before anything read it. */
export interface ReceivedDelivery {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface RecordingShop {
  url: string
  deliveries: ReceivedDelivery[]
  /** What the shop does with the next message, before it answers with the status that this returns. */
  onDelivery: (delivery: ReceivedDelivery) => number | Promise<number>
  stop: () => Promise<void>
}

/** A shop that accepts and records every message of the gateways. */
export async function startRecordingShop(): Promise<RecordingShop> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const delivery = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) }
      shop.deliveries.push(delivery)
      response.writeHead(await shop.onDelivery(delivery), { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shop: RecordingShop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deliveries: [],
    onDelivery: () => 200,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
  return shop
}

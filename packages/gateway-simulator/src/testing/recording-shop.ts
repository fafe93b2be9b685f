import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as it came in, before anything read it. */
export interface ReceivedLetter {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface RecordingShop {
  url: string
  letters: ReceivedLetter[]
  /** What the shop does with the next message, before it answers with the status that this returns. */
  onLetter: (letter: ReceivedLetter) => number | Promise<number>
  stop: () => Promise<void>
}

/** A shop that takes every message of the gateways and remembers it. */
export async function startRecordingShop(): Promise<RecordingShop> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const letter = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) }
      shop.letters.push(letter)
      response.writeHead(await shop.onLetter(letter), { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const shop: RecordingShop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters: [],
    onLetter: () => 200,
    stop: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
  return shop
}

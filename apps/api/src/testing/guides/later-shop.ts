import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'

/**
 * Stands before a shop and passes everything on; what it answers of a quote, and of each line of it, gains a field, as it may
 * with any later version (docs/api/versioning.md). So a program that sends on all that it was answered fails its test today.
 */
export async function openLaterShop(shopUrl: string, port: number): Promise<AsyncDisposable> {
  const server = http.createServer((request, response) => {
    // Unpacked, because the answer of a quote is written anew.
    const headers = { ...request.headers, 'accept-encoding': 'identity' }
    const passedOn = http.request(`${shopUrl}${request.url}`, { method: request.method, headers }, async (answer) => {
      const { statusCode = 502 } = answer
      if (request.url !== '/api/checkout/quote' || statusCode !== 200) {
        answer.pipe(response.writeHead(statusCode, answer.rawHeaders))
        return
      }
      const { 'content-length': _, ...others } = answer.headers
      response.writeHead(statusCode, others).end(JSON.stringify(await laterQuote(answer)))
    })
    passedOn.on('error', () => response.destroy())
    response.on('close', () => passedOn.destroy())
    request.pipe(passedOn)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function laterQuote(answer: IncomingMessage) {
  const quote = (await json(answer)) as { items: object[] }
  const items = quote.items.map((item) => ({ ...item, addedLater: 'of a line' }))
  return { ...quote, items, addedLater: 'of a quote' }
}

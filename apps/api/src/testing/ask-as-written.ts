import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'

/** Asks for `path` over the network exactly as it is written; clients, and `inject`, would tidy it first. */
export async function askAsWritten(
  app: FastifyInstance,
  path: string,
  method = 'GET',
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, agent: false }, resolve).on('error', reject).end()
  })
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

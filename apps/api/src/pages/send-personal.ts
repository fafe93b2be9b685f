import type { FastifyReply, FastifyRequest } from 'fastify'
import { exactBuffer } from '../http/cache/response-cache.ts'
import { encodingFor, withEncoding } from '../http/cache/response-encoding.ts'

/**
 * Sends a page whose address is a secret: nobody keeps it, no search engine lists it, and no site that it links to learns its
 * address. It is compressed here, because only shared responses are compressed where they are kept.
 */
export async function sendPersonal(request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> {
  reply.headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    vary: 'accept-encoding',
  })
  const response = { headers: [], etag: '', body: exactBuffer(html) }
  const encoding = encodingFor(request, response)
  if (!encoding) return reply.send(response.body)
  const encoded = await withEncoding(response, encoding)
  return reply.header('content-encoding', encoding).send(encoded[encoding])
}

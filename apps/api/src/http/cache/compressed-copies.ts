import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseTrouble } from '../../db/database-failure.ts'
import { acceptedEncoding } from '../accepted-encoding.ts'
import { type CachedResponse, exactBuffer, type ResponseCache } from './response-cache.ts'

interface Copy {
  /** Its body is compressed with gzip, whatever the reader takes. */
  response: CachedResponse
  /** Where the database is away: how old the last good copy is. */
  ageSeconds?: number
}

type Parts = () => AsyncIterable<string | Buffer>

/**
 * A long file that is made from the catalogue, as that is now, in `cache` until it changes. It is never held whole but
 * compressed, and is made once however many ask for it. While the database is away the last good copy stands in.
 */
export function compressedCopies(cache: ResponseCache): (key: string, parts: Parts) => Promise<Copy> {
  const underWay = new Map<string, Promise<CachedResponse>>()

  async function made(key: string, parts: Parts): Promise<CachedResponse> {
    const { generation } = cache
    const name = `${generation} ${key}`
    const making = underWay.get(name) ?? compressed(parts()).finally(() => underWay.delete(name))
    underWay.set(name, making)
    const response = await making
    cache.set(key, response, generation)
    return response
  }

  return async (key, parts) => {
    try {
      return { response: cache.fresh(key) ?? (await made(key, parts)) }
    } catch (error) {
      const last = databaseTrouble(error) ? cache.lastGood(key) : undefined
      if (!last) throw error
      return last
    }
  }
}

/** Sends a copy in the encoding that the client takes; a client that has it already gets 304. */
export function sendCopy(request: FastifyRequest, reply: FastifyReply, { response, ageSeconds }: Copy): FastifyReply {
  const { etag, body } = response
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
  if (ageSeconds !== undefined) reply.headers({ age: ageSeconds, warning: '110 - "Response is Stale"' })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const encoding = acceptedEncoding(request, ['gzip'])
  if (encoding) return reply.header('content-encoding', encoding).send(body)
  return reply.send(Readable.from([body]).pipe(createGunzip()))
}

async function compressed(parts: AsyncIterable<string | Buffer>): Promise<CachedResponse> {
  let body: Buffer = Buffer.alloc(0)
  await pipeline(Readable.from(parts), createGzip(), async (packed) => {
    body = exactBuffer(await buffer(packed))
  })
  return { headers: [], etag: `W/"${createHash('sha1').update(body).digest('base64url')}"`, body }
}

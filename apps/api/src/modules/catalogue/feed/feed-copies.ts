import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { databaseTrouble } from '../../../db/database-failure.ts'
import { type CachedResponse, exactBuffer, type ResponseCache } from '../../../http/cache/response-cache.ts'

interface Copy {
  /** Its body is compressed with gzip, whatever the reader takes. */
  response: CachedResponse
  /** Where the database is away: how old the last good copy is. */
  ageSeconds?: number
}

/**
 * The feed as the catalogue is now, in `cache` until that changes. A large catalogue is never held whole but compressed, and
 * is read once however many ask for it. While the database is away the last good copy stands in.
 */
export function feedCopies(cache: ResponseCache): (key: string, lines: () => AsyncIterable<string>) => Promise<Copy> {
  const underWay = new Map<string, Promise<CachedResponse>>()

  async function made(key: string, lines: () => AsyncIterable<string>): Promise<CachedResponse> {
    const { generation } = cache
    const name = `${generation} ${key}`
    const making = underWay.get(name) ?? compressed(lines()).finally(() => underWay.delete(name))
    underWay.set(name, making)
    const response = await making
    cache.set(key, response, generation)
    return response
  }

  return async (key, lines) => {
    try {
      return { response: cache.fresh(key) ?? (await made(key, lines)) }
    } catch (error) {
      const last = databaseTrouble(error) ? cache.lastGood(key) : undefined
      if (!last) throw error
      return last
    }
  }
}

async function compressed(lines: AsyncIterable<string>): Promise<CachedResponse> {
  let body: Buffer = Buffer.alloc(0)
  await pipeline(Readable.from(lines), createGzip(), async (packed) => {
    body = exactBuffer(await buffer(packed))
  })
  return { headers: [], etag: `W/"${createHash('sha1').update(body).digest('base64url')}"`, body }
}

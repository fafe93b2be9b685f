import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'

const MAX_BYTES = 64 * 1024 * 1024
const MIN_BYTES_TO_COMPRESS = 1_000

interface RememberedAnswer {
  headers: Record<string, string>
  etag: string
  body: Buffer
  br?: Buffer
  gzip?: Buffer
}

/** Answers that everybody shares, by address, until the catalogue changes. One per process. */
export class AnswerCache {
  readonly #answers = new LRUCache<string, RememberedAnswer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (answer, url) =>
      url.length + answer.body.length + (answer.br?.length ?? 0) + (answer.gzip?.length ?? 0) + 500,
  })
  #generation = 0
  #isListening = false

  /** Forgets everything; answers that are being made from older data will not be kept either. */
  clear(): void {
    this.#generation++
    this.#answers.clear()
  }

  /** While changes by other processes cannot be heard, nothing is remembered. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
    this.clear()
  }

  get generation(): number {
    return this.#generation
  }

  get(url: string): RememberedAnswer | undefined {
    return this.#answers.get(url)
  }

  set(url: string, answer: RememberedAnswer, madeInGeneration: number): void {
    if (this.#isListening && madeInGeneration === this.#generation) this.#answers.set(url, answer)
  }
}

declare module 'fastify' {
  interface FastifyReply {
    /** True once a procedure or page has said that its answer is the same for everybody. */
    isShared: boolean
    catalogueGeneration: number
  }
}

/**
 * Answers GET requests from `cache` and fills it with the answers that were marked shared. Every shared answer carries an
 * ETag and must be revalidated, so browsers show a change at once and pay 304s otherwise.
 */
export const answerCachePlugin = fp(async (app: FastifyInstance, { cache }: { cache: AnswerCache }) => {
  app.decorateReply('isShared', false)
  app.decorateReply('catalogueGeneration', 0)

  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') return done()
    const known = cache.get(request.raw.url as string)
    if (known) return sendRemembered(request, reply, known)
    reply.catalogueGeneration = cache.generation
    done()
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.isShared || reply.statusCode !== 200 || request.method !== 'GET') return payload
    if (typeof payload !== 'string') return payload
    const answer = remember(
      payload,
      String(reply.getHeader('content-type')),
      reply.getHeader('content-security-policy'),
    )
    cache.set(request.raw.url as string, answer, reply.catalogueGeneration)
    for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value)
    return chooseBody(request, reply, answer)
  })
})

function remember(text: string, contentType: string, policy: unknown): RememberedAnswer {
  const body = Buffer.from(text)
  const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
  const headers: Record<string, string> = {
    'content-type': contentType,
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag,
  }
  if (typeof policy === 'string') headers['content-security-policy'] = policy
  return { headers, etag, body }
}

const compressWith = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
}

function sendRemembered(request: FastifyRequest, reply: FastifyReply, answer: RememberedAnswer): void {
  for (const name in answer.headers) reply.header(name, answer.headers[name])
  if (request.headers['if-none-match'] === answer.etag) {
    reply.code(304).send()
    return
  }
  const body = chooseBody(request, reply, answer)
  if (body instanceof Promise)
    body.then(
      (bytes) => reply.send(bytes),
      (error) => reply.send(error),
    )
  else reply.send(body)
}

/** The body in the best encoding that the client takes; each encoding is made once. */
function chooseBody(request: FastifyRequest, reply: FastifyReply, answer: RememberedAnswer): Buffer | Promise<Buffer> {
  const accepted = request.headers['accept-encoding']
  if (!accepted || answer.body.length < MIN_BYTES_TO_COMPRESS) return answer.body
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  if (!encoding) return answer.body
  reply.header('content-encoding', encoding)
  const ready = answer[encoding]
  if (ready) return ready
  return compressWith[encoding](answer.body).then((bytes) => {
    answer[encoding] = bytes
    return bytes
  })
}

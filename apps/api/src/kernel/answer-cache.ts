import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { LRUCache } from 'lru-cache'

const MAX_BYTES = 64 * 1024 * 1024
const MIN_BYTES_TO_COMPRESS = 1_000

interface RememberedAnswer {
  /** Everything but length and encoding: name, value, name, value. */
  headers: string[]
  etag: string
  body: Buffer
  br?: Buffer
  gzip?: Buffer
  /** Whether `br` is, or is about to be, as small as it gets. */
  isSmallest?: boolean
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
 *
 * Register it before every other plugin with hooks: a remembered answer brings all its headers along and goes straight
 * to the socket, past whatever would make them again.
 */
export const answerCachePlugin = fp(async (app: FastifyInstance, { cache }: { cache: AnswerCache }) => {
  app.decorateReply('isShared', false)
  app.decorateReply('catalogueGeneration', 0)

  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'GET') return done()
    const known = cache.get(request.raw.url as string)
    if (!known) {
      reply.catalogueGeneration = cache.generation
      return done()
    }
    reply.hijack()
    sendRemembered(request, reply, known)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.isShared || reply.statusCode !== 200 || request.method !== 'GET') return payload
    if (typeof payload !== 'string') return payload
    const body = Buffer.from(payload)
    reply.headers({ etag: etagOf(body), 'cache-control': 'no-cache', vary: 'accept-encoding' })
    const answer = { headers: flatHeaders(reply), etag: String(reply.getHeader('etag')), body }
    cache.set(request.raw.url as string, answer, reply.catalogueGeneration)
    const encoding = encodingFor(request, answer)
    if (!encoding) return body
    reply.header('content-encoding', encoding)
    return encoded(answer, encoding)
  })
})

const etagOf = (body: Buffer): string => `W/"${createHash('sha1').update(body).digest('base64url')}"`

/** Name, value, name, value: the form that Node writes to the socket without looking at each again. */
const flatHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]))

type Encoding = 'br' | 'gzip'

function sendRemembered(request: FastifyRequest, { raw }: FastifyReply, answer: RememberedAnswer): void {
  if (request.headers['if-none-match'] === answer.etag) {
    raw.writeHead(304, answer.headers).end()
    return
  }
  const encoding = encodingFor(request, answer)
  const body = encoding ? answer[encoding] : answer.body
  if (encoding === 'br' && body) makeSmallest(answer)
  if (body) writeBody(raw, answer, encoding, body)
  else
    encoded(answer, encoding as Encoding).then(
      (bytes) => writeBody(raw, answer, encoding, bytes),
      () => writeBody(raw, answer, undefined, answer.body),
    )
}

function writeBody(raw: FastifyReply['raw'], answer: RememberedAnswer, encoding: Encoding | undefined, body: Buffer) {
  const headers = [...answer.headers, 'content-length', String(body.length)]
  if (encoding) headers.push('content-encoding', encoding)
  raw.writeHead(200, headers).end(body)
}

/** The best encoding that the client takes, where the body is worth it. */
function encodingFor(request: FastifyRequest, { body }: RememberedAnswer): Encoding | undefined {
  const accepted = request.headers['accept-encoding']
  if (!accepted || body.length < MIN_BYTES_TO_COMPRESS) return undefined
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

const compressWith: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
}

let isMakingSmallest = false

/**
 * For an answer that is asked for again: another seven percent off, which on a phone is a round trip less. Takes fifty
 * times as long as the first encoding, so it is done on the side and one at a time.
 */
function makeSmallest(answer: RememberedAnswer): void {
  if (answer.isSmallest || isMakingSmallest) return
  answer.isSmallest = true
  isMakingSmallest = true
  // One that fails leaves what is there.
  brotliCompress(answer.body, (_error, bytes) => {
    isMakingSmallest = false
    if (bytes) answer.br = bytes
  })
}

/** The body in this encoding, which is made once. */
async function encoded(answer: RememberedAnswer, encoding: Encoding): Promise<Buffer> {
  answer[encoding] ??= await compressWith[encoding](answer.body)
  return answer[encoding]
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedResponse, Encoding, ResponseCache } from './response-cache.ts'
import { encodingFor, withEncoding } from './response-encoding.ts'

type Keep = (making: Promise<CachedResponse | undefined>) => void

/** Replaces `response` in the cache by a form with another encoding; a failed encoding leaves it as it is. */
export const keeperOf =
  (cache: ResponseCache, key: string, response: CachedResponse): Keep =>
  (making) => {
    making.then(
      (made) => made && cache.replace(key, response, made),
      () => undefined,
    )
  }

interface Sending {
  response: CachedResponse
  extraHeaders: string[]
  /** Called where the response is sent in an encoding that could be smaller. */
  improve: () => void
  keep: Keep
}

/** Writes straight to the socket, without Fastify; adds the encoding that is still missing. */
export function sendCached(
  request: FastifyRequest,
  { raw }: FastifyReply,
  { response, extraHeaders, improve, keep }: Sending,
): void {
  if (request.headers['if-none-match'] === response.etag) {
    raw.writeHead(304, [...response.headers, ...extraHeaders]).end()
    return
  }
  const write = (made: CachedResponse, encoding: Encoding | undefined) => {
    const body = bodyIn(made, encoding)
    const headers = [...made.headers, ...extraHeaders, 'content-length', String(body.length)]
    if (encoding) headers.push('content-encoding', encoding)
    raw.writeHead(200, headers).end(body)
  }
  const encoding = encodingFor(request, response)
  if (!encoding || response[encoding]) {
    write(response, encoding)
    if (encoding === 'br') improve()
    return
  }
  const making = withEncoding(response, encoding)
  keep(making)
  making.then(
    (made) => write(made, encoding),
    () => write(response, undefined),
  )
}

/** The body in that encoding where it is known, else as it is. */
export const bodyIn = (response: CachedResponse, encoding: Encoding | undefined): Buffer =>
  (encoding && response[encoding]) ?? response.body

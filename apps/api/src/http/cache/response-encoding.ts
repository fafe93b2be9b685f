import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type CachedResponse, type Encoding, exactBuffer } from './response-cache.ts'

const MIN_BYTES_TO_COMPRESS = 1_000
/** 256 KiB, which holds most pages: brotli's default takes sixteen times as much memory for each run. */
const WINDOW_BITS = 18

/** The best encoding that the client takes, where the body is worth it. */
export function encodingFor(accepted: string | undefined, { body }: CachedResponse): Encoding | undefined {
  if (!accepted || body.length < MIN_BYTES_TO_COMPRESS) return undefined
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

/** The response with its body in this encoding as well. */
export async function withEncoding(response: CachedResponse, encoding: Encoding): Promise<CachedResponse> {
  return { ...response, [encoding]: await compressWith[encoding](response.body) }
}

let isMakingSmallest = false

/**
 * The response with the smallest possible `br`: seven percent smaller, which saves a phone a round trip. It takes fifty
 * times as long as the first encoding, so only one is made at a time: undefined while another one is being made.
 */
export async function withSmallest(response: CachedResponse): Promise<CachedResponse | undefined> {
  if (isMakingSmallest) return undefined
  isMakingSmallest = true
  try {
    return { ...response, br: await brotli(response.body, constants.BROTLI_MAX_QUALITY), isSmallest: true }
  } finally {
    isMakingSmallest = false
  }
}

const compressWith: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, 6),
  gzip: async (body) => exactBuffer(await promisify(gzip)(body, { level: 6 })),
}

async function brotli(body: Buffer, quality: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return exactBuffer(await promisify(brotliCompress)(body, { params }))
}

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'

export interface CompressedFile {
  etag: string
  in(encoding: Encoding): Promise<Buffer>
}

/** A large file that never changes while the process runs: each encoding is made once, when the first client wants it. */
export function compressedOnce(text: string): CompressedFile {
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    etag: `W/"${createHash('sha256').update(text).digest('base64url')}"`,
    in: (encoding) => {
      const bytes = made.get(encoding) ?? compress[encoding](text)
      made.set(encoding, bytes)
      return bytes
    },
  }
}

// Brotli's highest quality would take ten times as long for a few percent.
const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 }
const compress: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, { params }),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
}

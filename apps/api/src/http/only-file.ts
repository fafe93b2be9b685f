import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ShopError } from '../shop-error.ts'

interface OnlyFile {
  field: string
  maxBytes: number
  /** What the caller is told of a file that is too large, and of a body that is something else. */
  messages: { tooLarge: string; unreadable: string }
}

/**
 * Lets the routes of `app` take one file in the field `field`; answers how to read its bytes. The client's file name and
 * content type are ignored: the bytes decide. Reading throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or BAD_REQUEST.
 */
export async function acceptOnlyFile(
  app: FastifyInstance,
  { field, maxBytes, messages }: OnlyFile,
): Promise<(request: FastifyRequest) => Promise<Buffer>> {
  await app.register(multipart, { limits: { files: 1, fields: 0, parts: 1, fileSize: maxBytes, headerPairs: 20 } })
  return async (request) => {
    if (!request.isMultipart()) throw new ShopError('UNSUPPORTED_MEDIA_TYPE', messages.unreadable)
    let file: Buffer | undefined
    try {
      for await (const part of request.files()) {
        const bytes = await part.toBuffer()
        if (part.fieldname === field) file = bytes
      }
    } catch (problem) {
      if (problem instanceof ShopError) throw problem
      if (problem instanceof Error && 'code' in problem && problem.code === 'FST_REQ_FILE_TOO_LARGE') {
        throw new ShopError('PAYLOAD_TOO_LARGE', messages.tooLarge)
      }
      // No boundary, a truncated body, a second file: all are the client's errors.
      throw new ShopError('BAD_REQUEST', messages.unreadable)
    }
    if (!file) throw new ShopError('BAD_REQUEST', messages.unreadable)
    return file
  }
}

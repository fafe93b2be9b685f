import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../kernel/context.ts'
import { ShopError } from '../../../kernel/errors.ts'
import type { MediaStore } from './media-store.ts'
import { uploadImage } from './upload-image.ts'

const MAX_BYTES = 5 * 1024 * 1024
const TIMEOUT_MS = 60_000 // specification §9, Upload

/** `POST /admin/uploads/image`: one file in the field `image`; nothing of the body is read before the session is known. */
export async function mountUploadDoor(
  app: FastifyInstance,
  media: MediaStore,
  createContext: (request: FastifyRequest, reply: FastifyReply) => Context,
): Promise<void> {
  await app.register(async (door) => {
    await door.register(multipart, {
      limits: { files: 1, fields: 0, parts: 1, fileSize: MAX_BYTES, headerPairs: 20 },
    })
    door.post('/admin/uploads/image', { handlerTimeout: TIMEOUT_MS }, async (request, reply) => {
      const ctx = createContext(request, reply)
      ctx.markPrivate()
      if (!(await ctx.isAdministrator())) throw new ShopError('UNAUTHORIZED', 'Please log in.')
      return await uploadImage(ctx, media, await readImage(request))
    })
  })
}

/** The bytes of the only file. The client's file name and content type are not looked at: the bytes decide. */
async function readImage(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw unreadable('UNSUPPORTED_MEDIA_TYPE')
  let image: Buffer | undefined
  try {
    for await (const part of request.files()) {
      const bytes = await part.toBuffer()
      if (part.fieldname === 'image') image = bytes
    }
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new ShopError('PAYLOAD_TOO_LARGE', 'File is too large. Maximum size is 5MB.')
    }
    throw unreadable('BAD_REQUEST') // no boundary, an end before the end, a second file: all of the sender's making
  }
  if (!image) throw unreadable('BAD_REQUEST')
  return image
}

const unreadable = (kind: 'BAD_REQUEST' | 'UNSUPPORTED_MEDIA_TYPE') =>
  new ShopError(kind, 'Invalid file. Send one picture as multipart/form-data, in the field image.')

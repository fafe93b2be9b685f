import multipart from '@fastify/multipart'
import { uploadedImage } from '@marashi/domain/contracts/admin-catalogue'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../http/context.ts'
import { addAdministratorRoute } from '../../http/rest-operation.ts'
import { ShopError } from '../../shop-error.ts'
import type { MediaStore } from './media-store.ts'
import { uploadImage } from './upload-image.ts'

const MAX_BYTES = 5 * 1024 * 1024
const TIMEOUT_MS = 60_000 // docs/behaviour.md#constants

/** `POST /admin/uploads/image`: one file in the field `image`. The body is read only after the session is checked. */
export async function mountUploadRoute(
  app: FastifyInstance,
  media: MediaStore,
  createContext: (request: FastifyRequest, reply: FastifyReply) => Context,
): Promise<void> {
  await app.register(async (routes) => {
    await routes.register(multipart, {
      limits: { files: 1, fields: 0, parts: 1, fileSize: MAX_BYTES, headerPairs: 20 },
    })
    addAdministratorRoute(routes, createContext, uploadRoute, async (ctx, request) =>
      uploadImage(ctx, media, await readImage(request)),
    )
  })
}

const uploadRoute = {
  method: 'POST' as const,
  url: '/admin/uploads/image',
  handlerTimeout: TIMEOUT_MS,
  errors: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'DISK_FULL'] as const,
  description: {
    operationId: 'admin-products-uploadImage',
    tags: ['Administrator'],
    summary: 'Upload a picture for a product',
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object' as const,
            properties: {
              image: {
                type: 'string' as const,
                format: 'binary',
                description: 'JPEG, PNG, WebP, AVIF or HEIC, at most 5 MB',
              },
            },
            required: ['image'],
          },
        },
      },
    },
    responses: {
      200: {
        description: 'The address that a product’s `image` takes; unused, it is deleted after a day',
        content: { 'application/json': { schema: uploadedImage } },
      },
    },
  },
}

/** The bytes of the only file. The client's file name and content type are ignored: the bytes decide. */
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
    throw unreadable('BAD_REQUEST') // no boundary, a truncated body, a second file: all are the client's errors
  }
  if (!image) throw unreadable('BAD_REQUEST')
  return image
}

const unreadable = (kind: 'BAD_REQUEST' | 'UNSUPPORTED_MEDIA_TYPE') =>
  new ShopError(kind, 'Invalid file. Send one picture as multipart/form-data, in the field image.')

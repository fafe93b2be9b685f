import { uploadedImage } from '@marashi/domain/contracts/admin-catalogue'
import { maxPictureBytes, uploadTimeoutMs } from '@marashi/domain/rules/upload-limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../http/context.ts'
import { acceptOnlyFile } from '../../http/only-file.ts'
import { addFileRoute } from '../../http/rest-operation.ts'
import type { MediaStore } from './media-store.ts'
import { uploadImage } from './upload-image.ts'

const messages = {
  tooLarge: 'File is too large. Maximum size is 5MB.',
  unreadable: 'Invalid file. Send one picture as multipart/form-data, in the field image.',
}

/** `POST /admin/uploads/image`: one file in the field `image`. The body is read only after the session is checked. */
export async function mountUploadRoute(
  app: FastifyInstance,
  media: MediaStore,
  createContext: (request: FastifyRequest, reply: FastifyReply) => Context,
): Promise<void> {
  await app.register(async (routes) => {
    const readFile = await acceptOnlyFile(routes, { field: 'image', maxBytes: maxPictureBytes, messages })
    addFileRoute(routes, createContext, { ...uploadRoute, readFile }, (ctx, bytes) => uploadImage(ctx, media, bytes))
  })
}

const uploadRoute = {
  area: 'catalogue' as const,
  url: '/admin/uploads/image',
  limit: 'uploads' as const,
  handlerTimeout: uploadTimeoutMs,
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

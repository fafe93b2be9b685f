import { idSegment } from '@marashi/domain/rules/record-id'
import type { FastifyInstance } from 'fastify'
import { DOWNLOAD_TIMEOUT_MS } from '../../http/time-limits.ts'
import { notFound } from '../../shop-error.ts'
import type { MediaStore } from './media-store.ts'
import { pictureFiles } from './picture-files.ts'
import { contentTypeOf } from './s3-store.ts'

/**
 * Serves uploaded pictures from the store under the shop's own addresses, so that these survive a change of store and the
 * bucket need not be public. The bytes behind an address never change, so browsers and proxies may cache them for good.
 */
export function mountS3Media(app: FastifyInstance, media: MediaStore): void {
  app.get<{ Params: { picture: string; file: string } }>(
    `/media/:picture(${idSegment})/:file`,
    { handlerTimeout: DOWNLOAD_TIMEOUT_MS },
    async (request, reply) => {
      const { picture, file } = request.params
      const found = pictureFiles.includes(file) ? await media.read(picture, file) : undefined
      if (!found) throw notFound('Picture')
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-length': found.size,
          'content-type': contentTypeOf(file),
        })
        .send(found.body)
    },
  )
}

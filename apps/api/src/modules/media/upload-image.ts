import { randomUUID } from 'node:crypto'
import type { UploadedImage } from '@marashi/domain/contracts/admin-catalogue'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import type { MediaStore } from './media-store.ts'
import { processImage } from './process-image.ts'
import { UploadedPicture } from './uploaded-picture.entity.ts'

const MAX_WAITING = 4

/**
 * Processes an uploaded photo and stores it; answers the address that a product's form takes. One photo is processed at a
 * time. Throws what processImage throws, and then stores nothing; SERVICE_UNAVAILABLE where too many wait.
 */
export async function uploadImage(
  { em, env, clock }: Pick<Context, 'em' | 'env' | 'clock'>,
  media: MediaStore,
  bytes: Buffer,
): Promise<UploadedImage> {
  const files = await oneAtATime(() => processImage(bytes))
  const id = randomUUID()
  // The row comes before the files, so that the files of a crashed upload are garbage-collected after a day.
  await em.insert(UploadedPicture, { id, unusedSince: clock() })
  await media.put(id, files)
  return { url: `${env.PUBLIC_URL}/media/${id}/1080.jpg` }
}

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting > MAX_WAITING) {
    throw new ShopError('SERVICE_UNAVAILABLE', 'Too many uploads at once. Please try again in a moment.', {
      retryAfterSeconds: 10,
    })
  }
  waiting++
  const done = last.then(work).finally(() => waiting--)
  last = done.catch(() => undefined)
  return done
}

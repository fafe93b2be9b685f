import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import { ShopError } from '../../shop-error.ts'
import { pictureIdOf } from './stored-image.ts'
import { UploadedPicture } from './uploaded-picture.entity.ts'

/**
 * Locks an uploaded picture until the product that shows it is stored, so that it is not garbage-collected in between.
 * Throws BAD_REQUEST where it is gone already. Other images need no lock.
 */
export async function claimPicture(em: EntityManager, image: string, field = 'image'): Promise<void> {
  const id = pictureIdOf(image)
  if (!id) return
  const picture = await db(em)
    .selectFrom('uploaded_pictures')
    .where('id', '=', id)
    .select('is_marked_for_deletion as isMarked')
    // Whoever releases it meanwhile does not wait: two products may exchange their pictures.
    .forKeyShare()
    .executeTakeFirst()
  if (picture && !picture.isMarked) return
  const message = 'This picture is not there any more. Please upload it again.'
  throw new ShopError('BAD_REQUEST', message, { fields: { [field]: message } })
}

/** Starts the day after which an image that no product shows is deleted. */
export async function releasePicture(em: EntityManager, image: string, now: Date): Promise<void> {
  const id = pictureIdOf(image)
  if (id) await em.nativeUpdate(UploadedPicture, { id }, { unusedSince: now })
}

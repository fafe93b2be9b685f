import type { ProductForm } from '@marashi/domain/contracts/catalogue'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import { claimPicture, releasePicture } from '../media/claim-picture.ts'

type Pictures = ProductForm['morePictures']

/** The pictures of a product behind its first, in their order, as they are stored. */
export const storedPictures = (em: EntityManager, productId: string): Promise<Pictures> =>
  db(em)
    .selectFrom('product_pictures')
    .where('product_id', '=', productId)
    .select(['image', 'alt'])
    .orderBy('position')
    .execute()

/**
 * Replaces the pictures of a product behind its first, and answers whether any differs. `pictures` hold stored addresses.
 * Throws BAD_REQUEST where an uploaded one is gone.
 */
export async function savePictures(
  em: EntityManager,
  { productId, pictures, now }: { productId: string; pictures: Pictures; now: Date },
): Promise<boolean> {
  const before = await storedPictures(em, productId)
  if (JSON.stringify(before) === JSON.stringify(pictures.map(({ image, alt }) => ({ image, alt })))) return false
  const [had, has] = [new Set(before.map(({ image }) => image)), new Set(pictures.map(({ image }) => image))]
  for (const image of [...has].sort()) if (!had.has(image)) await claimPicture(em, image, 'morePictures')
  for (const image of [...had].sort()) if (!has.has(image)) await releasePicture(em, image, now)
  await db(em).deleteFrom('product_pictures').where('product_id', '=', productId).execute()
  if (pictures.length > 0) {
    const rows = pictures.map(({ image, alt }, index) => ({ product_id: productId, position: index + 1, image, alt }))
    await db(em).insertInto('product_pictures').values(rows).execute()
  }
  return true
}

import { isId } from '@marashi/domain/rules/record-id'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { MediaStore } from '../../modules/media/media-store.ts'

/**
 * Gives each uploaded picture of the store a row again: those that came after the backup have none, and what has no row is never
 * deleted. One that no product shows goes after a day, as always. Returns how many had none. Throws where the store cannot be asked.
 */
export async function adoptPictures(em: EntityManager, media: MediaStore): Promise<number> {
  const ids = (await media.list()).filter(isId)
  const adopted = await db(em)
    .insertInto('uploaded_pictures')
    .columns(['id'])
    .expression(db(em).selectNoFrom(sql<string>`unnest(${ids}::uuid[])`.as('id')))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return adopted.length
}

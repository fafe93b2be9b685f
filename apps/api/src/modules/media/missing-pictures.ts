import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Environment } from '../../env.ts'
import type { MediaStore } from './media-store.ts'
import { mediaPlaceOf } from './media-store-of.ts'
import { shownPictures } from './shown-pictures.ts'

/** How the owner brings them back. */
export const MISSING_PICTURES_REMEDY =
  'Copy them there, from where they were or out of an older backup, as files that the shop may read (docs/operations.md#pictures says how), or give these products another picture.'
/** So many products are named. */
const NAMED = 5

/**
 * Says how many pictures products show that the store does not have, and which products; undefined where it has them all.
 * One that the shop may not read counts as gone. What the store holds tells nothing by itself: an empty one is as readable as a
 * full one. Throws as the database and the store do.
 */
export async function missingPictures(
  em: EntityManager,
  media: MediaStore,
  env: Environment,
): Promise<string | undefined> {
  // Before the store is asked: a picture is stored before a product can show it.
  const shown = await shownPictures(em).execute()
  if (shown.length === 0) return undefined
  const stored = new Set(await media.list())
  const missing = shown.map(({ picture }) => picture).filter((picture) => !stored.has(picture))
  if (missing.length === 0) return undefined
  const what =
    missing.length === 1 ? '1 picture that products show is' : `${missing.length} pictures that products show are`
  return `${what} not in ${mediaPlaceOf(env)} or cannot be read there: ${await productsOf(em, missing)}.`
}

/** "Oud Wood, Rose and 3 others" */
async function productsOf(em: EntityManager, pictures: string[]): Promise<string> {
  const rows = await db(em)
    .selectFrom('products')
    .select('name')
    .where('id', 'in', ({ selectFrom }) => {
      const shows = sql<boolean>`split_part(image, '/', 3) = any(${pictures})`
      return selectFrom('products')
        .select('id')
        .where(shows)
        .unionAll(selectFrom('product_pictures').select('product_id as id').where(shows))
    })
    .orderBy('name')
    .execute()
  const names = rows.slice(0, NAMED).map(({ name }) => name)
  const others = rows.length - names.length
  return others > 0 ? `${names.join(', ')} and ${others} others` : names.join(', ')
}

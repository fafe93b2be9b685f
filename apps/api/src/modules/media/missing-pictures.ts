import type { EntityManager } from '@mikro-orm/postgresql'
import type { Environment } from '../../env.ts'
import type { MediaStore } from './media-store.ts'
import { mediaPlaceOf } from './media-store-of.ts'
import { shownPictures } from './shown-pictures.ts'

/** How the owner brings them back. */
export const MISSING_PICTURES_REMEDY =
  'Copy them there, from where they were or out of an older backup: docs/operations.md#pictures says how.'

/**
 * Says how many pictures products show that the store does not have; undefined where it has them all. What the store holds
 * tells nothing by itself: an empty one is as readable as a full one. Throws as the database and the store do.
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
  const missing = shown.filter(({ picture }) => !stored.has(picture)).length
  if (missing === 0) return undefined
  const what = missing === 1 ? '1 picture that products show is' : `${missing} pictures that products show are`
  return `${what} not in ${mediaPlaceOf(env)}.`
}

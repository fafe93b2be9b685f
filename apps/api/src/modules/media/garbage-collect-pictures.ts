import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import type { MediaStore } from './media-store.ts'
import { shownPictures } from './shown-pictures.ts'
import { UploadedPicture } from './uploaded-picture.entity.ts'

const GRACE_MS = 24 * 60 * 60 * 1000
const UNFINISHED_MS = 10 * 60 * 1000
const BATCH = 100

/**
 * Deletes uploads that no product has shown for a day, and files that a crash left unfinished ten minutes ago. Throws
 * AggregateError with the problems of those that could not be deleted, after it has tried every one.
 */
export async function garbageCollectPictures(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  media: MediaStore,
): Promise<void> {
  await media.tidy(new Date(clock().getTime() - UNFINISHED_MS))
  while ((await markUnused(em, clock())) === BATCH);
  // No lock is held while files are deleted: a second process that deletes the same picture finds nothing to do.
  const problems: unknown[] = []
  for (const { id } of await em.find(UploadedPicture, { isMarkedForDeletion: true }, { fields: ['id'] })) {
    await media.remove(id).then(
      () => em.nativeDelete(UploadedPicture, { id }),
      (problem: unknown) => problems.push(problem),
    )
  }
  if (problems.length > 0) throw new AggregateError(problems, `${problems.length} unused pictures could not be deleted`)
}

/**
 * Marks unused pictures for deletion, so that no product can take them any more, and returns how many it checked. It skips
 * a picture that claimPicture has locked for a product; the second statement sees every product stored before the lock.
 */
async function markUnused(em: Context['em'], now: Date): Promise<number> {
  return await em.transactional(async (em) => {
    const candidates = await db(em)
      .selectFrom('uploaded_pictures')
      .select('id')
      .where('unused_since', '<', new Date(now.getTime() - GRACE_MS))
      .where('is_marked_for_deletion', '=', false)
      .orderBy('unused_since')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    if (candidates.length === 0) return 0
    const ids = candidates.map(({ id }) => id)
    await db(em)
      .with('shown', () => shownPictures(em))
      .updateTable('uploaded_pictures as u')
      .from(({ selectFrom }) =>
        selectFrom('uploaded_pictures as c')
          .leftJoin('shown', (join) => join.on('shown.picture', '=', sql<string>`c.id::text`))
          .where('c.id', '=', sql<string>`any(${ids}::uuid[])`)
          .select(['c.id', 'shown.picture'])
          .as('candidate'),
      )
      .whereRef('u.id', '=', 'candidate.id')
      // A picture that is shown is looked at again in a day.
      .set(({ eb, ref }) => ({
        is_marked_for_deletion: eb('candidate.picture', 'is', null).$castTo<boolean>(),
        unused_since: eb.case().when('candidate.picture', 'is', null).then(ref('u.unused_since')).else(now).end(),
      }))
      .execute()
    return candidates.length
  })
}

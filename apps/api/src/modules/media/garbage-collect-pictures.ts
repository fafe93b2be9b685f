import type { Context } from '../../http/context.ts'
import type { MediaStore } from './media-store.ts'
import { UploadedPicture } from './uploaded-picture.entity.ts'

const GRACE_MS = 24 * 60 * 60 * 1000
const UNFINISHED_MS = 10 * 60 * 1000
const BATCH = 100

/** Deletes uploads that no product has shown for a day, and what a crash left unfinished ten minutes ago. */
export async function garbageCollectPictures(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  media: MediaStore,
): Promise<void> {
  await media.tidy(new Date(clock().getTime() - UNFINISHED_MS))
  while ((await markUnused(em, clock())) === BATCH);
  // No lock is held while files go; whoever deletes the same picture at the same time finds nothing left to do.
  for (const { id } of await em.find(UploadedPicture, { isMarkedForDeletion: true }, { fields: ['id'] })) {
    await media.remove(id)
    await em.nativeDelete(UploadedPicture, { id })
  }
}

/**
 * Marks unused pictures, so that no product can take them any more. Answers how many were looked at. A product that is
 * being stored holds its picture (claimPicture), which is passed over; one that was stored before the lock is seen by the
 * second statement.
 */
async function markUnused(em: Context['em'], now: Date): Promise<number> {
  return await em.transactional(async (em) => {
    const candidates: { id: string }[] = await em.execute(
      `select id from uploaded_pictures where unused_since < ? and not is_marked_for_deletion
       order by unused_since limit ${BATCH} for update skip locked`,
      [new Date(now.getTime() - GRACE_MS)],
    )
    if (candidates.length === 0) return 0
    const ids = JSON.stringify(candidates.map(({ id }) => id))
    // Those in use are looked at again in a day, the others not at all.
    await em.execute(
      `update uploaded_pictures u
       set is_marked_for_deletion = shown.picture is null, unused_since = case when shown.picture is null then unused_since else ? end
       from jsonb_array_elements_text(?::jsonb) as candidate(id) left join (
         select distinct split_part(image, '/', 3) as picture from products where image like '/media/%'
       ) shown on shown.picture = candidate.id
       where u.id = candidate.id::uuid`,
      [now, ids],
    )
    return candidates.length
  })
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import { inTimeSpans } from '../../db/in-time-spans.ts'
import { namesOneOf } from '../../db/names-one-of.ts'

/**
 * Forgets what was answered of these records, wherever it was answered. The requests stay answered, so that a repeated one does nothing
 * twice.
 */
export async function eraseAnswersAbout(tx: EntityManager, ids: readonly string[]): Promise<void> {
  const keys = db(tx).selectFrom('request_keys').select('created_at as at')
  await inTimeSpans(tx, keys, (isInSpan) =>
    db(tx)
      .updateTable('request_keys')
      .set({ status: null, body: null })
      .where(({ ref }) => isInSpan(ref('created_at')))
      .where(({ ref }) => namesOneOf(ref('body'), ids))
      .execute(),
  )
}

/**
 * As eraseAnswersAbout, of notes of orders, which have a number alone: it is the first that the answer to their operation says.
 */
export async function eraseAnswersAboutNotes(tx: EntityManager, noteIds: readonly number[]): Promise<void> {
  await db(tx)
    .updateTable('request_keys')
    .set({ status: null, body: null })
    .where('operation', '=', 'POST /admin/orders/{id}/notes')
    .where(sql<string>`substring(body from '^\\{"id":(\\d+),')`, '=', sql<string>`any(${noteIds.map(String)}::text[])`)
    .execute()
}

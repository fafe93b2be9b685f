import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'

/**
 * Forgets what was answered of these records, wherever it was answered. The requests stay answered, so that a repeated one does nothing
 * twice.
 */
export async function eraseAnswersAbout(tx: EntityManager, ids: readonly string[]): Promise<void> {
  await db(tx)
    .updateTable('request_keys')
    .set({ status: null, body: null })
    .where('body', 'like', sql<string>`any(${ids.map((id) => `%${id}%`)}::text[])`)
    .execute()
}

/**
 * As eraseAnswersAbout, of notes of orders, which have a number alone: it is the first that the answer to their operation says.
 */
export async function eraseAnswersAboutNotes(tx: EntityManager, noteIds: readonly number[]): Promise<void> {
  await db(tx)
    .updateTable('request_keys')
    .set({ status: null, body: null })
    .where('operation', '=', 'POST /admin/orders/{id}/notes')
    .where('body', 'like', sql<string>`any(${noteIds.map((id) => `{"id":${id},%`)}::text[])`)
    .execute()
}

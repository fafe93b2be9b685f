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

import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'

/** Keeps every category as it is until the transaction ends: for whoever locks products before knowing their categories. */
export async function lockCategories(tx: EntityManager): Promise<void> {
  await db(tx).selectFrom('categories').select('id').orderBy('id').forShare().execute()
}

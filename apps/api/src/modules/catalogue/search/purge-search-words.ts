import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { PURGE_BATCH } from '../../../db/until-none-is-left.ts'

// The same number as in the migration of the vocabulary, whose trigger shares the lock.
const LEARNING_LOCK = 471_120_271

/**
 * Drops the words that no product has any more, and copies of a word that products which were saved at once have both
 * inserted. Searches find the same before and after: they ask the products whether a word is still there.
 *
 * Nothing is dropped while a product is being saved, which may rely on a word that it found; the next run will.
 */
export async function purgeSearchWords(em: EntityManager): Promise<void> {
  const unused = await unusedWords(em)
  const copied = await copiedWords(em)
  for (let from = 0; from < Math.max(unused.length, copied.length); from += PURGE_BATCH)
    await drop(em, { unused: unused.slice(from, from + PURGE_BATCH), copied: copied.slice(from, from + PURGE_BATCH) })
}

async function drop(em: EntityManager, { unused, copied }: { unused: string[]; copied: string[] }): Promise<void> {
  await em.transactional(async (tx) => {
    const lock = await db(tx)
      .selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(${sql.lit(LEARNING_LOCK)})`.as('isHeld'))
      .executeTakeFirstOrThrow()
    if (!lock.isHeld) return
    await db(tx)
      .deleteFrom('search_words as s')
      .where('s.word', '=', sql<string>`any(${unused}::text[])`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('products as p').where(
              sql<boolean>`search_terms(p.search_text) @@ quote_literal(s.word)::tsquery`,
            ),
          ),
        ),
      )
      .execute()
    await db(tx)
      .deleteFrom('search_words as s')
      .where('s.word', '=', sql<string>`any(${copied}::text[])`)
      .where(sql<boolean>`s.ctid <> (select min(first.ctid) from search_words first where first.word = s.word)`)
      .execute()
    await db(tx)
      .deleteFrom('search_suffixes as s')
      .where('s.word', '=', sql<string>`any(${unused}::text[])`)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('search_words as w').whereRef('w.word', '=', 's.word'))),
      )
      .execute()
    await db(tx)
      .deleteFrom('search_suffixes as s')
      .where('s.word', '=', sql<string>`any(${copied}::text[])`)
      .where(
        sql<boolean>`s.ctid <> (select min(f.ctid) from search_suffixes f where f.suffix = s.suffix and f.word = s.word)`,
      )
      .execute()
  })
}

async function unusedWords(em: EntityManager): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('search_words')
    .select('word')
    .except(({ selectFrom }) =>
      selectFrom('products as p').select(
        sql<string>`unnest(tsvector_to_array(search_terms(p.search_text)))`.as('word'),
      ),
    )
    .execute()
  return rows.map(({ word }) => word)
}

async function copiedWords(em: EntityManager): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('search_words')
    .select('word')
    .groupBy('word')
    .having(({ fn }) => fn.countAll<number>(), '>', 1)
    .execute()
  return rows.map(({ word }) => word)
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import { PURGE_BATCH, untilNoneIsLeft } from '../../db/until-none-is-left.ts'
import type { Context } from '../context.ts'

const KEEP_DAYS = 7
/** Of one caller: what no honest program reaches in a week. */
const MOST_OF_CALLER = 50_000

/** Clears the answers of requests that nobody repeats any more, and the oldest of a caller who has too many. */
export async function purgeRequestKeys({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEEP_DAYS * 24 * 60 * 60_000)
  await purgeBefore(em, before)
  const full = await db(em)
    .selectFrom('request_keys')
    .select('caller')
    .groupBy('caller')
    .having(({ fn }) => fn.countAll<number>(), '>', MOST_OF_CALLER)
    .execute()
  for (const { caller } of full) {
    const first = await db(em)
      .selectFrom('request_keys')
      .select('created_at')
      .where('caller', '=', caller)
      .orderBy('created_at', 'desc')
      .offset(MOST_OF_CALLER - 1)
      .limit(1)
      .executeTakeFirst()
    if (first) await purgeBefore(em, first.created_at, caller)
  }
}

/** Of one caller, or of all. */
const purgeBefore = (em: EntityManager, before: Date, caller?: string) =>
  untilNoneIsLeft(() =>
    db(em)
      .deleteFrom('request_keys')
      .where(
        sql<boolean>`ctid = any(array(${db(em)
          .selectFrom('request_keys')
          .select(sql`ctid`.as('ctid'))
          .where('created_at', '<', before)
          .$if(caller !== undefined, (query) => query.where('caller', '=', caller ?? ''))
          .limit(PURGE_BATCH)}))`,
      )
      .executeTakeFirst(),
  )

import type { EntityManager } from '@mikro-orm/postgresql'
import { type AliasableExpression, type Expression, type SqlBool, sql } from 'kysely'
import { db } from './db.ts'
import { PURGE_BATCH } from './until-none-is-left.ts'

/**
 * Runs a statement that no index helps on one span of time after the other, oldest first: each reads PURGE_BATCH rows, more only
 * where they are of one instant, so that none ends in the time limit the more there are; the first reads the times alone. All
 * together take longer with each row. `times` are the rows' own, as an index holds them; the spans leave out no time.
 */
export async function inTimeSpans(
  em: EntityManager,
  times: AliasableExpression<{ at: Date }>,
  statement: (isInSpan: (at: Expression<Date>) => Expression<SqlBool>) => Promise<unknown>,
): Promise<void> {
  const ends = await db(em)
    .selectFrom(({ selectFrom }) =>
      selectFrom(times.as('each'))
        .select(['at', sql<number>`row_number() over (order by at)`.as('nth')])
        .as('numbered'),
    )
    // As text, since a date of JavaScript's ends at the millisecond.
    .select(sql<string>`at::text`.as('end'))
    .where(sql<SqlBool>`nth % ${sql.lit(PURGE_BATCH)} = 0`)
    .orderBy('nth')
    .execute()
  let begin = '-infinity'
  for (const end of [...ends.map((row) => row.end), 'infinity']) {
    const after = begin
    await statement((at) => sql<boolean>`(${at} > ${after}::timestamptz and ${at} <= ${end}::timestamptz)`)
    begin = end
  }
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { isDiffering, isTheirs } from './cash-up-lists.ts'
import { listedMoney, unlistedMoney } from './day-money.ts'
import { openOf } from './open-lines.ts'

/** How many lines of all lists of a period are open, each once; one expression, so that all of it is of one instant. */
export function openCount(em: EntityManager, period: Period) {
  const listed = db(em)
    .selectFrom(listedMoney(em, period).as('l'))
    // Listed money that is unmatched stands among the open lines already.
    .where(sql<SqlBool>`${isDiffering} or (${isTheirs} and l.kind <> 'payment')`)
    .select(count)
  const unlisted = db(em).selectFrom(unlistedMoney(em, period).as('u')).where('u.is_covered', '=', true).select(count)
  const open = db(em).selectFrom(openOf(em, period).as('x')).select(count)
  return sql<number>`${listed} + ${unlisted} + ${open}`
}

const count = sql<number>`count(*)`.as('count')

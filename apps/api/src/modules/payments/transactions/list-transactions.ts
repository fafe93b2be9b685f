import type { TimeFilter } from '@marashi/domain/contracts/admin-lists'
import type { TransactionList, TransactionListQuery } from '@marashi/domain/contracts/admin-transactions'
import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import type { EntityManager } from '@mikro-orm/postgresql'
import { expressionBuilder, type SqlBool, sql } from 'kysely'
import { containing } from '../../../db/db.ts'
import { isNarrowed, isWithin, pageOf, placeOf } from '../../../db/list-cursor.ts'
import { isAfter, placeTime } from '../../../db/read-in-batches.ts'
import type { Context } from '../../../http/context.ts'
import type { Tables } from '../../../tables.ts'
import { type ListedState, transactionRecords, transactionsIn } from './transaction-row.ts'

const { ref } = expressionBuilder<Tables & { t: Tables['gateway_transactions'] }, 't'>()
/** What the administrator may look for, in small letters. */
const searched = sql<string>`lower(concat_ws(' ', ${ref('t.reference')}, ${ref('t.account')}, ${ref('t.payer_name')},
  ${ref('t.payer_phone')}, (select o.order_number from payments p join orders o on o.id = p.order_id where p.id = t.payment_id)))`

/**
 * A page of the lines that are unmatched, matched or dismissed, newest first, and how many there are. Throws BAD_REQUEST
 * for a cursor that is not ours.
 */
export async function listTransactions(
  ctx: Pick<Context, 'em' | 'clock'>,
  { limit, offset, cursor, ...filter }: TransactionListQuery,
): Promise<TransactionList> {
  const found = foundTransactions(ctx.em, ctx.clock(), filter)
  const after = placeOf(cursor)
  const [{ total }, rows] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    newestOf(found)
      .where(isAfter(after, ref('t.occurred_at'), ref('t.id')))
      .select(placeTime(ref('t.occurred_at')).as('place'))
      .limit(limit + 1)
      .offset(offset)
      .execute(),
  ])
  const { page, nextCursor } = pageOf(rows, limit)
  const ids = page.map(({ id }) => id)
  return { transactions: await transactionRecords(ctx, sql<SqlBool>`t.id = any(${ids}::uuid[])`), total, nextCursor }
}

interface Filter extends TimeFilter {
  state: ListedState
  search?: TransactionListQuery['search']
  settledOn?: TransactionListQuery['settledOn']
}

export const newestOf = (found: ReturnType<typeof foundTransactions>) =>
  found.select('t.id').orderBy('t.occurred_at', 'desc').orderBy('t.id', 'desc')

export const foundTransactions = (em: EntityManager, now: Date, { state, search, settledOn, ...times }: Filter) =>
  transactionsIn(em, now, state)
    .$if(search !== undefined, (all) =>
      all.where(searched, 'like', containing(sql<string>`lower(${search as string}::text)`)),
    )
    .$if(isNarrowed(times), (all) => all.where(isWithin(times, ref('t.occurred_at'), ref('t.changed_at'))))
    .$if(settledOn !== undefined, (all) => all.where(isSettledOn(settledOn as string)))

/** The administrator's decision of that day is the last word on it: what is only reported again decides nothing. */
function isSettledOn(day: string) {
  const { from, until } = nairobiPeriod(day)
  return sql<SqlBool>`t.id in (select e.transaction_id from gateway_transaction_events e
    where e.by = 'administrator' and e.what in ('assigned', 'dismissed') and e.at >= ${from} and e.at < ${until}
      and not exists (select from gateway_transaction_events later
        where later.transaction_id = e.transaction_id and later.id > e.id and later.what <> 'reported'))`
}

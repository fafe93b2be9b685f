import type { TransactionList, TransactionListQuery } from '@marashi/domain/contracts/admin-transactions'
import { expressionBuilder, type SqlBool, sql } from 'kysely'
import { containing } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { Tables } from '../../../tables.ts'
import { transactionRecords, transactionsFrom } from './transaction-row.ts'

const { ref } = expressionBuilder<Tables & { t: Tables['gateway_transactions'] }, 't'>()
/** What the administrator may look for, in small letters. */
const searched = sql<string>`lower(concat_ws(' ', ${ref('t.reference')}, ${ref('t.account')}, ${ref('t.payer_name')},
  ${ref('t.payer_phone')}, (select o.order_number from payments p join orders o on o.id = p.order_id where p.id = t.payment_id)))`

/** A page of the lines that are unmatched, matched or dismissed, newest first, and how many there are. */
export async function listTransactions(
  ctx: Pick<Context, 'em' | 'clock'>,
  { state, search, limit, offset }: TransactionListQuery,
): Promise<TransactionList> {
  const found = transactionsFrom(ctx.em, ctx.clock())
    .where('t.state', '=', state)
    .$if(search !== undefined, (all) =>
      all.where(searched, 'like', containing(sql<string>`lower(${search as string}::text)`)),
    )
  const [{ total }, page] = await Promise.all([
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    found.select('t.id').orderBy('t.occurred_at', 'desc').orderBy('t.id', 'desc').limit(limit).offset(offset).execute(),
  ])
  const ids = page.map(({ id }) => id)
  return { transactions: await transactionRecords(ctx, sql<SqlBool>`t.id = any(${ids}::uuid[])`), total }
}

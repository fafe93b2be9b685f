import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { raiseFlag } from '../flags/raise-flag.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'

/**
 * A manual payment that pays its order is flagged for as long as its amount is not the order's total. What a gateway says of its
 * amount is another flag (transactions/flag-line-amounts.ts).
 */
export async function flagAmount(tx: EntityManager, now: Date, id: string): Promise<void> {
  const entered = await db(tx)
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.id', '=', id)
    .where('p.status', '=', 'completed')
    .where('p.is_surplus', '=', false)
    .where('p.is_manual', '=', true)
    .select(['p.amount', 'o.total'])
    .executeTakeFirst()
  if (!entered) return
  const { amount, total } = entered
  const details = { amountShillings: amount, orderShillings: total }
  const resolution = 'the amount was changed'
  const ofOrder = { naming: 'orderShillings', except: details }
  await resolveFlags(tx, now, id, { what: ['amount-mismatch'], by: 'shop', resolution, ...ofOrder })
  if (amount !== total) await raiseFlag(tx, now, id, { what: 'amount-mismatch', details, source: 'administrator' })
}

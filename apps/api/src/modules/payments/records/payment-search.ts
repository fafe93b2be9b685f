import type { TimeFilter } from '@marashi/domain/contracts/admin-lists'
import type { PaymentListQuery } from '@marashi/domain/contracts/admin-payments'
import { isId } from '@marashi/domain/rules/record-id'
import { type AliasableExpression, expressionBuilder, type Selectable } from 'kysely'
import { containing, folded } from '../../../db/db.ts'
import { isNarrowed, isWithin } from '../../../db/list-cursor.ts'
import type { Tables } from '../../../tables.ts'

type Filter = Pick<PaymentListQuery, 'search' | 'method' | 'status'> & TimeFilter
type Match = Pick<Selectable<Tables['payments']>, 'id' | 'created_at'>

const { selectFrom } = expressionBuilder<Tables>()

/**
 * Selects id and creation of every payment that fits the filters and the search: a part of an order's number or id, of a
 * transaction id, a receipt or a gateway's own id, without regard to case. Deleted payments are hidden. `limit` leaves out
 * what is older.
 */
export function paymentMatches({ search, method, status, ...times }: Filter, limit?: number) {
  const filtered = selectFrom('payments as p')
    .select(['p.id', 'p.created_at'])
    .where('p.deleted_at', 'is', null)
    .$if(method !== undefined, (all) => all.where('p.payment_method', '=', method as NonNullable<typeof method>))
    .$if(status !== undefined, (all) => all.where('p.status', '=', status as NonNullable<typeof status>))
    .$if(isNarrowed(times), (all) => all.where(({ ref }) => isWithin(times, ref('p.created_at'), ref('p.updated_at'))))
  if (!search) return matchesOf(filtered)
  if (isId(search)) {
    return matchesOf(filtered.where(({ eb, or }) => or([eb('p.order_id', '=', search), eb('p.id', '=', search)])))
  }
  const text = containing(folded(search))
  const newest = filtered
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .$if(limit !== undefined, (all) => all.limit(limit as number))
  // Each half has an index of its own, and neither finds what the other has.
  const byOwnText = newest.where('p.search_text', 'like', text)
  const byOrder = newest
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.search_text', 'not like', text)
    .where('o.search_text', 'like', text)
    .where(({ fn }) => fn<string>('lower', ['o.order_number']), 'like', text)
  return matchesOf(byOwnText).unionAll(matchesOf(byOrder))
}

const matchesOf = (payments: AliasableExpression<Match>) =>
  selectFrom(payments.as('m')).select(['m.id', 'm.created_at'])

import type { PaymentList, PaymentListQuery, PaymentRecord } from '@marashi/domain/contracts/admin-payments'
import type { EntityManager } from '@mikro-orm/postgresql'
import { countersOf } from '../../../db/counters.ts'
import type { Context } from '../../../http/context.ts'
import { MOST_FOUND } from '../../orders/order-search.ts'
import { paymentColumns } from './payment-row.ts'
import { paymentMatches } from './payment-search.ts'

/**
 * A page of the administrator's payments, newest first, and how many there are (decisions 38). Without a search the total
 * comes from counters and the page from an index.
 */
export async function listPayments({ em }: Pick<Context, 'em'>, query: PaymentListQuery): Promise<PaymentList> {
  return query.search ? await searched(em, query) : await browsed(em, query)
}

async function browsed(em: EntityManager, query: PaymentListQuery): Promise<PaymentList> {
  const { method, status, limit, offset } = query
  const matches = paymentMatches(query)
  const [counters, payments] = await Promise.all([
    countersOf(em, 'payment'),
    em.execute<PaymentRecord[]>(
      `with page as (${matches.sql} order by p.created_at desc, p.id desc limit ? offset ?)
       ${recordsOfPage} order by "sortedBy" desc, id desc`,
      [...matches.values, limit, offset],
    ),
  ])
  const isAsked = ({ detail }: { detail: string }) => {
    const [itsMethod, itsStatus] = detail.split(':')
    return (!method || itsMethod === method) && (!status || itsStatus === status)
  }
  return { payments, total: counters.filter(isAsked).reduce((sum, { count }) => sum + count, 0) }
}

/** One statement looks the newest matches up once, for total and page; a page past the end still brings the total. */
async function searched(em: EntityManager, query: PaymentListQuery): Promise<PaymentList> {
  const matches = paymentMatches(query, `limit ${MOST_FOUND}`)
  const rows: (PaymentRecord & { matched: number })[] = await em.execute(
    `with matches as materialized (select * from (${matches.sql}) each order by created_at desc, id desc limit ${MOST_FOUND}),
       page as (select id from matches order by created_at desc, id desc limit ? offset ?)
     select counted.matched, found.* from (select count(*)::int as matched from matches) counted
     left join (${recordsOfPage}) found on true order by found."sortedBy" desc, found.id desc`,
    [...matches.values, query.limit, query.offset],
  )
  return { payments: rows.filter(({ id }) => id !== null), total: rows[0]?.matched ?? 0 }
}

const recordsOfPage = `
  select ${paymentColumns}, p.created_at as "sortedBy"
  from page join payments p using (id) join orders o on o.id = p.order_id`

import type { PaymentListQuery } from '@marashi/domain/contracts/admin-payments'
import { isId } from '@marashi/domain/rules/record-id'
import { containing } from '../../../db/sql.ts'

/** SQL that selects payments as p, with the values of its question marks. */
export interface PaymentSelection {
  sql: string
  values: unknown[]
}

type Wish = Pick<PaymentListQuery, 'search' | 'method' | 'status'>

/** The filters of the payments screen, as a condition on p. Deleted payments are hidden. */
export function paymentFilter({ method, status }: Wish): PaymentSelection {
  const conditions = ['p.deleted_at is null']
  if (method) conditions.push('p.payment_method = ?')
  if (status) conditions.push('p.status = ?')
  return { sql: conditions.join(' and '), values: [method, status].filter((value) => value !== undefined) }
}

/**
 * Every payment, id and creation, that fits the filters and the search: a part of an order's number or id, of a
 * transaction id, a receipt or a gateway's own id, without regard to case. Each half of the union has an
 * index of its own, and none finds what the other has.
 * `limit` cuts off what is older.
 */
export function paymentMatches(wish: Wish, limit = ''): PaymentSelection {
  const { search } = wish
  const filter = paymentFilter(wish)
  const select = 'select p.id, p.created_at from payments p'
  if (!search) return { sql: `${select} where ${filter.sql}`, values: filter.values }
  if (isId(search)) {
    return { sql: `${select} where ${filter.sql} and ? in (p.order_id, p.id)`, values: [...filter.values, search] }
  }
  const newest = `order by p.created_at desc, p.id desc ${limit}`
  return {
    sql: `(${select} where ${filter.sql} and p.search_text like ${containing('shop_fold(?)')} ${newest})
          union all
          (${select} join orders o on o.id = p.order_id where ${filter.sql} and p.search_text not like ${containing('shop_fold(?)')}
             and o.search_text like ${containing('shop_fold(?)')} and lower(o.order_number) like ${containing('shop_fold(?)')} ${newest})`,
    values: [...filter.values, search, ...filter.values, search, search, search],
  }
}

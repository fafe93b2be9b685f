import type { Customer, CustomerList, CustomerListQuery } from '@marashi/domain/contracts/admin-customers'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, sql } from 'kysely'
import { db, instant } from '../../../db/db.ts'
import { isNarrowed, isWithin, pageOf, placeOf } from '../../../db/list-cursor.ts'
import { isAfter, placeTime } from '../../../db/read-in-batches.ts'
import type { Context } from '../../../http/context.ts'
import { MOST_FOUND, orderSearch } from '../../orders/order-search.ts'

/** The digits that a phone is known by. */
export const phoneKey = (phone: Expression<string>) => sql<string>`phone_digits(${phone})`

/**
 * Who ordered, newest order first. An index gives the newest order of each phone, so that a page reads no more than it
 * shows. Whose orders are all deleted is found by a search alone; orders of erased customers are nobody's. Throws BAD_REQUEST
 * for a broken cursor.
 */
export async function listCustomers(
  { em }: Pick<Context, 'em'>,
  { search, limit, cursor, ...times }: CustomerListQuery,
): Promise<CustomerList> {
  const matches = await orderSearch(em, search)
  const after = placeOf(cursor)
  const rows = await customerRows(em, { withDeleted: matches !== undefined })
    .where(({ ref }) => isAfter(after, ref('o.created_at'), ref('o.id')))
    .$if(isNarrowed(times), (query) =>
      query.where(({ ref }) =>
        isWithin(times, ref('o.created_at'), lastChange(ref('sums.changed_at'), ref('n.updated_at'))),
      ),
    )
    .$if(matches !== undefined, (query) =>
      query.where(({ ref, selectFrom }) => {
        const found = selectFrom('orders as o')
          .where(({ and }) => matches ?? and([]))
          .select(({ ref }) => phoneKey(ref('o.customer_phone')).as('key'))
          .limit(MOST_FOUND)
        return sql<boolean>`${phoneKey(ref('o.customer_phone'))} in (${found})`
      }),
    )
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, nextCursor } = pageOf<Customer>(rows, limit)
  return { customers: page, nextCursor }
}

/** The last change of any of their orders, or of what was noted of them. */
const lastChange = (orders: Expression<Date>, note: Expression<Date | null>) => sql<Date>`greatest(${orders}, ${note})`

/**
 * The newest order of each phone as its customer, from `orders` as o. `withDeleted` also those whose orders are all deleted: the
 * shop holds their data too.
 */
export const customerRows = (em: EntityManager, { withDeleted = false } = {}) =>
  db(em)
    .selectFrom('orders as o')
    .$if(!withDeleted, (query) => query.where('o.deleted_at', 'is', null))
    .where(({ ref }) => phoneKey(ref('o.customer_phone')), '<>', '')
    .where(({ eb, ref, selectFrom }) =>
      eb(
        'o.id',
        '=',
        selectFrom('orders as newest')
          .$if(!withDeleted, (query) => query.where('newest.deleted_at', 'is', null))
          .where(({ eb, ref: inner }) =>
            eb(phoneKey(inner('newest.customer_phone')), '=', phoneKey(ref('o.customer_phone'))),
          )
          .$if(withDeleted, (query) => query.orderBy(({ eb }) => eb('newest.deleted_at', 'is', null), 'desc'))
          .select('newest.id')
          .orderBy('newest.created_at', 'desc')
          .orderBy('newest.id', 'desc')
          .limit(1),
      ),
    )
    .innerJoinLateral(
      ({ selectFrom, ref }) =>
        selectFrom('orders as each')
          .where('each.deleted_at', 'is', null)
          .where(({ eb, ref: inner }) =>
            eb(phoneKey(inner('each.customer_phone')), '=', phoneKey(ref('o.customer_phone'))),
          )
          .select(({ fn }) => [
            fn.countAll<number>().as('orders'),
            sql<number>`coalesce(sum(order_revenue("each")), 0)`.as('total'),
            fn.max('each.updated_at').as('changed_at'),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .leftJoin('customer_notes as n', (join) =>
      join.on(({ eb, ref }) => eb('n.phone', '=', phoneKey(ref('o.customer_phone')))),
    )
    .select(({ ref }) => [
      'o.id',
      placeTime(ref('o.created_at')).as('place'),
      phoneKey(ref('o.customer_phone')).as('phone'),
      'o.customer_name as name',
      'o.customer_email as email',
      'o.delivery_address as address',
      'sums.orders',
      'sums.total',
      instant(ref('o.created_at')).as('lastOrderAt'),
      'o.order_number as lastOrderNumber',
      'n.note',
    ])

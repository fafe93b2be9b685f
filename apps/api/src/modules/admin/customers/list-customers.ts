import type { Customer, CustomerList, CustomerListQuery } from '@marashi/domain/contracts/admin-customers'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type AliasableExpression, type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { db, instant, valueRows } from '../../../db/db.ts'
import { isNarrowed, isWithin, pageOf, placeOf } from '../../../db/list-cursor.ts'
import { isAfter, placeTime } from '../../../db/read-in-batches.ts'
import { anyFound } from '../../../db/until-none-is-left.ts'
import type { Context } from '../../../http/context.ts'
import type { Tables } from '../../../tables.ts'
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
  const changed = matches || !times.updatedSince ? undefined : await phonesChangedSince(em, times.updatedSince)
  const rows = await customerRows(em, matches ? phonesOf(em, matches) : changed)
    .$if(!matches, (query) => query.where('o.deleted_at', 'is', null))
    .where(({ ref }) => isAfter(after, ref('o.created_at'), ref('o.id')))
    .$if(isNarrowed(times), (query) =>
      query.where(({ ref }) =>
        isWithin(times, ref('o.created_at'), lastChange(ref('sums.changed_at'), ref('n.updated_at'))),
      ),
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
 * Of whom an order or the note was changed since, or taken away. Undefined where those are so many that a page is soon full of them, read
 * from the newest order backwards.
 */
async function phonesChangedSince(em: EntityManager, since: string) {
  const changed = await db(em)
    .selectFrom('orders as o')
    .where('o.updated_at', '>=', sql<Date>`${since}::timestamptz`)
    .select(({ ref }) => phoneKey(ref('o.customer_phone')).as('phone'))
    .unionAll(({ selectFrom }) =>
      selectFrom('customer_notes').where('updated_at', '>=', sql<Date>`${since}::timestamptz`).select('phone'),
    )
    .limit(MOST_FOUND + 1)
    .execute()
  if (changed.length > MOST_FOUND) return undefined
  return db(em)
    .selectFrom(valueRows('changed', { phone: 'text' }, changed))
    .select('changed.phone')
}

/** The phones of the newest orders that a search finds. */
const phonesOf = (em: EntityManager, matches: Expression<SqlBool>) =>
  db(em)
    .selectFrom('orders as o')
    .where(matches)
    // All who were erased have none.
    .where('o.customer_phone', '<>', '')
    .select(({ ref }) => phoneKey(ref('o.customer_phone')).as('phone'))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(MOST_FOUND)

/**
 * The newest order of each phone as its customer, from `orders` as o. Of the given `phones` alone, if any: of these also whose
 * orders are all deleted, since the shop holds their data too.
 */
export const customerRows = (em: EntityManager, phones?: AliasableExpression<{ phone: string }>) =>
  db(em)
    .selectFrom('orders as o')
    .where(({ ref }) => phoneKey(ref('o.customer_phone')), '<>', '')
    .where(({ eb }) => (phones ? eb('o.id', '=', anyFound(newestOf(phones))) : isNewestOfPhone))
    .innerJoinLateral(
      ({ selectFrom, ref }) =>
        selectFrom('orders as each')
          // By the phone alone: of an index of what is not deleted PostgreSQL may read all, for each customer again.
          .where(({ eb, ref: inner }) =>
            eb(phoneKey(inner('each.customer_phone')), '=', phoneKey(ref('o.customer_phone'))),
          )
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere('each.deleted_at', 'is', null).as('orders'),
            sql<number>`coalesce(sum(order_revenue("each")) filter (where each.deleted_at is null), 0)`.as('total'),
            // An order that is deleted changes whose it was.
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
      // One that was taken away is empty.
      sql<string | null>`nullif(${ref('n.note')}, '')`.as('note'),
    ])

const eb = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

/** Read from the newest order backwards, this ends as soon as a page is full. */
const isNewestOfPhone = eb.and([
  eb('o.deleted_at', 'is', null),
  eb(
    'o.id',
    '=',
    eb
      .selectFrom('orders as newest')
      .where('newest.deleted_at', 'is', null)
      .where(({ eb, ref }) => eb(phoneKey(ref('newest.customer_phone')), '=', phoneKey(ref('o.customer_phone'))))
      .select('newest.id')
      .orderBy('newest.created_at', 'desc')
      .orderBy('newest.id', 'desc')
      .limit(1),
  ),
])

/** Each phone is looked up once, however many orders it has. */
const newestOf = (phones: AliasableExpression<{ phone: string }>) =>
  eb
    .selectFrom((each) => each.selectFrom(phones.as('asked')).select('asked.phone').distinct().as('known'))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('orders as own')
          .where(({ eb, ref }) => eb(phoneKey(ref('own.customer_phone')), '=', ref('known.phone')))
          .select('own.id')
          .orderBy(({ eb }) => eb('own.deleted_at', 'is', null), 'desc')
          .orderBy('own.created_at', 'desc')
          .orderBy('own.id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select('newest.id')

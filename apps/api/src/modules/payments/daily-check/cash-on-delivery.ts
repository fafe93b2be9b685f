import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { leftByPayments } from '../../orders/left-to-pay.ts'
import type { Period } from '../providers/provider-ledger.ts'

/**
 * Cash of the orders that were delivered in a period, last, and of those that were cancelled in it after their delivery, which went
 * back; no gateway sees either. The rider brings it on delivery, however long before it was ordered. Cents.
 */
export async function cashOnDelivery({ em }: Pick<Context, 'em'>, period: Period) {
  const [expected, refunded] = await Promise.all([
    cashOf(em, deliveredIn(em, period).unionAll(enteredAsDelivered(em, period))),
    cashOf(em, returnedIn(em, period)),
  ])
  return { expected, refunded }
}

async function cashOf(em: EntityManager, orders: ReturnType<typeof deliveredIn>): Promise<number> {
  const { cents } = await db(em)
    .selectFrom(orders.as('d'))
    // By its id alone: with another condition PostgreSQL may read every order by its time instead.
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom('orders').whereRef('id', '=', 'd.id').selectAll().offset(0).as('o'),
    )
    .select(sql<number>`coalesce(round(sum(${cashOfOrder}) * 100), 0)::bigint`.as('cents'))
    .executeTakeFirstOrThrow()
  return cents
}

/**
 * What the rider brought of an order o that was delivered: all that nothing else paid, and of one that was on delivery what its
 * payments left. Its revenue would say nothing of it once it is cancelled, and payments that went back with it were no cash.
 */
export const cashOfOrder = sql<number>`case
  when o.payment_method = 'manual' and o.paid_at is null then greatest(o.total - o.refunded_amount, 0)
  when o.was_on_delivery then ${leftByPayments}
  else 0 end`

/**
 * Orders whose delivery was on a day of the period. One that was moved on to anything but cancelled was not delivered yet; one that was
 * cancelled was, and its cash went back then. That the cancelling is taken back leaves the cash where it was.
 */
const deliveredIn = (em: EntityManager, period: Period) =>
  changedIn(em, period, 'delivered').whereRef('c.id', '=', ({ selectFrom }) =>
    selectFrom('order_status_changes as first')
      .whereRef('first.order_id', '=', 'c.order_id')
      .where('first.status', '=', 'delivered')
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('order_status_changes as later')
              .whereRef('later.order_id', '=', 'first.order_id')
              .whereRef('later.id', '>', 'first.id')
              .where('later.status', 'not in', ['delivered', 'cancelled'])
              .select('later.id'),
          ),
        ),
      )
      .select(({ fn }) => fn.min('first.id').as('id')),
  )

/** Orders that were cancelled, as they still are, straight after they were delivered. */
const returnedIn = (em: EntityManager, period: Period) =>
  changedIn(em, period, 'cancelled')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('order_status_changes as later')
            .whereRef('later.order_id', '=', 'c.order_id')
            .whereRef('later.id', '>', 'c.id')
            .select('later.id'),
        ),
      ),
    )
    .where(
      ({ selectFrom }) =>
        selectFrom('order_status_changes as before')
          .whereRef('before.order_id', '=', 'c.order_id')
          .whereRef('before.id', '<', 'c.id')
          .orderBy('before.id', 'desc')
          .limit(1)
          .select('before.status'),
      '=',
      'delivered',
    )

/** The status is no parameter, so that every plan may read the index of its changes. */
const changedIn = (em: EntityManager, { from, until }: Period, status: 'delivered' | 'cancelled') =>
  db(em)
    .selectFrom('order_status_changes as c')
    .where('c.status', '=', sql.lit(status))
    .where('c.changed_at', '>=', from)
    .where('c.changed_at', '<', until)
    .select('c.order_id as id')

/**
 * An order that the owner entered as delivered before entries were written down as changes (store-order.ts) was never moved there, and
 * is of the day of its entry. Once it is cancelled, nothing tells of that any more.
 */
const enteredAsDelivered = (em: EntityManager, { from, until }: Period) =>
  db(em)
    .selectFrom('orders as entered')
    // Those that are deleted have an index of their own.
    .where(({ and, eb, or }) => {
      const ofDay = and([eb('entered.created_at', '>=', from), eb('entered.created_at', '<', until)])
      return or([
        and([ofDay, eb('entered.deleted_at', 'is', null)]),
        and([ofDay, eb('entered.deleted_at', 'is not', null)]),
      ])
    })
    .where('entered.status', '=', 'delivered')
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('order_status_changes as c')
            .whereRef('c.order_id', '=', 'entered.id')
            .where('c.status', '=', sql.lit('delivered'))
            .select('c.id'),
        ),
      ),
    )
    .select('entered.id')

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { leftByPayments } from '../../orders/left-to-pay.ts'
import type { Period } from '../providers/provider-ledger.ts'

/**
 * Cash of the orders that were delivered on the day, last, which no gateway sees; cents. The rider brings it then, however long
 * before it was ordered.
 */
export async function paidOnDelivery({ em }: Pick<Context, 'em'>, period: Period): Promise<number> {
  const { cents } = await db(em)
    .selectFrom(deliveredIn(em, period).unionAll(enteredAsDelivered(em, period)).as('d'))
    // By its id alone: with another condition PostgreSQL may read every order by its time instead.
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom('orders').whereRef('id', '=', 'd.id').selectAll().offset(0).as('o'),
    )
    .where('o.deleted_at', 'is', null)
    .select(sql<number>`coalesce(round(sum(${cashOfOrder}) * 100), 0)::bigint`.as('cents'))
    .executeTakeFirstOrThrow()
  return cents
}

/** All of an order o that nothing else paid, and of one that was on delivery what its payments left to the rider. */
const cashOfOrder = sql<number>`case
  when o.payment_method = 'manual' and o.paid_at is null then order_revenue(o)
  when o.was_on_delivery and o.status = 'delivered' then ${leftByPayments}
  else 0 end`

const deliveredIn = (em: EntityManager, { from, until }: Period) =>
  db(em)
    .selectFrom('order_status_changes as c')
    .where('c.status', '=', sql.lit('delivered'))
    .where('c.changed_at', '>=', from)
    .where('c.changed_at', '<', until)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('order_status_changes as later')
            .whereRef('later.order_id', '=', 'c.order_id')
            .whereRef('later.id', '>', 'c.id')
            .where('later.status', '=', sql.lit('delivered'))
            .select('later.id'),
        ),
      ),
    )
    .select('c.order_id as id')

/** An order that the owner entered as delivered was never moved there, and is of the day of its entry. */
const enteredAsDelivered = (em: EntityManager, { from, until }: Period) =>
  db(em)
    .selectFrom('orders as entered')
    .where('entered.created_at', '>=', from)
    .where('entered.created_at', '<', until)
    .where('entered.deleted_at', 'is', null)
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

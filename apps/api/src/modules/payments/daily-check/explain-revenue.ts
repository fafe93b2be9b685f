import { type CashUp, type RevenueReason, revenueReasons } from '@marashi/domain/contracts/admin-cash-up'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { Period } from '../providers/provider-ledger.ts'
import { bookedMoney } from './day-money.ts'

const ORDERS_NAMED = 20

/** What `cash` has more than a revenue, because of one order and for one reason; cents. */
interface Difference {
  reason: RevenueReason
  amount: number
  orderId: string
  orderNumber: string
}

/**
 * Why the money of a day is neither what the dashboard calls its sales nor what the payments' page calls revenue. Every
 * order that makes a difference has one reason, besides money that was too much, so that the reasons add up exactly.
 */
export async function explainRevenue(
  { em }: Pick<Context, 'em'>,
  period: Period,
  cash: number,
): Promise<CashUp['explanation']> {
  const [sales, payments] = await Promise.all([differingOrders(em, period), differingPayments(em, period)])
  return {
    cash,
    dashboard: explained(
      cash,
      sales.flatMap((order) => reasonsOf(order)),
    ),
    payments: explained(
      cash,
      payments.map(({ difference, refunded, ...order }) => ({
        ...order,
        amount: difference,
        reason: refunded > 0 || difference < 0 ? 'refunded-another-day' : 'other',
      })),
    ),
  }
}

function explained(cash: number, differences: readonly Difference[]): CashUp['explanation']['dashboard'] {
  const reasons = revenueReasons.map((reason) => {
    const of = differences.filter((each) => each.reason === reason)
    const orders = [...new Map(of.map(({ orderId, orderNumber }) => [orderId, { orderId, orderNumber }])).values()]
    return {
      reason,
      amount: of.reduce((sum, { amount }) => sum + amount, 0),
      orders: orders.slice(0, ORDERS_NAMED),
      total: orders.length,
    }
  })
  return {
    revenue: cash - differences.reduce((sum, { amount }) => sum + amount, 0),
    reasons: reasons.filter(({ total }) => total > 0),
  }
}

type DifferingOrder = Awaited<ReturnType<typeof differingOrders>>[number]

/**
 * What is too much of an order's money is a reason of its own; the rest has one other. What came beside the payment of an order on
 * delivery is too much only beyond what that payment left to the rider.
 */
function reasonsOf(order: DifferingOrder): Difference[] {
  const { orderId, orderNumber, cash, surplus, revenue } = order
  const rest = cash - surplus - revenue
  const besideDeposit = leftToRider(order) ? Math.max(0, Math.min(surplus, -rest)) : 0
  return [
    { orderId, orderNumber, reason: 'surplus' as const, amount: surplus - besideDeposit },
    { orderId, orderNumber, reason: reasonOf(order), amount: rest + besideDeposit },
  ].filter(({ amount }) => amount !== 0)
}

const leftToRider = ({ wasOnDelivery, isOfDay, isAllRefunded, came, totalCents }: DifferingOrder): boolean =>
  wasOnDelivery === true && isOfDay && !isAllRefunded && came > 0 && came < totalCents

function reasonOf(order: DifferingOrder): RevenueReason {
  if (order.isDeleted) return 'deleted-orders'
  if (order.status === 'cancelled') return 'cancelled-orders'
  if (order.isCash) return 'on-delivery'
  if (leftToRider(order)) return 'on-delivery'
  if (order.isOfDay !== order.came > 0) return 'paid-another-day'
  if (!order.isOfDay || order.isAllRefunded) return 'refunded-another-day'
  return order.refunded > 0 && order.came === order.totalCents ? 'refunded-another-day' : 'other'
}

/** Orders of the day, and orders whose money moved on it, whose money and revenue differ. */
function differingOrders(em: EntityManager, { from, until }: Period) {
  const isOfDay = sql<boolean>`o.created_at >= ${from}::timestamptz and o.created_at < ${until}::timestamptz`
  return db(em)
    .with('money', (query) =>
      query
        .selectFrom(bookedMoney(em, { from, until }).as('b'))
        .groupBy('b.order_id')
        .select([
          'b.order_id',
          sql<number>`sum(b.ours)::bigint`.as('cash'),
          sql<number>`coalesce(sum(b.ours) filter (where b.is_surplus), 0)::bigint`.as('surplus'),
          sql<number>`coalesce(sum(b.ours) filter (where b.ours > 0 and not b.is_surplus), 0)::bigint`.as('came'),
        ]),
    )
    .with('revenue', (query) =>
      query
        .selectFrom('orders as o')
        .where('o.created_at', '>=', from)
        .where('o.created_at', '<', until)
        .where('o.deleted_at', 'is', null)
        .select(['o.id', sql<number>`round(order_revenue(o) * 100)::bigint`.as('cents')]),
    )
    .selectFrom('money as m')
    .fullJoin('revenue as v', 'v.id', 'm.order_id')
    .innerJoin('orders as o', (join) => join.on(sql<boolean>`o.id = coalesce(m.order_id, v.id)`))
    .where(sql<boolean>`coalesce(m.cash, 0) <> coalesce(v.cents, 0) or coalesce(m.surplus, 0) <> 0`)
    .select([
      'o.id as orderId',
      'o.order_number as orderNumber',
      'o.status',
      sql<boolean>`o.deleted_at is not null`.as('isDeleted'),
      sql<boolean>`o.payment_method = 'manual' and o.paid_at is null`.as('isCash'),
      'o.was_on_delivery as wasOnDelivery',
      isOfDay.as('isOfDay'),
      sql<number>`coalesce(m.came, 0)`.as('came'),
      sql<number>`round(o.total * 100)::bigint`.as('totalCents'),
      'o.refunded_amount as refunded',
      sql<boolean>`o.refunded_at is not null`.as('isAllRefunded'),
      sql<number>`coalesce(m.cash, 0)`.as('cash'),
      sql<number>`coalesce(m.surplus, 0)`.as('surplus'),
      sql<number>`coalesce(v.cents, 0)`.as('revenue'),
    ])
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute()
}

/** Payments whose money of the day is not what they add to the revenue of the payments' page. */
function differingPayments(em: EntityManager, period: Period) {
  return db(em)
    .with('money', (query) =>
      query
        .selectFrom(bookedMoney(em, period).as('b'))
        .groupBy('b.payment_id')
        .select([
          'b.payment_id',
          sql<number>`sum(b.ours)::bigint`.as('cash'),
          sql<boolean>`bool_or(b.ours > 0)`.as('has_come'),
        ]),
    )
    .with('compared', (query) =>
      query
        .selectFrom('money as m')
        .innerJoin('payments as p', 'p.id', 'm.payment_id')
        .select([
          'p.order_id',
          sql<number>`coalesce(p.refunded_amount, 0)`.as('refunded'),
          sql<number>`m.cash - case when m.has_come and p.status = 'completed'
            then round((p.amount - coalesce(p.refunded_amount, 0)) * 100)::bigint else 0 end`.as('difference'),
        ]),
    )
    .selectFrom('compared as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .where('c.difference', '<>', 0)
    .select(['o.id as orderId', 'o.order_number as orderNumber', 'c.difference', 'c.refunded'])
    .orderBy('o.created_at')
    .orderBy('o.id')
    .execute()
}

import type { AnsweredApart, CancelMany } from '@marashi/domain/contracts/admin-order-steps'
import type { AdminOrder } from '@marashi/domain/contracts/admin-orders'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import { adminOrderOf } from './admin-order-row.ts'
import { answerApart } from './answer-apart.ts'
import { cancelOrder } from './cancel-order.ts'
import { openClaims } from './undecided-money.ts'

/**
 * Cancels several orders for one reason, each in a transaction of its own. One whose money came is refused with
 * ORDER_HAS_MONEY, the others as cancelOrder throws. See docs/behaviour.md#cancelled-orders.
 */
export const cancelOrders = (
  ctx: Pick<Context, 'em' | 'clock' | 'log' | 'caller'>,
  { orders, ...cancellation }: CancelMany,
): Promise<AnsweredApart> => answerApart(ctx, orders, (order) => cancelWithoutMoney(ctx, { ...order, ...cancellation }))

const cancelWithoutMoney = (
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  order: Parameters<typeof cancelOrder>[2],
): Promise<AdminOrder> =>
  em.fork().transactional(async (tx) => {
    const status = await cancelOrder(tx, clock(), order)
    // The order is locked by now: money that came before is seen here, and money that comes later brings the order back.
    if (await hasMoney(tx, order.id, status)) throw moneyToDecideOn()
    return await adminOrderOf(tx, order.id)
  })

/**
 * Whether money came for an order that had this status, or may have: it is paid, a payment holds money beyond it or is flagged,
 * a typed receipt of it is not decided, or the courier brought it (docs/behaviour.md#revenue).
 */
async function hasMoney(tx: EntityManager, id: string, status: AdminOrder['status']): Promise<boolean> {
  const order = await db(tx)
    .selectFrom('orders as o')
    .where('o.id', '=', id)
    .select(({ eb, exists, or, selectFrom }) => [
      'o.payment_method as paymentMethod',
      or([
        eb('o.paid_at', 'is not', null),
        exists(
          selectFrom('payments as p')
            .whereRef('p.order_id', '=', 'o.id')
            .where('p.deleted_at', 'is', null)
            .where((p) => p.or([p('p.status', '=', 'completed'), p('p.attention', 'is not', null)])),
        ),
        exists(openClaims),
      ]).as('hasPayment'),
    ])
    .executeTakeFirstOrThrow()
  return Boolean(order.hasPayment) || (status === 'delivered' && order.paymentMethod === 'manual')
}

const moneyToDecideOn = () =>
  new ShopError('CONFLICT', 'Please cancel this order by itself, because its money has to be decided on.', {
    code: 'ORDER_HAS_MONEY',
  })

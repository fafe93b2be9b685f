import type { NeutralPaymentState, OrderState } from '@marashi/domain/contracts/order-state'
import { centsOf } from '@marashi/domain/rules/money'
import { sql } from 'kysely'
import { db, instant } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import { orderLines } from './receipt-of-order.ts'
import { refundedOfOrder } from './refunded-of-order.ts'
import { flaggedPayments } from './undecided-money.ts'

/** A prompt or a card's form that is older waits for nobody any more. */
const PENDING_MS = 15 * 60_000

/** An order with one payment state for every way to pay. Throws NOT_FOUND, also for a deleted one. */
export async function orderState(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id }: { id: string },
): Promise<OrderState> {
  const row = await db(em)
    .selectFrom('orders as o')
    .where('o.id', '=', id)
    .where('o.deleted_at', 'is', null)
    .select(({ ref, exists, selectFrom }) => {
      const payments = selectFrom('payments as p').whereRef('p.order_id', '=', 'o.id').where('p.deleted_at', 'is', null)
      return [
        'o.id',
        'o.order_number as orderNumber',
        'o.status',
        'o.payment_method as paymentMethod',
        'o.subtotal',
        'o.delivery_charge as deliveryCharge',
        'o.discount',
        'o.total',
        sql<number>`(${refundedOfOrder} * 100)::float8`.as('refundedCents'),
        orderLines,
        instant(ref('o.created_at')).as('createdAt'),
        instant(ref('o.paid_at')).as('paidAt'),
        instant(ref('o.refunded_at')).as('refundedAt'),
        instant(ref('o.updated_at')).as('updatedAt'),
        exists(flaggedPayments).$castTo<boolean>().as('isFlagged'),
        exists(
          payments
            .where('p.status', 'in', ['pending', 'processing'])
            .where('p.is_manual', '=', false)
            .where('p.created_at', '>', new Date(clock().getTime() - PENDING_MS)),
        )
          .$castTo<boolean>()
          .as('isPending'),
      ]
    })
    .executeTakeFirst()
  if (!row) throw notFound('Order')
  const { refundedAt, isFlagged, isPending, ...order } = row
  return {
    ...order,
    paymentState: stateOf({ isFlagged, isPending, isPaid: order.paidAt !== null, isRefunded: refundedAt !== null }),
    totalCents: centsOf(order.total),
  }
}

function stateOf(is: Record<'isFlagged' | 'isPending' | 'isPaid' | 'isRefunded', boolean>): NeutralPaymentState {
  if (is.isFlagged) return 'flagged'
  if (is.isPaid) return 'paid'
  if (is.isRefunded) return 'refunded'
  return is.isPending ? 'pending' : 'unpaid'
}

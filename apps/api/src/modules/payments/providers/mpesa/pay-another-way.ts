import type { PayAnotherWay, PaymentStateAnswer } from '@marashi/domain/contracts/payments'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import { heldUntil } from '@marashi/domain/rules/stock-hold'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import { takeStockAgain } from '../../../catalogue/stock/take-stock-again.ts'
import { limitTurnToDelivery } from '../../../orders/limit-delivery-orders.ts'
import { statusOnceReopened } from '../../../orders/order-status.ts'
import { paymentStatus } from '../../../orders/payment-status.ts'
import { refuseDisabledMethod } from '../../../shop-settings/refuse-disabled-method.ts'
import { settingsOf } from '../../../shop-settings/settings-of.ts'
import { withdrawOthers } from '../../attempts/withdraw-others.ts'
import { payOnDelivery } from '../../pay-on-delivery.ts'
import { orderCancelled, orderRefunded, piecesSold } from '../../settlement/payment-refusals.ts'
import { requireOrder } from '../../settlement/require-order.ts'

/** The browser offers it for as long as the page is open; prices of another day need another order. */
const REOPENED_WITHIN_MS = 24 * 60 * 60_000

/**
 * Reopens an order that its shopper cancelled, to be paid in another way, so that the same cart makes no second
 * order. The cancelled prompt cannot be called back: money that still comes by it is booked on this order, flagged as
 * late. An order that is open or paid stays as it is; an open attempt by card is withdrawn first. See
 * docs/behaviour.md#pay-another-way.
 *
 * Throws NOT_FOUND, CONFLICT for an order that was refunded, that somebody else cancelled, that is older or
 * whose pieces were sold meanwhile, UNPROCESSABLE_CONTENT where the owner has switched that way off, as payOnDelivery, and as
 * endAttempts while money may be moving.
 */
export async function payAnotherWay(
  ctx: Context,
  { orderId, paymentMethod }: PayAnotherWay,
): Promise<PaymentStateAnswer> {
  await requireOrder(ctx, orderId)
  const before = await paymentStatus(ctx, { id: orderId })
  const settings = await settingsOf(ctx)
  if (before.state === 'unpaid' || before.state === 'cancelled') {
    refuseDisabledMethod(settings, paymentMethod)
    // Before the order is open again; payOnDelivery asks once more.
    if (paymentMethod === 'manual') await limitTurnToDelivery(ctx, orderId)
  }
  await withdrawOthers(ctx, { orderId, paymentMethod })
  await reopen(ctx, settings, orderId)
  if (paymentMethod === 'manual') return await payOnDelivery(ctx, { orderId })
  const { state } = await paymentStatus(ctx, { id: orderId })
  if (state === 'refunded') throw orderRefunded()
  if (state === 'cancelled') throw orderCancelled()
  return { state }
}

/**
 * An order whose pieces were sold meanwhile stays cancelled: open, it would stand in the way of the one that is placed instead. It
 * holds its pieces as an unpaid one, whatever the shopper chose: only payOnDelivery, which may refuse, makes it wait for the courier.
 */
async function reopen({ em, clock }: Context, settings: ShopSettings, orderId: string): Promise<void> {
  const now = clock()
  const until = heldUntil(settings, { isOnDelivery: false, now })
  await em.transactional(async (tx) => {
    const reopened = await db(tx)
      .updateTable('orders')
      .set({
        status: statusOnceReopened,
        mpesa_status: null,
        payment_failure_reason: null,
        pieces_held_until: until,
        hold_ends_at: until,
        updated_at: now,
      })
      .where('id', '=', orderId)
      .where('cancelled_by_shopper', '=', true)
      .where('paid_at', 'is', null)
      .where('refunded_at', 'is', null)
      .where('deleted_at', 'is', null)
      .where('created_at', '>', new Date(now.getTime() - REOPENED_WITHIN_MS))
      .returning('id')
      .executeTakeFirst()
    if (reopened && !(await takeStockAgain(tx, { orderId, now, until }))) throw piecesSold({ isCancelled: true })
  })
}

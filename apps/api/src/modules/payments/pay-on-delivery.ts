import type { PaymentOrder, PaymentStateAnswer } from '@marashi/domain/contracts/payments'
import { heldUntil } from '@marashi/domain/rules/stock-hold'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { takeStockAgain } from '../catalogue/stock/take-stock-again.ts'
import { type DeliveryBound, isWithinBound, limitTurnToDelivery, tooManyWait } from '../orders/limit-delivery-orders.ts'
import { paymentStatus } from '../orders/payment-status.ts'
import { promiseOncePaid } from '../orders/promise-once-paid.ts'
import { refuseDisabledMethod } from '../shop-settings/refuse-disabled-method.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { endAttempts } from './attempts/end-attempts.ts'
import { refuseOutdatedOrder } from './attempts/refuse-outdated-order.ts'
import { paymentProviders } from './providers/registry.ts'
import { orderCancelled, orderRefunded, piecesSold } from './settlement/payment-refusals.ts'
import { requireOrder } from './settlement/require-order.ts'

/**
 * The shopper pays the courier instead: the order that stands is the one that is delivered, so the cart makes no second
 * one. Its open attempts end first. A prompt cannot be called back, so money that still comes by it is booked on this
 * order and flagged as late. Answers `paid` where money was quicker.
 *
 * Throws NOT_FOUND, CONFLICT for a cancelled or refunded order, for one whose pieces were sold meanwhile and, as refuseOutdatedOrder,
 * for one of old prices, UNPROCESSABLE_CONTENT where the owner has switched it off and the order is still to be paid otherwise,
 * TOO_MANY_REQUESTS there too while too many such orders wait, and as endAttempts while money may be moving.
 */
export async function payOnDelivery(ctx: Context, { orderId }: PaymentOrder): Promise<PaymentStateAnswer> {
  await requireOrder(ctx, orderId)
  const settings = await settingsOf(ctx)
  const isUnpaid = (await paymentStatus(ctx, { id: orderId })).state === 'unpaid'
  if (isUnpaid) refuseDisabledMethod(settings, 'manual')
  const bound = isUnpaid ? await limitTurnToDelivery(ctx, orderId) : undefined
  for (const provider of withdrawableFirst()) {
    await endAttempts(ctx, provider, { orderId, reason: 'The shopper chose to pay on delivery.' })
  }
  const now = ctx.clock()
  const until = heldUntil(settings, { isOnDelivery: true, now })
  await ctx.em.transactional(async (tx) => {
    const changed = await db(tx)
      .updateTable('orders')
      .set({
        payment_method: 'manual',
        pieces_held_until: until,
        hold_ends_at: until,
        // Promised to whoever pays at once: a day that is over by now is promised no more.
        delivery_promise: promiseOncePaid(now),
        updated_at: now,
      })
      .where('id', '=', orderId)
      .where('paid_at', 'is', null)
      .where('refunded_at', 'is', null)
      .where('status', '<>', 'cancelled')
      .where('payment_method', '<>', 'manual')
      // Others may have come to wait while the attempts were ended.
      .$if(bound !== undefined, (update) => update.where(isWithinBound(tx, bound as DeliveryBound)))
      .returning([
        'id',
        'created_at as createdAt',
        'delivery_location as deliveryLocation',
        'subtotal',
        'discount',
        'total',
      ])
      .executeTakeFirst()
    if (!changed) return
    await refuseOutdatedOrder(tx, changed, { settings, now })
    if (!(await takeStockAgain(tx, { orderId, now, until }))) throw piecesSold()
  })
  const { state } = await paymentStatus(ctx, { id: orderId })
  if (state === 'refunded') throw orderRefunded()
  if (state === 'cancelled') throw orderCancelled()
  if (state === 'unpaid') throw tooManyWait()
  return { state }
}

/** Those may refuse, and then nothing has ended. */
const withdrawableFirst = () =>
  paymentProviders().toSorted((a, b) => Number(b.withdrawal !== undefined) - Number(a.withdrawal !== undefined))

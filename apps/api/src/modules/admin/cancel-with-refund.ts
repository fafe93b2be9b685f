import type { CancelledOrder, CancelOrder } from '@marashi/domain/contracts/admin-order-steps'
import type { RefundWay } from '@marashi/domain/contracts/admin-refunds'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { ShopError } from '../../shop-error.ts'
import { adminOrderOf } from '../orders/admin-order-row.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { listRefunds } from '../payments/refunds/list-refunds.ts'
import { requestRefund } from '../payments/refunds/request-refund.ts'
import { requirePassword } from './require-password.ts'

/** Money of a payment that can still go back, in cents. */
interface Refundable {
  paymentId: string
  left: number
  asksForPassword: boolean
}

/**
 * Cancels an order and asks for all of its money back. Everything that only the administrator can put right, as the
 * password, is refused before the order is cancelled; where a provider refuses afterwards the order stays cancelled and
 * `problem` says why. Sent again, it gives nothing back twice: what is on its way is no longer left.
 *
 * Throws as cancelOrder and requirePassword, and FORBIDDEN for a key that may change orders but no payments.
 */
export async function cancelWithRefund(ctx: Context, input: CancelOrder): Promise<CancelledOrder> {
  const { id, reason, refund, password = '' } = input
  if (refund !== 'none' && !(await ctx.mayDo('payments', 'write'))) {
    throw new ShopError('FORBIDDEN', 'To give money back this key needs the scope payments:write.')
  }
  const refundable = refund === 'none' ? [] : await refundablePayments(ctx, id, refund)
  if (refundable.some(({ asksForPassword }) => asksForPassword)) await requirePassword(ctx, password)
  await cancelOrder(ctx, input)
  const refunds: CancelledOrder['refunds'] = []
  let problem: string | null = null
  if (refund !== 'none') {
    for (const { paymentId, left } of refundable) {
      try {
        refunds.push(await requestRefund(ctx, { id: paymentId, amount: left, way: refund, reason }))
      } catch (error) {
        if (!(error instanceof ShopError)) throw error
        problem = error.message
      }
    }
  }
  return { order: await adminOrderOf(ctx.em, id), refunds, problem }
}

async function refundablePayments(ctx: Context, orderId: string, way: RefundWay): Promise<Refundable[]> {
  const payments = await db(ctx.em)
    .selectFrom('payments')
    .where('order_id', '=', orderId)
    .where('status', '=', 'completed')
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('created_at')
    .execute()
  const refundable: Refundable[] = []
  for (const { id } of payments) {
    const { left, provider } = await listRefunds(ctx, { id })
    const asksForPassword = way === 'provider' && provider?.asksForPassword === true && provider.unavailable === null
    if (left > 0) refundable.push({ paymentId: id, left, asksForPassword })
  }
  return refundable
}

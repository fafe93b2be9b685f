import type { MpesaAnswer, MpesaOrder } from '@marashi/domain/contracts/payments'
import type { Context } from '../../../../kernel/context.ts'
import { notFound, ShopError } from '../../../../kernel/errors.ts'
import { statusOnceGivenUp } from '../../../orders/order-status.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import { ALREADY_PAID } from './start-payment.ts'

/**
 * The shopper no longer wants to pay this way: open attempts are cancelled and the unpaid order with them (decisions 28).
 * A prompt cannot be called back, so money that still comes revives the order and is flagged. Throws NOT_FOUND,
 * and BAD_REQUEST for an order that was never to be paid by M-Pesa: nobody cancels those by this door.
 */
export async function cancelMpesaPayment(ctx: Context, { orderId }: MpesaOrder): Promise<MpesaAnswer> {
  const attempts: { id: string | null; isByMpesa: boolean }[] = await ctx.em.execute(
    `select p.id, o.payment_method = 'mpesa' or exists (
              select from payments past where past.order_id = o.id and past.payment_method = 'mpesa' and not past.is_by_hand
            ) as "isByMpesa"
     from orders o left join payments p on p.order_id = o.id and p.payment_method = 'mpesa' and p.status = 'processing'
       and not p.is_by_hand
     where o.id = ? and o.deleted_at is null order by p.created_at, p.id`,
    [orderId],
  )
  if (!attempts[0]) throw notFound('Order')
  if (!attempts[0].isByMpesa) throw new ShopError('BAD_REQUEST', 'No M-Pesa payment was started for this order.')
  for (const { id } of attempts) {
    if (id)
      await settlePayment(ctx, id, {
        source: 'shopper',
        outcome: 'cancelled',
        code: 'shopper',
        reason: 'Cancelled in the shop.',
      })
  }
  const [order]: { isPaid: boolean }[] = await ctx.em.execute(
    `update orders set updated_at = ?,
       status = ${statusOnceGivenUp},
       mpesa_status = case when paid_at is null then 'cancelled' else mpesa_status end
     where id = ? returning paid_at is not null as "isPaid"`,
    [ctx.clock(), orderId],
  )
  return order?.isPaid ? ALREADY_PAID : { customerMessage: 'Payment cancelled' }
}

import type { MpesaAnswer, MpesaOrder } from '@marashi/domain/contracts/payments'
import type { Context } from '../../../../kernel/context.ts'
import { notFound, ShopError } from '../../../../kernel/errors.ts'
import { startMpesaPayment } from './start-payment.ts'

/**
 * Sends a new prompt to the phone of the order's last attempt. Throws as startMpesaPayment, NOT_FOUND without the order,
 * BAD_REQUEST before a first attempt.
 */
export async function resendMpesaPayment(ctx: Context, { orderId }: MpesaOrder): Promise<MpesaAnswer> {
  const [last]: { phone: string | null }[] = await ctx.em.execute(
    `select p.mpesa_phone as phone from orders o
     left join payments p on p.order_id = o.id and p.mpesa_phone is not null
     where o.id = ? and o.deleted_at is null order by p.created_at desc, p.id desc limit 1`,
    [orderId],
  )
  if (!last) throw notFound('Order')
  if (last.phone === null) throw new ShopError('BAD_REQUEST', 'No M-Pesa payment was started for this order.')
  return await startMpesaPayment(ctx, { orderId, phone: last.phone })
}

import type { MpesaAnswer, MpesaOrder } from '@marashi/domain/contracts/payments'
import type { Context } from '../../kernel/context.ts'
import { ShopError } from '../../kernel/errors.ts'
import { startMpesaPayment } from './start-mpesa-payment.ts'

/** Sends a new prompt to the phone of the order's last attempt. Throws as startMpesaPayment, BAD_REQUEST before a first one. */
export async function resendMpesaPayment(ctx: Context, { orderId }: MpesaOrder): Promise<MpesaAnswer> {
  const [last]: { phone: string }[] = await ctx.em.execute(
    `select mpesa_phone as phone from payments where order_id = ? and mpesa_phone is not null order by created_at desc, id desc limit 1`,
    [orderId],
  )
  if (!last) throw new ShopError('BAD_REQUEST', 'No M-Pesa payment was started for this order.')
  return await startMpesaPayment(ctx, { orderId, phone: last.phone })
}

import type { MpesaAnswer, PaymentOrder } from '@marashi/domain/contracts/payments'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import { notFound, ShopError } from '../../../../shop-error.ts'
import { startMpesaPayment } from './start-payment.ts'

/**
 * Sends a new prompt to the phone of the order's last attempt. Throws as startMpesaPayment, NOT_FOUND without the order,
 * BAD_REQUEST before a first attempt.
 */
export async function resendMpesaPayment(ctx: Context, { orderId }: PaymentOrder): Promise<MpesaAnswer> {
  const last = await db(ctx.em)
    .selectFrom('orders as o')
    .leftJoin('payments as p', (join) => join.onRef('p.order_id', '=', 'o.id').on('p.mpesa_phone', 'is not', null))
    .where('o.id', '=', orderId)
    .where('o.deleted_at', 'is', null)
    .select('p.mpesa_phone as phone')
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) throw notFound('Order')
  if (last.phone === null) throw new ShopError('BAD_REQUEST', 'No M-Pesa payment was started for this order.')
  return await startMpesaPayment(ctx, { orderId, phone: last.phone })
}

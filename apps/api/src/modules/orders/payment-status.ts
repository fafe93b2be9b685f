import type { PaymentStatus } from '@marashi/domain/contracts/orders'
import type { Context } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'

/** An order's two payment fields; the id alone is the permission to see them (decisions 21). Throws NOT_FOUND. */
export async function paymentStatus({ em }: Pick<Context, 'em'>, { id }: { id: string }): Promise<PaymentStatus> {
  const [row]: PaymentStatus[] = await em.execute(
    `select mpesa_status as "mpesaStatus", mpesa_receipt_number as "mpesaReceiptNumber" from orders where id = ?`,
    [id],
  )
  if (!row) throw notFound('Order')
  return row
}

import type { Context } from '../../../http/context.ts'
import { flagPayment } from '../flags/flag-payment.ts'
import type { FlagDetails } from '../flags/payment-flag.entity.ts'

/** Flags the payment of an e-mail that the customer has not got, and gets no more; `refundId` null where it is a receipt. */
export async function flagUnsent(
  ctx: Context,
  { id, paymentId, refundId }: { id: string; paymentId: string; refundId: string | null },
): Promise<void> {
  const details: FlagDetails = refundId === null ? { receiptEmail: id } : { refundId }
  await flagPayment(ctx, paymentId, { what: 'email-failed', details, source: 'gateway' })
}

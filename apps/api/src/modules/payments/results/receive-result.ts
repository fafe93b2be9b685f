import { createHash } from 'node:crypto'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'
import { hashOfToken } from '../attempts/open-attempt.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { WebhookHead, WebhookRequest } from '../providers/provider-reports.ts'
import { storeEvent } from '../webhooks/store-event.ts'

/** The secret address that a result came to, and the payment that it is about, where it is about one. */
export interface ResultSender {
  tokenHash: string
  paymentId: string | null
}

/** Lets the body of a result be read. Throws NOT_FOUND for an address that was never given out. */
export async function admitResult(
  { em }: Pick<Context, 'em'>,
  { method }: PaymentProvider,
  { params }: WebhookHead,
): Promise<ResultSender> {
  const tokenHash = hashOfToken(params.token ?? '')
  const about = await db(em)
    .selectFrom('result_addresses as address')
    .leftJoin('payment_refunds as refund', 'refund.id', 'address.refund_id')
    .leftJoin('receipt_claims as claim', 'claim.id', 'address.claim_id')
    .where('address.token_hash', '=', tokenHash)
    .where(({ eb, fn }) => eb(fn.coalesce('refund.payment_method', 'claim.gateway'), '=', method))
    .select('refund.payment_id as paymentId')
    .executeTakeFirst()
  if (!about) throw notFound('Address')
  return { tokenHash, paymentId: about.paymentId }
}

/** Stores what came to a secret address as a webhook event and answers its row's id; a body that comes again is the same row. */
export async function receiveResult(
  ctx: Context,
  provider: PaymentProvider,
  { body }: WebhookRequest,
  { tokenHash, paymentId }: ResultSender,
): Promise<string> {
  // PostgreSQL cannot hold NUL in text.
  const text = body.toString('utf8').replaceAll('\u0000', '')
  const event_id = `${tokenHash}:${createHash('sha256').update(text).digest('hex')}`
  const id = await storeEvent(ctx, provider, {
    event_id,
    ...(paymentId !== null && { payment_id: paymentId }),
    result_token_hash: tokenHash,
    body: text,
  })
  faultPoint('result-stored')
  return id
}

import type { Context } from '../../kernel/context.ts'
import { faultPoint } from '../../kernel/fault-points.ts'
import type { Evidence } from './evidence.ts'
import { flagPayment } from './flag-payment.ts'
import { resultOfCallback } from './gateways/mpesa-results.ts'
import { type MpesaCallback, readMpesaCallback } from './gateways/read-mpesa-callback.ts'
import { settlePayment } from './settle-payment.ts'
import { settleStripeEvent } from './settle-stripe-event.ts'

interface MessageRow {
  gateway: 'mpesa' | 'stripe'
  paymentId: string | null
  body: string
}

/**
 * Draws the conclusion from one message of the inbox and marks it done. Settling is idempotent, so a message that was
 * worked on before a crash is simply worked on again.
 */
export async function workOnMessage(ctx: Context, messageId: string): Promise<void> {
  const [message]: MessageRow[] = await ctx.em.execute(
    'select gateway, payment_id as "paymentId", body from gateway_messages where id = ? and processed_at is null and body is not null',
    [messageId],
  )
  if (!message) return
  const outcome =
    message.gateway === 'stripe'
      ? await settleStripeEvent(ctx, messageId, message.body)
      : await settleCallback(ctx, message.paymentId as string, message.body)
  faultPoint('message-settled')
  await ctx.em.execute('update gateway_messages set processed_at = ?, outcome = ? where id = ?', [
    ctx.clock(),
    outcome,
    messageId,
  ])
  faultPoint('message-processed')
}

/** Messages that were acknowledged and then left by a crash. */
export async function workOnLeftMessages(ctx: Context): Promise<void> {
  const olderThan = new Date(ctx.clock().getTime() - 5_000)
  const left: { id: string }[] = await ctx.em.execute(
    'select id from gateway_messages where processed_at is null and body is not null and received_at < ? order by received_at limit 100',
    [olderThan],
  )
  for (const { id } of left) await workOnMessage(ctx, id)
}

async function settleCallback(ctx: Context, paymentId: string, body: string): Promise<string> {
  const callback = readMpesaCallback(body)
  if (!callback) return 'unreadable'
  if (!(await namesThisAttempt(ctx, paymentId, callback))) {
    await flagPayment(ctx, paymentId, { attention: 'id-mismatch', source: 'callback' })
    return 'refused: id-mismatch'
  }
  const settlement = await settlePayment(ctx, paymentId, evidenceOf(callback))
  return settlement.result === 'refused' ? `refused: ${settlement.reason}` : settlement.result
}

/** Ids are compared where both sides know them: the push's answer may have been lost, or be on its way. */
async function namesThisAttempt({ em }: Context, paymentId: string, callback: MpesaCallback): Promise<boolean> {
  const [row]: { checkoutRequestId: string | null }[] = await em.execute(
    'select mpesa_checkout_request_id as "checkoutRequestId" from payments where id = ?',
    [paymentId],
  )
  if (!callback.checkoutRequestId || !row) return true
  if (row.checkoutRequestId) return row.checkoutRequestId === callback.checkoutRequestId
  const adopted: unknown[] = await em.execute(
    `update payments set mpesa_checkout_request_id = ?, mpesa_merchant_request_id = coalesce(mpesa_merchant_request_id, ?)
     where id = ? and mpesa_checkout_request_id is null
       and not exists (select from payments other where other.mpesa_checkout_request_id = ?) returning id`,
    [callback.checkoutRequestId, callback.merchantRequestId ?? null, paymentId, callback.checkoutRequestId],
  )
  return adopted.length > 0
}

function evidenceOf({ resultCode, resultText, amountShillings, receipt }: MpesaCallback): Evidence {
  if (resultCode !== '0') {
    const { outcome, reason } = resultOfCallback(resultCode)
    return { source: 'callback', outcome, code: resultCode, reason, note: resultText.slice(0, 300) }
  }
  // A success that names no amount proves nothing: NaN equals no amount, so it is flagged and the query decides.
  return { source: 'callback', outcome: 'succeeded', amountShillings: amountShillings ?? Number.NaN, receipt }
}

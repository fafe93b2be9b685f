import type { Context } from '../../../kernel/context.ts'
import { faultPoint } from '../../../kernel/fault-points.ts'
import { type MpesaCallback, readMpesaCallback } from '../providers/mpesa/read-callback.ts'
import { resultOfCallback } from '../providers/mpesa/result-codes.ts'
import { settleStripeEvent } from '../providers/stripe/settle-event.ts'
import { flagPayment } from '../settlement/flag-payment.ts'
import type { Evidence } from '../settlement/payment-outcome.ts'
import { settlePayment } from '../settlement/settle-payment.ts'

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
    // M-Pesa's first: its callbacks need nobody's answer, while Stripe's wait for Stripe.
    `select id from gateway_messages where processed_at is null and body is not null and received_at < ?
     order by gateway = 'mpesa' desc, received_at limit 100`,
    [olderThan],
  )
  for (const { id } of left) {
    try {
      await workOnMessage(ctx, id)
    } catch (error) {
      // The others must not wait for it.
      ctx.log.error({ err: error, messageId: id }, 'a gateway message waits in the inbox')
    }
  }
}

async function settleCallback(ctx: Context, paymentId: string, body: string): Promise<string> {
  const callback = readMpesaCallback(body)
  if (!callback) return 'unreadable'
  if (callback === 'unreadable') {
    await flagUnread(ctx, paymentId)
    return callback
  }
  if (!(await namesThisAttempt(ctx, paymentId, callback))) {
    await flagPayment(ctx, paymentId, { attention: 'id-mismatch', source: 'callback' })
    return 'refused: id-mismatch'
  }
  const settlement = await settlePayment(ctx, paymentId, evidenceOf(callback))
  return settlement.result === 'refused' ? `refused: ${settlement.reason}` : settlement.result
}

/** Only Safaricom knows the address, so this was news of the payment; what it was, the query or the administrator finds out. */
async function flagUnread(ctx: Context, paymentId: string): Promise<void> {
  const [row]: { isNew: boolean }[] = await ctx.em.execute(
    `select attention is null and status not in ('completed', 'refunded') as "isNew" from payments where id = ?`,
    [paymentId],
  )
  if (!row?.isNew) return
  const note = 'a callback could not be read'
  await flagPayment(ctx, paymentId, { attention: 'unresolved', source: 'callback', note })
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

function evidenceOf(told: MpesaCallback): Evidence {
  const { resultCode, resultText, amountShillings, receipt } = told
  if (resultCode !== '0') {
    const { outcome, reason } = resultOfCallback(resultCode)
    return { source: 'callback', told, outcome, code: resultCode, reason, note: resultText.slice(0, 300) }
  }
  // A success that names no amount proves nothing: NaN equals no amount, so it is flagged for the administrator.
  return { source: 'callback', told, outcome: 'succeeded', amountShillings: amountShillings ?? Number.NaN, receipt }
}

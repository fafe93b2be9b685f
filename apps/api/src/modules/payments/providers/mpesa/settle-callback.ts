import { sql } from 'kysely'
import type { Context } from '../../../../kernel/context.ts'
import { db, isSet } from '../../../../kernel/db.ts'
import { flagPayment } from '../../settlement/flag-payment.ts'
import type { PaymentOutcome } from '../../settlement/payment-outcome.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import { type MpesaCallback, readMpesaCallback } from './read-callback.ts'
import { resultOfCallback } from './result-codes.ts'

/** Settles a payment by its stored callback and answers what to note on it. */
export async function settleCallback(
  ctx: Context,
  { paymentId, body }: { paymentId: string | null; body: string },
): Promise<string> {
  const callback = readMpesaCallback(body)
  if (!callback || paymentId === null) return 'unreadable'
  if (callback === 'unreadable') {
    await flagUnreadable(ctx, paymentId)
    return callback
  }
  if (!(await namesThisAttempt(ctx, paymentId, callback))) {
    await flagPayment(ctx, paymentId, { attention: 'id-mismatch', source: 'callback' })
    return 'refused: id-mismatch'
  }
  const settlement = await settlePayment(ctx, paymentId, outcomeOf(callback))
  return settlement.result === 'refused' ? `refused: ${settlement.reason}` : settlement.result
}

/** Only Safaricom knows the address, so this reports on the payment; the query or the administrator finds out what. */
async function flagUnreadable(ctx: Context, paymentId: string): Promise<void> {
  const payment = await db(ctx.em)
    .selectFrom('payments')
    .where('id', '=', paymentId)
    .select(({ ref }) => ['status', isSet(ref('attention')).as('isFlagged')])
    .executeTakeFirst()
  if (!payment || payment.isFlagged || payment.status === 'completed' || payment.status === 'refunded') return
  const note = 'a callback could not be read'
  await flagPayment(ctx, paymentId, { attention: 'unresolved', source: 'callback', note })
}

/** Ids are compared where both sides know them: the answer to the prompt may have been lost, or be on its way. */
async function namesThisAttempt({ em }: Context, paymentId: string, callback: MpesaCallback): Promise<boolean> {
  const { checkoutRequestId, merchantRequestId = null } = callback
  const payment = await db(em)
    .selectFrom('payments')
    .select('mpesa_checkout_request_id as checkoutRequestId')
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (!checkoutRequestId || !payment) return true
  if (payment.checkoutRequestId) return payment.checkoutRequestId === checkoutRequestId
  const adopted = await db(em)
    .updateTable('payments')
    .set({
      mpesa_checkout_request_id: checkoutRequestId,
      mpesa_merchant_request_id: sql`coalesce(mpesa_merchant_request_id, ${merchantRequestId})`,
    })
    .where('id', '=', paymentId)
    .where('mpesa_checkout_request_id', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('payments as other').where('other.mpesa_checkout_request_id', '=', checkoutRequestId))),
    )
    .returning('id')
    .executeTakeFirst()
  return adopted !== undefined
}

function outcomeOf(payload: MpesaCallback): PaymentOutcome {
  const { resultCode, resultText, amountShillings, receipt } = payload
  if (resultCode !== '0') {
    const { kind, reason } = resultOfCallback(resultCode)
    return { source: 'callback', payload, kind, code: resultCode, reason, note: resultText.slice(0, 300) }
  }
  return {
    source: 'callback',
    payload,
    kind: 'succeeded',
    // A success that names no amount proves nothing: NaN equals no amount, so it is flagged for the administrator.
    amountShillings: amountShillings ?? Number.NaN,
    ...(receipt !== undefined && { receipt }),
  }
}

import type { MpesaAnswer, StartMpesa } from '@marashi/domain/contracts/payments'
import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import { sql } from 'kysely'
import type { Context } from '../../../../kernel/context.ts'
import { ShopError } from '../../../../kernel/errors.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'
import { lockOrderFirst } from '../../settlement/lock-order-first.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import type { PushOutcome } from './daraja-outcomes.ts'
import { NOT_TAKEN } from './limit-prompts.ts'
import { type MpesaAttempt, openMpesaAttempt } from './open-attempt.ts'

export const ALREADY_PAID: MpesaAnswer = { customerMessage: 'Payment already received' }

const phoneProblems = {
  required: 'Invalid phone number: a phone number is required.',
  invalid: 'Invalid phone number: please enter a valid Kenyan mobile number (Safaricom, Airtel, or Telkom).',
  network: 'Invalid phone number: this network cannot be used. Invalid network.',
}

/**
 * Asks for an M-Pesa prompt on the shopper's phone. The attempt is stored first, the push is sent once and never
 * repeated, and no transaction is open meanwhile. An unanswered push stays open: its callback may still come.
 *
 * Throws BAD_REQUEST for the phone or an amount beyond M-Pesa's limit, SERVICE_UNAVAILABLE without configuration or when
 * M-Pesa is busy, CONFLICT and TOO_MANY_REQUESTS as openMpesaAttempt, GATEWAY_TIMEOUT without an answer. Their words
 * hold what the checkout looks for (facts/mpesa C7).
 */
export async function startMpesaPayment(ctx: Context, { orderId, phone }: StartMpesa): Promise<MpesaAnswer> {
  const number = parseKenyanPhone(phone)
  if (!number.ok) throw wrongPhone(phoneProblems[number.problem])
  const { mpesa } = ctx.gateways
  if (!mpesa) throw notConfigured()

  const attempt = await openMpesaAttempt(ctx, { orderId, phone: number.msisdn })
  if (attempt === 'paid') return ALREADY_PAID
  if (attempt.amountShillings > ctx.env.MPESA_MAX_SHILLINGS) {
    await endAttempt(ctx, attempt, { code: 'limit', message: 'above M-Pesa’s limit' })
    throw new ShopError(
      'BAD_REQUEST',
      'This order is above M-Pesa’s limit for one payment. Please choose another way to pay.',
    )
  }
  faultPoint('attempt-written')
  const outcome = await mpesa.push({
    phone: number.msisdn,
    amountShillings: attempt.amountShillings,
    orderNumber: attempt.orderNumber,
    callbackUrl: `${ctx.gateways.callbackOrigin}/api/hooks/pay/${attempt.callbackToken}`,
  })
  faultPoint('push-answered')
  return await applyAnswer(ctx, attempt, outcome)
}

async function applyAnswer(ctx: Context, attempt: MpesaAttempt, outcome: PushOutcome): Promise<MpesaAnswer> {
  if (outcome.kind === 'accepted') {
    await storeRequestIds(ctx, attempt.paymentId, outcome)
    faultPoint('push-ids-stored')
    return { customerMessage: outcome.customerMessage }
  }
  if (outcome.kind === 'unknown') {
    ctx.log.warn({ paymentId: attempt.paymentId, reason: outcome.message }, 'a push was not answered')
    throw new ShopError('GATEWAY_TIMEOUT', 'timeout waiting for M-Pesa', { code: 'MPESA_UNANSWERED' })
  }
  ctx.log.warn({ paymentId: attempt.paymentId, why: outcome.why, code: outcome.code }, 'M-Pesa refused a push')
  const { why, code, message } = outcome
  await endAttempt(
    ctx,
    attempt,
    why === 'busy' ? { code: NOT_TAKEN, message: `${code} ${message}` } : { code, message },
  )
  throw refusal(outcome)
}

/** The callback may have been quicker than this answer; what it wrote stays. */
async function storeRequestIds(
  { em, clock }: Context,
  paymentId: string,
  { merchantRequestId, checkoutRequestId }: { merchantRequestId: string; checkoutRequestId: string },
): Promise<void> {
  const columns = {
    mpesa_merchant_request_id: merchantRequestId,
    mpesa_checkout_request_id: checkoutRequestId,
    updated_at: clock(),
  }
  const isLatest = sql<boolean>`not exists (select from payments later join payments this on this.id = attempt.id
    where later.order_id = attempt.order_id and (later.created_at, later.id) > (this.created_at, this.id))`
  await lockOrderFirst(em, paymentId)
    .with('attempt', (query) =>
      query
        .updateTable('payments')
        .from('locked')
        .set(columns)
        .whereRef('payments.id', '=', 'locked.payment_id')
        .returning(['payments.id', 'payments.order_id']),
    )
    .updateTable('orders')
    .from('attempt')
    .set({
      ...columns,
      mpesa_status: sql`case when mpesa_status = 'initiated' then 'pending' else mpesa_status end`,
    })
    .whereRef('orders.id', '=', 'attempt.order_id')
    .where(isLatest)
    .execute()
}

const endAttempt = (ctx: Context, { paymentId }: MpesaAttempt, { code, message }: { code: string; message: string }) =>
  settlePayment(ctx, paymentId, { source: 'gateway', kind: 'failed', code, reason: message.slice(0, 300) })

function refusal({ why }: Extract<PushOutcome, { kind: 'refused' }>): ShopError {
  if (why === 'phone') return wrongPhone(phoneProblems.invalid)
  if (why === 'open-prompt') {
    return new ShopError('CONFLICT', 'duplicate request: a prompt is already open', { code: 'MPESA_PROMPT_OPEN' })
  }
  if (why === 'configuration') return notConfigured()
  return new ShopError('SERVICE_UNAVAILABLE', 'M-Pesa connection is busy', {
    code: 'MPESA_BUSY',
    retryAfterSeconds: 20,
  })
}

const wrongPhone = (sentence: string) =>
  new ShopError('BAD_REQUEST', sentence, { code: 'MPESA_PHONE', fields: { phone: sentence } })

const notConfigured = () =>
  new ShopError('SERVICE_UNAVAILABLE', 'M-Pesa is not configured', { code: 'MPESA_NOT_CONFIGURED' })

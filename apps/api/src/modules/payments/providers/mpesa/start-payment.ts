import type { MpesaAnswer, StartMpesa } from '@marashi/domain/contracts/payments'
import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import type { Context } from '../../../../kernel/context.ts'
import { ShopError } from '../../../../kernel/errors.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'
import { heldOrder } from '../../settlement/lock-order-first.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import type { PushOutcome } from './daraja-outcomes.ts'
import { NOT_TAKEN, type OpenAttempt, openMpesaAttempt } from './open-attempt.ts'

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
  if (!number.ok)
    throw new ShopError('BAD_REQUEST', phoneProblems[number.problem], {
      fields: { phone: phoneProblems[number.problem] },
    })
  const { mpesa } = ctx.gateways
  if (!mpesa) throw new ShopError('SERVICE_UNAVAILABLE', 'M-Pesa is not configured')

  const attempt = await openMpesaAttempt(ctx, { orderId, phone: number.msisdn })
  if (attempt === 'paid') return ALREADY_PAID
  if (attempt.amountShillings > ctx.env.MPESA_MAX_SHILLINGS) {
    await giveUp(ctx, attempt, { code: 'limit', message: 'above M-Pesa’s limit' })
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
  return await takeOutcome(ctx, attempt, outcome)
}

async function takeOutcome(ctx: Context, attempt: OpenAttempt, outcome: PushOutcome): Promise<MpesaAnswer> {
  if (outcome.kind === 'accepted') {
    await rememberAccepted(ctx, attempt.paymentId, outcome)
    faultPoint('push-ids-stored')
    return { customerMessage: outcome.customerMessage }
  }
  if (outcome.kind === 'unknown') {
    ctx.log.warn({ paymentId: attempt.paymentId, reason: outcome.message }, 'a push was not answered')
    throw new ShopError('GATEWAY_TIMEOUT', 'timeout waiting for M-Pesa')
  }
  ctx.log.warn({ paymentId: attempt.paymentId, why: outcome.why, code: outcome.code }, 'M-Pesa refused a push')
  const { why, code, message } = outcome
  await giveUp(ctx, attempt, why === 'busy' ? { code: NOT_TAKEN, message: `${code} ${message}` } : { code, message })
  throw refusal(outcome)
}

/** The callback may have been quicker than this answer; what it wrote stays. */
async function rememberAccepted(
  { em, clock }: Context,
  paymentId: string,
  ids: { merchantRequestId: string; checkoutRequestId: string },
): Promise<void> {
  const { merchantRequestId, checkoutRequestId } = ids
  await em.execute(
    `with ${heldOrder}, attempt as (
       update payments set mpesa_merchant_request_id = ?, mpesa_checkout_request_id = ?, updated_at = ? from held
       where payments.id = held.payment_id returning payments.id, order_id
     )
     update orders set mpesa_merchant_request_id = ?, mpesa_checkout_request_id = ?, updated_at = ?,
       mpesa_status = case when mpesa_status = 'initiated' then 'pending' else mpesa_status end
     from attempt where orders.id = attempt.order_id and not exists (
       select from payments later join payments this on this.id = attempt.id
       where later.order_id = attempt.order_id and (later.created_at, later.id) > (this.created_at, this.id))`,
    [paymentId, merchantRequestId, checkoutRequestId, clock(), merchantRequestId, checkoutRequestId, clock()],
  )
}

const giveUp = (ctx: Context, { paymentId }: OpenAttempt, { code, message }: { code: string; message: string }) =>
  settlePayment(ctx, paymentId, { source: 'gateway', outcome: 'failed', code, reason: message.slice(0, 300) })

function refusal({ why }: Extract<PushOutcome, { kind: 'refused' }>): ShopError {
  if (why === 'phone')
    return new ShopError('BAD_REQUEST', phoneProblems.invalid, { fields: { phone: phoneProblems.invalid } })
  if (why === 'open-prompt') return new ShopError('CONFLICT', 'duplicate request: a prompt is already open')
  if (why === 'configuration') return new ShopError('SERVICE_UNAVAILABLE', 'M-Pesa is not configured')
  return new ShopError('SERVICE_UNAVAILABLE', 'M-Pesa connection is busy', { retryAfterSeconds: 20 })
}

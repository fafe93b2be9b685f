import type { MpesaAnswer, StartMpesa } from '@marashi/domain/contracts/payments'
import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import { databaseTrouble } from '../../../../db/database-failure.ts'
import type { Context } from '../../../../http/context.ts'
import { paymentStatus } from '../../../orders/payment-status.ts'
import { openAttempt } from '../../attempts/open-attempt.ts'
import { startAttempt } from '../../attempts/start-attempt.ts'
import { withdrawOthers } from '../../attempts/withdraw-others.ts'
import { settlePayment } from '../../settlement/settle-payment.ts'
import type { Attempt } from '../provider.ts'
import { NOT_TAKEN } from './prompts-of-shop.ts'
import { mpesaProvider } from './provider.ts'
import { notConfigured, phoneProblems, wrongPhone } from './refusals.ts'

/** With M-Pesa's own 25 seconds no longer than a shopper waits; a card that takes longer is still being decided. */
const WITHDRAWN_WITHIN_MS = 3_000

export const ALREADY_PAID: MpesaAnswer = { customerMessage: 'Payment already received', outcome: 'paid' }

/**
 * Asks for an M-Pesa prompt on the shopper's phone. The push is sent once and never repeated; an unanswered one stays
 * open, because its callback may still come. A card of the order that waits for its bank is withdrawn before it.
 *
 * Throws BAD_REQUEST for the phone or an amount beyond M-Pesa's limit, SERVICE_UNAVAILABLE without configuration or when
 * M-Pesa is busy, NOT_FOUND, CONFLICT for a cancelled order or while a prompt is open on the order or the phone,
 * TOO_MANY_REQUESTS beyond the limits of prompts, GATEWAY_TIMEOUT without an answer, and as
 * withdrawOthers while a card may be charged. The checkout decides by their codes.
 */
export async function startMpesaPayment(ctx: Context, { orderId, phone }: StartMpesa): Promise<MpesaAnswer> {
  const number = parseKenyanPhone(phone)
  if (!number.ok) throw wrongPhone(phoneProblems[number.problem])
  if (!mpesaProvider.isConfigured(ctx)) throw notConfigured()
  const attempt = await openAttempt(ctx, mpesaProvider, { orderId, payer: number.msisdn })
  if (attempt === 'paid' || (await isPaidMeanwhile(ctx, attempt))) return ALREADY_PAID
  return { customerMessage: (await startAttempt(ctx, mpesaProvider, attempt)) ?? '', outcome: 'waiting' }
}

/**
 * Withdraws an open card payment, once the prompt may be sent: one that is refused must not cost the shopper the card as well.
 * Answers whether the order has been paid meanwhile, by the card or otherwise; the attempt ends where it has, and where this throws.
 */
async function isPaidMeanwhile(ctx: Context, { orderId, paymentId }: Attempt): Promise<boolean> {
  // As a refusal of M-Pesa's own: no prompt was sent, so nobody is asked what became of it.
  const end = (reason: string) =>
    settlePayment(ctx, paymentId, { source: 'gateway', kind: 'failed', code: NOT_TAKEN, reason })
  try {
    await withdrawOthers(ctx, { orderId, paymentMethod: 'mpesa' }, { withinMs: WITHDRAWN_WITHIN_MS })
    // Also where there was nothing to withdraw: a webhook may have been quicker.
    if ((await paymentStatus(ctx, { id: orderId })).state !== 'paid') return false
  } catch (error) {
    await end(
      databaseTrouble(error)
        ? 'The database did not answer before the prompt was to be sent.'
        : 'A card payment of this order is not decided yet.',
    )
    throw error
  }
  await end('The order was paid meanwhile.')
  return true
}

import type { MpesaAnswer, StartMpesa } from '@marashi/domain/contracts/payments'
import { parseKenyanPhone } from '@marashi/domain/rules/kenyan-phone'
import type { Context } from '../../../../http/context.ts'
import { openAttempt } from '../../attempts/open-attempt.ts'
import { startAttempt } from '../../attempts/start-attempt.ts'
import { withdrawOthers } from '../../attempts/withdraw-others.ts'
import { mpesaProvider } from './provider.ts'
import { notConfigured, phoneProblems, wrongPhone } from './refusals.ts'

export const ALREADY_PAID: MpesaAnswer = { customerMessage: 'Payment already received', outcome: 'paid' }

/**
 * Asks for an M-Pesa prompt on the shopper's phone. The push is sent once and never repeated; an unanswered one stays
 * open, because its callback may still come. A card of the order that waits for its bank is withdrawn first.
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
  await withdrawOthers(ctx, { orderId, paymentMethod: 'mpesa' })
  const attempt = await openAttempt(ctx, mpesaProvider, { orderId, payer: number.msisdn })
  if (attempt === 'paid') return ALREADY_PAID
  return { customerMessage: (await startAttempt(ctx, mpesaProvider, attempt)) ?? '', outcome: 'waiting' }
}

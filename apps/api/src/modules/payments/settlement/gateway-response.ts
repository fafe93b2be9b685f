import type { PaymentOutcome } from './payment-outcome.ts'

/**
 * What a provider sent, as a document to keep with the payment; undefined where it sent nothing. PostgreSQL's JSON holds
 * neither NUL nor half a surrogate pair, and money must be booked whatever a provider's text holds.
 */
export function gatewayResponse({ payload }: Pick<PaymentOutcome, 'payload'>): Record<string, unknown> | undefined {
  if (!payload) return undefined
  const text = JSON.stringify(payload, (_name, value) =>
    typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value,
  )
  return JSON.parse(text)
}

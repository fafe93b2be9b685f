import type { Evidence } from './payment-outcome.ts'

/**
 * What a gateway told, as JSON to keep with the payment; null where it told nothing. PostgreSQL's JSON holds neither NUL
 * nor half a surrogate pair, and money must not go unbooked for one in a gateway's text.
 */
export function gatewayResponse({ told }: Evidence): string | null {
  if (!told) return null
  return JSON.stringify(told, (_name, value) =>
    typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : value,
  )
}

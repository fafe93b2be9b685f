/** Why an M-Pesa payment failed, in the few reasons that a shopper can act on. */
export const mpesaFailures = [
  'insufficient-funds',
  'amount-limit',
  'repeated-too-soon',
  'busy',
  'prompt-open',
  'expired',
  'not-sent',
  'cancelled',
  'unreachable',
  'wrong-pin',
  'unavailable',
  'pin-locked',
  'other',
] as const
export type MpesaFailure = (typeof mpesaFailures)[number]

/**
 * Safaricom's result codes (docs/gateways/mpesa.md#result-codes), and two codes of the shop where Safaricom was not
 * asked.
 */
const failureOfCode = new Map<string, MpesaFailure>([
  ['1', 'insufficient-funds'],
  ['2', 'amount-limit'],
  ['3', 'amount-limit'],
  ['4', 'amount-limit'],
  ['8', 'amount-limit'],
  ['17', 'repeated-too-soon'],
  ['26', 'busy'],
  ['1001', 'prompt-open'],
  ['1019', 'expired'],
  ['1025', 'not-sent'],
  ['9999', 'not-sent'],
  ['1032', 'cancelled'],
  ['1037', 'unreachable'],
  ['2001', 'wrong-pin'],
  ['2028', 'unavailable'],
  ['SFC_IC0003', 'unavailable'],
  ['8006', 'pin-locked'],
  ['limit', 'amount-limit'],
  ['not-taken', 'busy'],
])

/** The reason behind the failure code of a payment. */
export const mpesaFailureOf = (code: string): MpesaFailure => failureOfCode.get(code) ?? 'other'

import type { ProviderContext } from '../provider.ts'
import type { ProviderRefunds } from '../provider-refunds.ts'
import { reportOfReversal, reportOfStatus } from './reversal-report.ts'

const MINUTE_MS = 60_000
// The result comes within seconds or not at all; the sandbox took up to a minute and a half.
const LOOK_UP_AFTER_MS = 2 * MINUTE_MS
const GIVE_UP_AFTER_MS = 72 * 60 * MINUTE_MS

const notSetUp =
  'M-Pesa refunds are not set up: the shop needs MPESA_INITIATOR_NAME, and MPESA_SECURITY_CREDENTIAL or the operator’s password with a MPESA_CERTIFICATE_FILE that can be read (npm run doctor tells). Until then, send the money back yourself and record it by hand.'

/**
 * M-Pesa takes a whole payment back by a reversal. Daraja knows no key of ours, so it is asked at most once for each; what
 * became of a lost answer is asked by status queries, whose results come to addresses of their own.
 */
export const mpesaRefunds: ProviderRefunds = {
  takes: 'whole-payment',
  asksForPassword: true,
  firstLookUpAfterMs: LOOK_UP_AFTER_MS,
  nextInMs: (ageMs) => (ageMs > GIVE_UP_AFTER_MS ? null : Math.min(Math.max(LOOK_UP_AFTER_MS, ageMs), 60 * MINUTE_MS)),
  arrival: 'is in your M-Pesa account within minutes, with a message from M-Pesa',
  unavailable: ({ gateways }) => (gateways.reversals ? null : notSetUp),
  problemOf: ({ receipt }) => (receipt === null ? 'The receipt of this payment has not come yet.' : null),
  readResult(body, { kind, refund }) {
    if (kind === 'refund') return reportOfReversal(body, refund)
    if (kind === 'look-up') return reportOfStatus(body, refund)
    return kind === 'refund-timeout' ? { kind: 'unknown', message: 'M-Pesa had no time for it' } : { kind: 'asked' }
  },
  async refund(ctx, { amountShillings, payment, addresses }) {
    if (payment.receipt === null || addresses === null) throw new Error('a reversal needs a receipt and addresses')
    const outcome = await reversalsOf(ctx).reverse({
      receipt: payment.receipt,
      amountShillings,
      remarks: 'Refund',
      resultUrl: addresses.result,
      timeoutUrl: addresses.timeout,
    })
    if (outcome.kind === 'accepted') return { kind: 'pending', reference: outcome.conversationId }
    if (outcome.kind === 'unknown') return outcome
    return { kind: 'failed', code: outcome.code, reason: outcome.message }
  },
  async lookUp(ctx, { payment, reference, addresses }) {
    if (payment.receipt === null || addresses === null) throw new Error('a query needs a receipt and addresses')
    await reversalsOf(ctx).query({
      receipt: payment.receipt,
      remarks: 'Refund',
      conversationId: reference,
      resultUrl: addresses.result,
      timeoutUrl: addresses.timeout,
    })
    return { kind: 'asked' }
  },
}

function reversalsOf({ gateways }: ProviderContext) {
  if (!gateways.reversals) throw new Error('M-Pesa refunds are not set up')
  return gateways.reversals
}

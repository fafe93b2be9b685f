import type { ProviderReceipts } from '../../provider-receipts.ts'
import { readTransactionStatus } from './read-transaction-status.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const GIVE_UP_AFTER_MS = 24 * 60 * MINUTE_MS
// An answer comes within seconds or not at all, and results are not repeated.
const FIRST_PAUSE_MS = 30 * SECOND_MS
const LONGEST_PAUSE_MS = 60 * MINUTE_MS

const receiptForm = /^[A-Z0-9]{10}$/

/** M-Pesa proves a receipt by a status query, whose answer comes to an address of its own. */
export const mpesaReceipts: ProviderReceipts = {
  problemOf: (receipt) =>
    receiptForm.test(receipt) ? null : 'The code has ten letters and digits. It begins the message from M-Pesa.',
  nextInMs: (ageMs) => (ageMs > GIVE_UP_AFTER_MS ? null : Math.min(Math.max(FIRST_PAUSE_MS, ageMs), LONGEST_PAUSE_MS)),
  canAsk: ({ gateways }) => gateways.reversals !== null,
  async ask({ gateways }, { receipt, addresses: { result: resultUrl, timeout: timeoutUrl } }) {
    if (!gateways.reversals) throw new Error('M-Pesa cannot be asked about receipts: there is no operator')
    const question = { receipt, conversationId: null, remarks: 'Receipt' }
    const answer = await gateways.reversals.query({ ...question, resultUrl, timeoutUrl })
    if (answer !== 'asked') throw new Error('M-Pesa did not take the question on')
  },
  readResult({ env, gateways }, body, { kind, receipt }) {
    if (kind !== 'look-up') return { kind: 'open', why: 'M-Pesa had no time for it' }
    const numbers = gateways.registration?.shortcodes ?? [env.MPESA_SHORTCODE, env.MPESA_TILL]
    return readTransactionStatus(body, { receipt, numbers })
  },
}

import { paymentsCopy } from './payments.ts'

const sources = new Map<string, string>(Object.entries(paymentsCopy.flags.sources))

/** Who reported a change of a payment. */
export const sourceWords = (source: string): string => sources.get(source) ?? source

const reasons = new Map<string, string>(
  Object.entries({
    ...paymentsCopy.attentions,
    'unknown-receipt': 'M-Pesa does not know it',
    'not-completed': 'M-Pesa did not complete its payment, or sent it back',
    'other-shop': 'its payment went to another number',
    'wrong-amount': 'its payment is not what the order costs',
    'not-a-payment': 'it is of no payment to the shop',
    used: 'it has paid for something already',
    claimed: 'it was typed for another order first',
  }),
)

const results = new Map<string, string>(
  Object.entries({
    settled: 'Booked',
    assigned: 'Booked on an order',
    matched: 'Its payment was found',
    known: 'Known already',
    unmatched: 'No order found',
    unreadable: 'Could not be read',
    refused: 'Not booked',
    flagged: 'Flagged',
    dispute: 'Dispute',
    'refund succeeded': 'Refund made',
    'refund failed': 'Refund failed',
    'refund unknown': 'Refund without an outcome',
    'receipt proved': 'The typed receipt is proved',
    'receipt open': 'The typed receipt is not decided yet',
    'receipt refused': 'The typed receipt is not accepted',
    'receipt unknown, but on the books': 'M-Pesa does not know the typed receipt, but its money is on the books',
  }),
)

/**
 * What the shop noted on a message of a gateway or a change of a payment, as `settled` or `refused: receipt-used`, in words. What the
 * owner wrote stays.
 */
export function notedWords(noted: string): string {
  const [what = '', ...rest] = noted.split(': ')
  const why = rest.join(': ')
  const resolved = /^resolved ([a-z-]+)$/.exec(what)?.[1]
  if (resolved !== undefined) return `Resolved: ${reasons.get(resolved) ?? resolved}. ${why}`
  const result = results.get(what)
  if (result === undefined) return noted
  return why === '' ? result : `${result}: ${reasons.get(why) ?? why}`
}

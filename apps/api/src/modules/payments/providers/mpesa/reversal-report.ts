import type { RefundReport, RefundToSend } from '../provider-refunds.ts'
import { type DarajaResult, readDarajaResult } from './read-result.ts'

type Refund = Omit<RefundToSend, 'addresses'>

const ALREADY_REVERSED = 'R000001'

/** What ends a reversal without taking anything back, for the administrator. */
const failures = new Map([
  [
    '1',
    'The shop’s M-Pesa account holds too little, perhaps because it was moved to the bank. Top it up and try again.',
  ],
  ['11', 'M-Pesa does not allow this for the state of an account. Ask Safaricom.'],
  ['21', 'The API operator may not reverse: give it the role “Org Reversals Initiator” in the M-Pesa portal.'],
  ['2001', 'The name or password of the API operator is wrong, or its password has ended.'],
  ['2006', 'M-Pesa does not allow this for the state of an account. Ask Safaricom.'],
  ['2028', 'The shortcode is not allowed to reverse. Ask Safaricom.'],
  ['8006', 'The API operator is locked. Unlock it in the M-Pesa portal.'],
  ['R000002', 'M-Pesa does not know this receipt.'],
  ['TP40153', 'M-Pesa does not know the API operator.'],
])

/** What the result of a reversal says of its refund. A result code that nobody has described proves nothing. */
export function reportOfReversal(body: string, refund: Refund): RefundReport | 'mismatch' | 'unreadable' {
  const result = readDarajaResult(body)
  if (!result) return 'unreadable'
  const { code, text, conversationId: reference, transactionId: receipt } = result
  if (isOfAnother(result, refund)) return 'mismatch'
  const known = { reference: refund.reference ?? reference, payload: summaryOf(result) }
  if (code === '0') return { ...known, kind: 'succeeded', receipt }
  // It was taken back before, by the request whose answer was lost.
  if (code === ALREADY_REVERSED) return { ...known, kind: 'succeeded' }
  const reason = failures.get(code)
  // A failure has no parameters: with them the code means something else.
  if (reason && !result.hasParameters) return { ...known, kind: 'failed', code, reason }
  return { ...known, kind: 'unknown', message: `result ${code} ${text}` }
}

/**
 * What a status query says. By the receipt of the payment it tells whether the payment stands; that it stands does not
 * prove that no reversal is on its way. By the conversation it tells how the reversal itself ended.
 */
export function reportOfStatus(body: string, refund: Refund): RefundReport | 'mismatch' | 'unreadable' {
  const result = readDarajaResult(body)
  if (!result) return 'unreadable'
  const receipt = result.parameter('ReceiptNo')
  const status = result.parameter('TransactionStatus')
  const known = { payload: summaryOf(result) }
  if (result.code !== '0' || !receipt || !status) return { kind: 'asked' }
  if (receipt === refund.payment.receipt)
    return status === 'Reversed' ? { ...known, kind: 'succeeded' } : { kind: 'asked' }
  // Asked by the payment's receipt, and told of another: nothing of ours.
  if (refund.reference === null) return 'mismatch'
  if (Number(result.parameter('Amount')) !== refund.amountShillings) return 'mismatch'
  if (status === 'Completed') return { ...known, kind: 'succeeded', receipt }
  const isOver = status === 'Cancelled' || status === 'Declined' || status === 'Expired'
  return isOver ? { ...known, kind: 'failed', code: status, reason: `M-Pesa: ${status}` } : { kind: 'asked' }
}

function isOfAnother(result: DarajaResult, { reference, payment, amountShillings }: Refund): boolean {
  const original = result.parameter('OriginalTransactionID')
  const amount = result.parameter('Amount')
  return (
    (reference !== null && result.conversationId !== undefined && result.conversationId !== reference) ||
    (original !== undefined && original !== payment.receipt) ||
    (amount !== undefined && Number(amount) !== amountShillings)
  )
}

/** Without the names and phones that the parameters hold. */
const summaryOf = ({ code, text, conversationId, transactionId, parameter }: DarajaResult) => ({
  code,
  text,
  conversationId,
  transactionId,
  status: parameter('TransactionStatus'),
})

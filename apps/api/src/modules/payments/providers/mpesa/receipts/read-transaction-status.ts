import { centsOf } from '@marashi/domain/rules/money'
import { fromNairobiDigits } from '@marashi/domain/rules/nairobi-time'
import { isSameReference } from '@marashi/domain/rules/payment-reference'
import type { ReceiptReport } from '../../provider-receipts.ts'
import { type DarajaResult, readDarajaResult } from '../read-result.ts'

const UNKNOWN_RECEIPT = '2032'
const notCompleted = new Set(['Cancelled', 'Declined', 'Expired', 'Reversed'])

/**
 * What the answer to a status query says of a receipt. Money is proved only by a completed payment with this receipt to one
 * of the shop's own `numbers`. See docs/gateways/mpesa.md#typed-receipts.
 */
export function readTransactionStatus(
  body: string,
  { receipt, numbers }: { receipt: string; numbers: readonly (string | undefined)[] },
): ReceiptReport {
  const result = readDarajaResult(body)
  if (!result) return { kind: 'open', why: 'unreadable' }
  if (result.code === UNKNOWN_RECEIPT) return { kind: 'refuted', reason: 'unknown-receipt' }
  // Any other code is about the operator or the moment, not about the receipt.
  if (result.code !== '0') return { kind: 'open', why: `result ${result.code}` }
  const named = result.parameter('ReceiptNo')
  if (named === undefined || !isSameReference(named, receipt)) return { kind: 'open', why: 'another receipt' }
  const status = result.parameter('TransactionStatus') ?? ''
  if (notCompleted.has(status)) return { kind: 'refuted', reason: 'not-completed' }
  if (status !== 'Completed') return { kind: 'open', why: `status ${status}` }
  const payee = partyOf(result.parameter('CreditPartyName'))
  if (payee.number === undefined) return { kind: 'open', why: 'it names no payee' }
  if (!numbers.includes(payee.number)) return { kind: 'refuted', reason: 'other-shop' }
  const amountCents = centsOf(Number(result.parameter('Amount')))
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0) return { kind: 'open', why: 'it names no amount' }
  return { kind: 'proved', line: { amountCents, ...payerOf(result) } }
}

function payerOf(result: DarajaResult) {
  const { number: payerPhone, name: payerName } = partyOf(result.parameter('DebitPartyName'))
  const time = result.parameter('FinalisedTime') ?? result.parameter('InitiatedTime') ?? ''
  const description = result.parameter('TransactionReason') ?? result.parameter('ReasonType')
  return { payerPhone, payerName, description, occurredAt: fromNairobiDigits(time) ?? undefined }
}

/** "600998 - SHOP": all digits before the dash, so that a longer number that begins alike is another one. */
function partyOf(text: string | undefined): { number: string | undefined; name: string | undefined } {
  const [, number, name] = /^\s*([\d*]+(?: [\d*]+)*)\s*(?:-\s*(.*))?$/s.exec(text ?? '') ?? []
  return { number, name: name?.trim() || undefined }
}

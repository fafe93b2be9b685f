import type { TransactionKind } from '@marashi/domain/rules/gateway-transaction'
import { centsOf } from '@marashi/domain/rules/money'
import { fromNairobiDigits } from '@marashi/domain/rules/nairobi-time'
import { normaliseReference } from '@marashi/domain/rules/payment-reference'
import { z } from 'zod'
import type { ReadConfirmation } from '../../provider-confirmations.ts'
import { parseDarajaJson, textOrNumber } from '../daraja-json.ts'

const text = textOrNumber.nullish().transform((value) => (value == null ? '' : String(value).trim()))

const confirmation = z.object({
  TransactionType: text,
  TransID: text,
  TransTime: text,
  TransAmount: text,
  BusinessShortCode: text,
  BillRefNumber: text,
  MSISDN: text,
  FirstName: text,
  MiddleName: text,
  LastName: text,
})

/**
 * Reads a confirmation in any of its shapes; see docs/gateways/mpesa.md#payments-by-hand. Only a payment to one of
 * `shortcodes` of a type that is known may book itself.
 */
export function readConfirmation(
  body: string,
  shortcodes: readonly (string | undefined)[],
): ReadConfirmation | 'unreadable' {
  const parsed = confirmation.safeParse(parseDarajaJson(body))
  if (!parsed.success) return 'unreadable'
  const sent = parsed.data
  const reference = normaliseReference(sent.TransID)
  const amountCents = centsOf(Number(sent.TransAmount.replaceAll(',', '')))
  const occurredAt = fromNairobiDigits(sent.TransTime)
  if (reference === '' || sent.TransAmount === '' || !Number.isSafeInteger(amountCents) || !occurredAt) {
    return 'unreadable'
  }
  const { kind, isKnown } = kindOf(sent.TransactionType, amountCents)
  const line: ReadConfirmation['line'] = {
    reference,
    kind,
    amountCents,
    occurredAt,
    account: sent.BillRefNumber,
    payerName: [sent.FirstName, sent.MiddleName, sent.LastName].filter(Boolean).join(' '),
    payerPhone: sent.MSISDN,
    description: sent.TransactionType,
  }
  const isLeftToOwner = true
  if (!isKnown) return { line: { ...line, isLeftToOwner }, why: `of another type: ${sent.TransactionType}` }
  if (!shortcodes.includes(sent.BusinessShortCode)) {
    const why = `to the number ${sent.BusinessShortCode}, which is not ours`
    return { line: { ...line, description: `${sent.TransactionType} ${why}`, isLeftToOwner }, why }
  }
  return { line }
}

// Documentation says "Buy Goods" where tills report "Customer Merchant Payment".
const paymentTypes = /^(customer)?(paybill|buygoods|merchantpayment)(online)?$/
// Transfers to the bank and charges of the shop's own account.
const ownTransfers = /settle|withdraw|transfer|charge|revers|organi[sz]ation|salary/

/** A type that nobody has seen yet may be a sale: it is kept for the owner to decide. */
function kindOf(type: string, amountCents: number): { kind: TransactionKind; isKnown: boolean } {
  const name = type.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (amountCents <= 0 || ownTransfers.test(name)) return { kind: 'other', isKnown: false }
  return { kind: 'payment', isKnown: paymentTypes.test(name) }
}

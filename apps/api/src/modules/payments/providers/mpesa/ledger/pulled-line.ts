import { centsOf } from '@marashi/domain/rules/money'
import { normaliseReference } from '@marashi/domain/rules/payment-reference'
import { z } from 'zod'
import type { LedgerLine } from '../../provider-ledger.ts'
import { textOrNumber } from '../daraja-json.ts'

const text = textOrNumber.nullish().transform((value) => (value === null || value === undefined ? null : String(value)))

const row = z.object({
  transactionId: textOrNumber.transform(String).pipe(z.string().min(1).max(64)),
  trxDate: z.string(),
  amount: z.coerce.number().positive().max(100_000_000),
  msisdn: text,
  sender: text,
  transactiontype: text,
  billreference: text,
})

/** One row of Daraja's list. Throws for one that cannot be read: a list with a hole would report money as missing. */
export function pulledLine(value: unknown): LedgerLine {
  const { transactionId, trxDate, amount, msisdn, sender, transactiontype, billreference } = row.parse(value)
  return {
    reference: normaliseReference(transactionId),
    kind: 'payment',
    amountCents: centsOf(amount),
    feeCents: null,
    netCents: null,
    balanceCurrency: null,
    occurredAt: instantOf(trxDate),
    account: billreference,
    payerName: sender,
    payerPhone: msisdn,
    description: transactiontype,
    relatedReference: null,
  }
}

/** Without a zone it is Nairobi's time. */
function instantOf(trxDate: string): Date {
  const iso = trxDate.trim().replace(' ', 'T')
  const instant = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(iso) ? iso : `${iso}+03:00`)
  if (Number.isNaN(instant.getTime())) throw new Error('M-Pesa’s list has a time that cannot be read')
  return instant
}

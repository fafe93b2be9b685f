import { normaliseReference } from '@marashi/domain/rules/payment-reference'
import type { LedgerLine } from '../../provider-ledger.ts'
import { refusedStatement } from './refused-statement.ts'
import { centsIn, timeIn } from './statement-cells.ts'
import type { Row } from './statement-table.ts'

/** A row that moved money; one of a charge belongs to another row. */
export type StatementLine = LedgerLine & { row: number }

// What did not happen, or not yet.
const skipped = new Set([
  'failed',
  'cancelled',
  'canceled',
  'declined',
  'expired',
  'pending',
  'initiated',
  'authorized',
])

/** What one row says; undefined where it moved nothing. Throws BAD_REQUEST and names the row. */
export function statementLine(row: Row): StatementLine | undefined {
  const { cells, number } = row
  const status = cells.status.toLowerCase()
  if (skipped.has(status)) return undefined
  if (status !== 'completed')
    throw refusedStatement(`Row ${number}: the status "${cells.status.slice(0, 30)}" is not known.`)
  const reference = normaliseReference(cells.receipt)
  if (!/^[\w-]{6,40}$/.test(reference)) throw refusedStatement(`Row ${number} has no receipt number.`)
  const time = timeIn(cells.completed)
  if (!time?.hasTime) throw refusedStatement(`Row ${number}: "${cells.completed.slice(0, 30)}" is no time.`)
  const amountCents = amountIn(row)
  // What follows names the payer or what he typed: a Jane Sloan borrows nothing, and a Mr Banks is none.
  const words = cells.reason || cells.details.replace(/ (?:from|acc\.) .*$/i, '')
  const [phone = '', ...name] = cells.otherParty.split(' - ')
  return {
    row: number,
    reference,
    kind: kindOf(words, amountCents),
    amountCents,
    feeCents: null,
    netCents: null,
    balanceCurrency: null,
    occurredAt: time.at,
    account: cells.account || null,
    payerName: name.join(' - ') || null,
    payerPhone: /\d/.test(phone) ? phone : null,
    description: cells.reason || cells.details || null,
    relatedReference: normaliseReference(cells.linked) || null,
  }
}

/** Some exports write what was withdrawn with a minus, some without. */
function amountIn(row: Row): number {
  const paidIn = centsIn(row.cells.paidIn, row)
  const withdrawn = Math.abs(centsIn(row.cells.withdrawn, row))
  if ((paidIn === 0) === (withdrawn === 0) || paidIn < 0) {
    throw refusedStatement(`Row ${row.number} must have an amount either paid in or withdrawn.`)
  }
  return paidIn || -withdrawn
}

const noSale = /settle|settlement|transfer|float|interest|revers|bank|deposit|loan|business to business|funds/i

/** Money in counts as a payment unless its words say that it is none: unknown money must come into sight. */
function kindOf(words: string, amountCents: number): LedgerLine['kind'] {
  if (amountCents > 0) return noSale.test(words) ? 'other' : 'payment'
  if (/charge|fee|tariff/i.test(words)) return 'fee'
  if (/revers|refund/i.test(words)) return 'refund'
  return /settle|settlement|bank|withdraw/i.test(words) ? 'payout' : 'other'
}

import { type LedgerLine, LISTED_WITHIN_MS, type Statement } from '../../provider-ledger.ts'
import { refusedStatement } from './refused-statement.ts'
import { periodIn, shopNumberIn } from './statement-cells.ts'
import { type StatementLine, statementLine } from './statement-line.ts'
import { statementTable } from './statement-table.ts'

const MAX_LINES = 100_000

/**
 * Reads a statement of the M-Pesa portal (CSV): docs/gateways/mpesa.md#statement. A charge with the receipt of another
 * row becomes that row's fee. Throws BAD_REQUEST for a file of which any row cannot be read.
 */
export async function readStatement(
  file: Buffer,
  { now, shopNumbers }: { now: Date; shopNumbers: readonly string[] },
): Promise<Statement> {
  const { header, rows } = statementTable(file)
  const shop = shopNumberIn(header)
  if (shop && shopNumbers.length > 0 && !shopNumbers.includes(shop)) {
    throw refusedStatement(`It is of the number ${shop}, which is not the shop’s.`)
  }
  const moved = new Map<string, StatementLine>()
  const charges = new Map<string, StatementLine>()
  for await (const row of rows) {
    const line = statementLine(row)
    if (line) keep(line.kind === 'fee' ? charges : moved, line)
    if (moved.size > MAX_LINES) throw refusedStatement(`It has more than ${MAX_LINES} rows.`)
  }
  if (moved.size + charges.size === 0) throw refusedStatement('It has no completed transaction.')
  const lines = withFees(moved, charges)
  return { ...coveredBy(lines, periodIn(header), now), lines }
}

/** The same row twice is one; two movements under one receipt cannot both be right. */
function keep(known: Map<string, StatementLine>, line: StatementLine): void {
  const other = known.get(line.reference)
  if (!other) known.set(line.reference, line)
  else if (other.amountCents !== line.amountCents) {
    throw refusedStatement(
      `Rows ${other.row} and ${line.row} have the receipt ${line.reference} and different amounts.`,
    )
  }
}

function withFees(moved: Map<string, StatementLine>, charges: Map<string, StatementLine>): LedgerLine[] {
  const feeOf = new Map<StatementLine, number>()
  const lines: LedgerLine[] = []
  for (const charge of charges.values()) {
    const payment = moved.get(charge.reference) ?? moved.get(charge.relatedReference ?? '')
    if (payment) feeOf.set(payment, (feeOf.get(payment) ?? 0) - charge.amountCents)
    // Its payment is in another file, and has the receipt that it names, or else its own.
    else {
      const relatedReference = charge.relatedReference ?? charge.reference
      lines.push(plain({ ...charge, reference: `${charge.reference}-FEE`, relatedReference }))
    }
  }
  for (const line of moved.values()) {
    // A charge that is not in this file may be in another one.
    lines.push(plain({ ...line, feeCents: feeOf.get(line) ?? null }))
  }
  return lines
}

const plain = ({ row: _row, ...line }: StatementLine): LedgerLine => line

/**
 * The period that the file names is covered where it was over when the file was read. Before, nobody knows when the file was taken:
 * only what came well before its last line is covered, and so it is without a period.
 */
function coveredBy(lines: readonly LedgerLine[], period: ReturnType<typeof periodIn>, now: Date) {
  const times = lines.map(({ occurredAt }) => occurredAt.getTime())
  const [first, last] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b)) + 1_000]
  if (last > now.getTime() + 86_400_000) throw refusedStatement('It has transactions of a day that is still to come.')
  const from = Math.min(period?.from.getTime() ?? first, first)
  const isOver = period !== undefined && period.until.getTime() + LISTED_WITHIN_MS <= now.getTime()
  const until = isOver ? Math.max(period.until.getTime(), last) : Math.max(last - LISTED_WITHIN_MS, from + 1_000)
  return { from: new Date(from), until: new Date(until) }
}

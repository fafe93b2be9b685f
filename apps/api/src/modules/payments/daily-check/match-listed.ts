import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { TransactionKind } from '@marashi/domain/rules/gateway-transaction'
import { centsOf } from '@marashi/domain/rules/money'
import { paidStatuses } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'

/** A line as it is stored, and whether nobody has connected or dismissed it. */
export interface StoredLine {
  id: string
  kind: TransactionKind
  reference: string
  relatedReference: string | null
  amountCents: number
  isFree: boolean
}

interface Match {
  id: string
  of: string
}

/**
 * Connects some lines at once with the payments and refunds whose receipts a gateway has proved and whose amounts are
 * theirs; ten thousand lines of a statement one by one would take minutes. What is less clear is left to the job that runs matchTransactions.
 */
export async function matchListed(
  tx: EntityManager,
  now: Date,
  { gateway, lines }: { gateway: PaymentMethod; lines: readonly StoredLine[] },
): Promise<void> {
  const free = lines.filter(({ isFree }) => isFree)
  const payments = await paymentsOf(
    tx,
    gateway,
    free.filter(({ kind }) => kind === 'payment'),
  )
  const refunds = await refundsOf(
    tx,
    gateway,
    free.filter(({ kind }) => kind !== 'payment'),
  )
  const connected = [...(await connect(tx, 'payment_id', payments)), ...(await connect(tx, 'refund_id', refunds))]
  if (connected.length === 0) return
  await db(tx)
    .insertInto('gateway_transaction_events')
    .values(connected.map(({ id }) => ({ transaction_id: id, at: now, by: 'shop', what: 'matched', note: null })))
    .execute()
}

async function paymentsOf(tx: EntityManager, gateway: PaymentMethod, lines: readonly StoredLine[]): Promise<Match[]> {
  if (lines.length === 0) return []
  const keys = lines.flatMap(namesOf)
  const found = await db(tx)
    .selectFrom('payments')
    .where('payment_method', '=', gateway)
    // Nobody can take these off the list of payments meanwhile.
    .where('is_manual', '=', false)
    .where('status', 'in', paidStatuses)
    .where('deleted_at', 'is', null)
    .where('provider_receipt', 'is not', null)
    .where(({ eb, fn }) => eb(fn<string>('upper', ['provider_receipt']), '=', sql<string>`any(${keys}::text[])`))
    .select(['id', 'amount', sql<string>`upper(provider_receipt)`.as('receipt')])
    .execute()
  const byReceipt = new Map(found.map((payment) => [payment.receipt, payment]))
  return lines.flatMap((line) => {
    const payment = namesOf(line)
      .map((name) => byReceipt.get(name))
      .find((each) => each !== undefined)
    return payment && centsOf(payment.amount) === line.amountCents ? [{ id: line.id, of: payment.id }] : []
  })
}

async function refundsOf(tx: EntityManager, gateway: PaymentMethod, lines: readonly StoredLine[]): Promise<Match[]> {
  if (lines.length === 0) return []
  const keys = lines.flatMap(({ reference, relatedReference }) => [reference, relatedReference ?? reference])
  const found = await db(tx)
    .selectFrom('payment_refunds')
    .where('payment_method', '=', gateway)
    // One that failed after it had succeeded went and came back.
    .where('status', 'in', ['succeeded', 'failed'])
    .where(({ eb, fn, or }) =>
      or([
        eb('provider_reference', '=', sql<string>`any(${keys}::text[])`),
        eb(
          fn<string>('upper', ['provider_receipt']),
          '=',
          sql<string>`any(${keys.map((key) => key.toUpperCase())}::text[])`,
        ),
      ]),
    )
    .select(['id', 'amount', 'provider_reference as reference', 'provider_receipt as receipt'])
    .execute()
  return lines.flatMap((line) => {
    const refund = found.find(
      ({ reference, receipt }) =>
        (reference !== null && reference === line.relatedReference) || (receipt !== null && receipt === line.reference),
    )
    return refund && centsOf(refund.amount) === Math.abs(line.amountCents) ? [{ id: line.id, of: refund.id }] : []
  })
}

const namesOf = ({ reference, relatedReference }: StoredLine): string[] =>
  [reference, relatedReference].flatMap((name) => (name === null ? [] : [name.toUpperCase()]))

async function connect(
  tx: EntityManager,
  column: 'payment_id' | 'refund_id',
  matches: readonly Match[],
): Promise<{ id: string }[]> {
  if (matches.length === 0) return []
  const [ids, ofs] = [matches.map(({ id }) => id), matches.map((match) => match.of)]
  return await db(tx)
    .updateTable('gateway_transactions as g')
    .from(sql<{ id: string; of: string }>`(select * from unnest(${ids}::uuid[], ${ofs}::uuid[]) as m (id, of))`.as('m'))
    .set(({ ref }) => (column === 'payment_id' ? { payment_id: ref('m.of') } : { refund_id: ref('m.of') }))
    .whereRef('g.id', '=', 'm.id')
    .where('g.payment_id', 'is', null)
    .where('g.refund_id', 'is', null)
    .where('g.dismissed_at', 'is', null)
    .returning('g.id')
    .execute()
}

import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { TransactionKind, TransactionSource } from '@marashi/domain/rules/gateway-transaction'
import { formatKsh, shillingsOf } from '@marashi/domain/rules/money'
import { normaliseReference } from '@marashi/domain/rules/payment-reference'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { centsOfLine } from './cents-of-line.ts'
import { eraseKnownPayers } from './erased-payer.ts'
import { recordTransactionEvent } from './record-transaction-event.ts'

const MAX_TEXT = 300

/** One line of a gateway's ledger as somebody reports it; amounts are cents, + came, − went. */
export interface TransactionToKeep {
  gateway: PaymentMethod
  /** What identifies the line at the gateway; it is normalised here. */
  reference: string
  kind: TransactionKind
  amountCents: number
  occurredAt: Date
  source: TransactionSource
  /** Only the owner may book it: the gateway's report is of a kind that the shop does not know, or names another payee. */
  isLeftToOwner?: boolean
  feeCents?: number | null
  netCents?: number | null
  balanceCurrency?: string | null
  account?: string | null
  payerName?: string | null
  payerPhone?: string | null
  description?: string | null
  relatedReference?: string | null
  paymentReference?: string | null
}

/**
 * Keeps a line, and adds to one that is known what was missing there. What a later report says differently is noted in its
 * history and changes nothing but what a gateway's list is believed in: amount, fee and net. Answers its id and whether it is
 * new. Whoever keeps a payment calls placeTransaction after.
 */
export async function upsertTransaction(
  tx: EntityManager,
  now: Date,
  line: TransactionToKeep,
): Promise<{ id: string; isNew: boolean }> {
  const stored = await storeTransactions(tx, now, [line]).executeTakeFirstOrThrow()
  if (stored.isNew) {
    await recordTransactionEvent(tx, { now, id: stored.id, by: 'shop', what: 'reported', note: line.source })
  } else if (stored.amountCents !== line.amountCents || stored.kind !== line.kind) {
    await noteDifference(tx, now, { id: stored.id, line })
  }
  if (!stored.isNew) await eraseKnownPayers(tx, now, [stored.id])
  return { id: stored.id, isNew: stored.isNew }
}

/**
 * Stores lines that are new, and adds to known ones what was missing there; no two of them have one reference. Amount, fee and net
 * are those of the list that was read last: one that was wrong is put right by the right one.
 */
export function storeTransactions(tx: EntityManager, now: Date, lines: readonly TransactionToKeep[]) {
  const missing = <Value = string | null>(column: string): RawBuilder<Value> =>
    sql<Value>`coalesce(${sql.ref(`gateway_transactions.${column}`)}, ${sql.ref(`excluded.${column}`)})`
  // Lists alone name these. One that does not, as a statement without the row of the charge, says nothing against them.
  const listed = (column: 'fee_cents' | 'net_cents') =>
    sql<number | null>`coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`gateway_transactions.${column}`)})`
  const reported = {
    fee_cents: listed('fee_cents'),
    net_cents: listed('net_cents'),
    balance_currency: missing('balance_currency'),
    account: missing('account'),
    payer_name: missing('payer_name'),
    payer_phone: missing('payer_phone'),
    description: missing('description'),
    related_reference: missing('related_reference'),
    payment_reference: missing('payment_reference'),
    on_statement_at: missing<Date | null>('on_statement_at'),
    is_left_to_owner: sql<boolean>`gateway_transactions.is_left_to_owner or excluded.is_left_to_owner`,
    listed_amount_cents: sql<number | null>`case when excluded.on_statement_at is null
      then gateway_transactions.listed_amount_cents
      else nullif(excluded.amount_cents, gateway_transactions.amount_cents) end`,
  }
  const before = Object.keys(reported).map((column) => sql.ref(`gateway_transactions.${column}`))
  return db(tx)
    .insertInto('gateway_transactions')
    .values(lines.map((line) => rowOf(line, now)))
    .onConflict((conflict) =>
      conflict.columns(['reference', 'gateway']).doUpdateSet({
        ...reported,
        // Every list tells most of its lines again as they are: for whoever follows the lines those have not changed.
        changed_at: sql<Date>`case when (${sql.join(Object.values(reported))}) is distinct from (${sql.join(before)})
          then greatest(gateway_transactions.changed_at, excluded.created_at) else gateway_transactions.changed_at end`,
      }),
    )
    .returning([
      'id',
      'kind',
      'reference',
      'related_reference as relatedReference',
      centsOfLine('gateway_transactions').as('amountCents'),
      'listed_amount_cents as listedCents',
      sql<boolean>`payment_id is null and refund_id is null and dismissed_at is null`.as('isFree'),
      sql<boolean>`xmax = 0`.as('isNew'),
    ])
}

const listSources: readonly TransactionSource[] = ['pull', 'statement', 'balance']

const rowOf = (line: TransactionToKeep, now: Date) => ({
  gateway: line.gateway,
  reference: normaliseReference(line.reference),
  kind: line.kind,
  amount_cents: line.amountCents,
  fee_cents: line.feeCents,
  net_cents: line.netCents,
  balance_currency: textOf(line.balanceCurrency),
  occurred_at: line.occurredAt,
  account: textOf(line.account),
  payer_name: textOf(line.payerName),
  payer_phone: textOf(line.payerPhone),
  description: textOf(line.description),
  related_reference: textOf(line.relatedReference),
  payment_reference: textOf(line.paymentReference),
  first_source: line.source,
  on_statement_at: listSources.includes(line.source) ? now : null,
  is_left_to_owner: line.isLeftToOwner ?? false,
  created_at: now,
})

async function noteDifference(
  tx: EntityManager,
  now: Date,
  { id, line: { source, kind, amountCents } }: { id: string; line: TransactionToKeep },
): Promise<void> {
  const note = `${source} says ${kind} of ${formatKsh(shillingsOf(amountCents))}`
  const known = await db(tx)
    .selectFrom('gateway_transaction_events')
    .select('id')
    .where('transaction_id', '=', id)
    .where('note', '=', note)
    .limit(1)
    .executeTakeFirst()
  if (!known) await recordTransactionEvent(tx, { now, id, by: 'shop', what: 'reported', note })
}

/** Text that PostgreSQL can store; null where there is none. */
const textOf = (text: string | null | undefined): string | null =>
  text?.replaceAll('\u0000', '').toWellFormed().trim().slice(0, MAX_TEXT) || null

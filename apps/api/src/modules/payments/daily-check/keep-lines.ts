import type { CheckSource } from '@marashi/domain/contracts/admin-cash-up'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { formatKsh, shillingsOf } from '@marashi/domain/rules/money'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { LedgerLine } from '../providers/provider-ledger.ts'
import { eraseKnownPayers } from '../transactions/erased-payer.ts'
import { storeTransactions } from '../transactions/upsert-transaction.ts'
import { matchListed } from './match-listed.ts'

const CHUNK = 500

export interface ListedLines {
  gateway: PaymentMethod
  source: CheckSource
  lines: readonly LedgerLine[]
}

/**
 * Keeps the lines of a gateway's list, and adds to known ones what was missing there. Where the list names another amount
 * than the first report, both are kept. What a line is for certain it is connected with. Answers how many lines are new.
 */
export async function keepLines(
  tx: EntityManager,
  now: Date,
  { gateway, source, lines }: ListedLines,
): Promise<number> {
  // In one order for everybody, so that two lists of the same lines do not wait for each other.
  const known = [...new Map(lines.map((line) => [line.reference, line])).values()]
  known.sort((one, other) => (one.reference < other.reference ? -1 : 1))
  let added = 0
  for (let from = 0; from < known.length; from += CHUNK) {
    const chunk = known.slice(from, from + CHUNK).map((line) => ({ ...line, gateway, source }))
    const stored = await storeTransactions(tx, now, chunk).execute()
    const fresh = stored.filter(({ isNew }) => isNew)
    const changed = stored.filter(({ isNew, listedCents }) => !isNew && listedCents !== null)
    added += fresh.length
    await matchListed(tx, now, { gateway, lines: stored })
    await eraseKnownPayers(
      tx,
      now,
      stored.map(({ id }) => id),
    )
    await note(
      tx,
      now,
      fresh.map(({ id }) => ({ id, text: source })),
    )
    await note(
      tx,
      now,
      changed.map(({ id, listedCents }) => ({
        id,
        text: `${source} says ${formatKsh(shillingsOf(listedCents ?? 0))}`,
      })),
    )
  }
  return added
}

/** Adds to the history of lines what it does not say yet. */
async function note(tx: EntityManager, now: Date, notes: readonly { id: string; text: string }[]): Promise<void> {
  if (notes.length === 0) return
  const ids = notes.map(({ id }) => id)
  const texts = notes.map(({ text }) => text)
  await db(tx)
    .insertInto('gateway_transaction_events')
    .columns(['transaction_id', 'at', 'by', 'what', 'note'])
    .expression((eb) =>
      eb
        .selectFrom(
          sql<{
            id: string
            note: string
          }>`(select * from unnest(${ids}::uuid[], ${texts}::text[]) as n (id, note))`.as('n'),
        )
        .select([
          'n.id',
          sql<Date>`${now}::timestamptz`.as('at'),
          sql<'shop'>`'shop'`.as('by'),
          sql<'reported'>`'reported'`.as('what'),
          'n.note',
        ])
        .where(({ exists, not, selectFrom }) =>
          not(
            exists(
              selectFrom('gateway_transaction_events as e')
                .select('e.id')
                .whereRef('e.transaction_id', '=', 'n.id')
                .whereRef('e.note', '=', 'n.note'),
            ),
          ),
        ),
    )
    .execute()
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { raiseFlag } from '../flags/raise-flag.ts'
import { giveBackMistyped } from '../transactions/give-back-transactions.ts'
import { type LockedPayment, lockPayment } from './lock-payment.ts'
import type { PaymentOutcome } from './payment-outcome.ts'
import { recordEvent } from './record-event.ts'
import type { ReferenceHolder } from './reference-in-use.ts'
import { showReceiptOnOrder } from './sync-order.ts'

/**
 * A provider names the receipt of a locked payment that the administrator had typed for others: they lose it and its line in the
 * ledger, and all are flagged. Whether the money of the others came all the same is for the owner to judge. See
 * docs/behaviour.md#mistyped-receipts.
 */
export async function takeTypedReceipt(
  tx: EntityManager,
  now: Date,
  { payment, outcome, mistaken }: { payment: LockedPayment; outcome: PaymentOutcome; mistaken: ReferenceHolder[] },
): Promise<void> {
  if (outcome.kind !== 'succeeded' || outcome.receipt === undefined) return
  const { receipt, source } = outcome
  const without = (column: 'receipt_number' | 'transaction_id') =>
    sql<
      string | null
    >`case when upper(${sql.ref(column)}) = ${receipt.toUpperCase()} then null else ${sql.ref(column)} end`
  for (const holder of mistaken) {
    await lockPayment(tx, holder.id)
    await db(tx)
      .updateTable('payments')
      .set({ receipt_number: without('receipt_number'), transaction_id: without('transaction_id'), updated_at: now })
      .where('id', '=', holder.id)
      .execute()
    await showReceiptOnOrder(tx, now, holder)
    await giveBackMistyped(tx, now, holder.id)
    const what = 'receipt-used'
    const note = `flagged: ${what}`
    await raiseFlag(tx, now, holder.id, { what, details: { receipt, belongsTo: payment.id }, source })
    await recordEvent(tx, { now, payment: holder, source, note })
    await raiseFlag(tx, now, payment.id, { what, details: { receipt, typedFor: holder.id }, source })
    await recordEvent(tx, { now, payment, source, note })
  }
}

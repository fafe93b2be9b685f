import type { OutcomeSource, PaymentStatus } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'

interface EventToRecord {
  now: Date
  /** Its status before; null for a payment that is new. */
  payment: { id: string; status: PaymentStatus | null }
  source: OutcomeSource
  note?: string | undefined
}

/** Adds one line to a payment's history, in the transaction that makes it true. Without `toStatus` the status stays. */
export async function recordEvent(
  tx: EntityManager,
  event: EventToRecord & ({ toStatus: PaymentStatus } | { payment: { status: PaymentStatus }; toStatus?: undefined }),
): Promise<void> {
  const { now, payment, source, note, toStatus } = event
  await db(tx)
    .insertInto('payment_events')
    .values({
      payment_id: payment.id,
      at: now,
      source,
      from_status: payment.status,
      to_status: toStatus ?? event.payment.status,
      note,
    })
    .execute()
}

import type { EntityManager } from '@mikro-orm/postgresql'
import type { EvidenceSource } from '../payment-event.entity.ts'
import type { SettledRow } from './settle-payment.ts'

interface EventToRecord {
  now: Date
  payment: Pick<SettledRow, 'id' | 'status'> | { id: string; status: null }
  evidence: { source: EvidenceSource; note?: string }
  toStatus: SettledRow['status']
}

/** Adds one line to a payment's history, in the transaction that makes it true. */
export async function recordEvent(
  tx: EntityManager,
  { now, payment, evidence, toStatus }: EventToRecord,
): Promise<void> {
  await tx.execute(
    'insert into payment_events (payment_id, at, source, from_status, to_status, note) values (?, ?, ?, ?, ?, ?)',
    [payment.id, now, evidence.source, payment.status, toStatus, evidence.note ?? null],
  )
}

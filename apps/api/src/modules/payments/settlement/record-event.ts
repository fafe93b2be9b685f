import type { OutcomeSource, PaymentStatus } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, valueRows } from '../../../db/db.ts'

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
  await recordEvents(tx, [{ ...event, toStatus: event.toStatus ?? event.payment.status }])
}

/** Adds one line each to the histories of several payments. */
export async function recordEvents(
  tx: EntityManager,
  events: readonly (EventToRecord & { toStatus: PaymentStatus })[],
): Promise<void> {
  const rows = events.map(({ now, payment, source, note = null, toStatus }) => ({
    payment_id: payment.id,
    at: now,
    source,
    from_status: payment.status,
    to_status: toStatus,
    note,
  }))
  const types = {
    payment_id: 'uuid',
    at: 'timestamptz',
    source: 'text',
    from_status: 'text',
    to_status: 'text',
    note: 'text',
  } as const
  await db(tx)
    .insertInto('payment_events')
    .columns(['payment_id', 'at', 'source', 'from_status', 'to_status', 'note'])
    .expression(({ selectFrom }) => selectFrom(valueRows('event', types, rows)).selectAll())
    .execute()
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { db, isSet } from '../../../db/db.ts'
import { notFound } from '../../../shop-error.ts'
import { centsOfLine } from './cents-of-line.ts'
import { isSentBack } from './sent-back.ts'

/** A line of a gateway's ledger as it stands, locked. */
export type LockedTransaction = Awaited<ReturnType<typeof lockTransaction>>

/**
 * Locks a line. Every writer locks it before orders and payments, so that two of them never wait for each other. Throws
 * NOT_FOUND.
 */
export async function lockTransaction(tx: EntityManager, id: string) {
  const row = await db(tx)
    .selectFrom('gateway_transactions')
    .where('id', '=', id)
    .select(({ ref }) => [
      'id',
      'gateway',
      'reference',
      'related_reference as relatedReference',
      'payment_reference as paymentReference',
      'kind',
      centsOfLine('gateway_transactions').as('amountCents'),
      'listed_amount_cents as listedCents',
      'occurred_at as occurredAt',
      'account',
      'first_source as firstSource',
      'payment_id as paymentId',
      'refund_id as refundId',
      isSet(ref('dismissed_at')).as('isDismissed'),
      'is_left_to_owner as isLeftToOwner',
      isSentBack('gateway_transactions').as('isSentBack'),
    ])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Transaction')
  return row
}

/** Whether no row of ours is this line, and nobody said that it is no sale. */
export const isFree = ({ paymentId, refundId, isDismissed }: LockedTransaction): boolean =>
  paymentId === null && refundId === null && !isDismissed

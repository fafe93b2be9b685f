import type { RefundRecord } from '@marashi/domain/contracts/admin-refunds'
import type { EntityManager } from '@mikro-orm/postgresql'
import { expressionBuilder, sql } from 'kysely'
import { db, instant } from '../../../db/db.ts'
import { notFound } from '../../../shop-error.ts'
import type { Tables } from '../../../tables.ts'

const { ref } = expressionBuilder<Tables & { r: Tables['payment_refunds'] }, 'r'>()
const cents = sql<number>`(${ref('r.amount')} * 100)::float8`

/** The columns of a RefundRecord, from `payment_refunds` as r. */
export const refundColumns = [
  'r.id',
  'r.payment_id as paymentId',
  'r.status',
  cents.as('amount'),
  cents.as('amountCents'),
  'r.reason',
  'r.restock_note as restockNote',
  'r.requested_by as requestedBy',
  'r.is_manual as isManual',
  'r.provider_reference as reference',
  'r.provider_receipt as receipt',
  'r.failure_code as failureCode',
  'r.failure_reason as failureReason',
  instant(ref('r.requested_at')).as('requestedAt'),
  instant(ref('r.sent_at')).as('sentAt'),
  instant(ref('r.succeeded_at')).as('succeededAt'),
  instant(ref('r.failed_at')).as('failedAt'),
  instant(ref('r.updated_at')).as('updatedAt'),
] as const

export const refundRows = (em: EntityManager) => db(em).selectFrom('payment_refunds as r')

/** The refunds of a payment as the administrator sees them, newest first. */
export async function refundRecordsOf(em: EntityManager, paymentId: string): Promise<RefundRecord[]> {
  return await refundRows(em)
    .where('r.payment_id', '=', paymentId)
    .select(refundColumns)
    .orderBy('r.requested_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
}

/** One refund as the administrator sees it. Throws NOT_FOUND. */
export async function refundRecordOf(em: EntityManager, id: string): Promise<RefundRecord> {
  const row = await refundRows(em).where('r.id', '=', id).select(refundColumns).executeTakeFirst()
  if (!row) throw notFound('Refund')
  return row
}

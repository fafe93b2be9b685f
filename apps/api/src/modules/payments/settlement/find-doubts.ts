import type { Attention } from '@marashi/domain/contracts/admin-payments'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Evidence, Settlement } from './payment-outcome.ts'
import { recordEvent } from './record-event.ts'
import type { SettledRow, Success } from './settle-payment.ts'

/** Why the word of a success cannot be this payment's own money, or undefined where nothing speaks against it. */
export async function flawOf(
  tx: EntityManager,
  payment: SettledRow,
  evidence: Success,
): Promise<Attention | undefined> {
  if (evidence.amountShillings !== undefined && evidence.amountShillings !== payment.amount) return 'amount-mismatch'
  if (evidence.receipt && (await isReceiptOfAnother(tx, payment.id, evidence.receipt))) return 'receipt-used'
  return await contradiction(tx, payment, evidence)
}

/** Writes down and flags what settles nothing. */
export async function refuse(
  tx: EntityManager,
  now: Date,
  payment: SettledRow,
  { evidence, attention }: { evidence: Evidence; attention: Attention },
): Promise<Settlement> {
  // Asked again, a gateway would say the same again; only a callback or the administrator can tell more.
  const isAsked = evidence.source === 'query'
  await tx.execute(
    `update payments set attention = ?, next_query_at = case when ? then null else next_query_at end, updated_at = ?
     where id = ?`,
    [attention, isAsked, now, payment.id],
  )
  await recordEvent(tx, {
    now,
    payment,
    evidence: { ...evidence, note: noteOf(attention) },
    toStatus: payment.status,
  })
  return { result: 'refused', reason: attention }
}

const noteOf = (attention: Attention) => `refused: ${attention}`

async function isReceiptOfAnother(tx: EntityManager, paymentId: string, receipt: string): Promise<boolean> {
  const rows = await tx.execute(
    `select id from payments where (mpesa_receipt_number = ? or stripe_charge_id = ?
       or (deleted_at is null and transaction_id = ?) or (deleted_at is null and is_by_hand and receipt_number = ?))
       and id <> ? limit 1`,
    [receipt, receipt, receipt, receipt, paymentId],
  )
  return rows.length > 0
}

/**
 * M-Pesa's query names neither amount nor receipt (facts/mpesa C4). Where a callback named a wrong one, what the query
 * calls paid may be that very transfer, so it proves nothing: the administrator compares with the statement. The history
 * is asked, because a later flag may have taken the place of the first.
 */
async function contradiction(
  tx: EntityManager,
  { id, paymentMethod, status }: SettledRow,
  { source }: Success,
): Promise<Attention | undefined> {
  if (source !== 'query' || paymentMethod !== 'mpesa' || status === 'completed' || status === 'refunded')
    return undefined
  const refusals = (['amount-mismatch', 'receipt-used'] as const).map((attention) => ({
    attention,
    note: noteOf(attention),
  }))
  const [last]: { note: string }[] = await tx.execute(
    'select note from payment_events where payment_id = ? and note in (?, ?) order by id desc limit 1',
    [id, ...refusals.map(({ note }) => note)],
  )
  return refusals.find(({ note }) => note === last?.note)?.attention
}

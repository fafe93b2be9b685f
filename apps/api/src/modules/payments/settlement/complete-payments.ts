import { isSameReference } from '@marashi/domain/rules/payment-reference'
import type { Decision } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, valueRows } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { FlagDetails } from '../flags/payment-flag.entity.ts'
import { raiseFlag } from '../flags/raise-flag.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import { providerOf } from '../providers/registry.ts'
import { gatewayResponse } from './gateway-response.ts'
import type { LockedPayment } from './lock-payment.ts'
import type { Succeeded } from './payment-outcome.ts'
import { recordEvents } from './record-event.ts'
import { syncOrdersPaid } from './sync-order.ts'

export interface Completion {
  payment: LockedPayment
  outcome: Succeeded
  decision: Decision
}

/**
 * Books locked payments of one provider, each of another order, as completed, and their orders as paid unless they are paid
 * already.
 */
export async function completePayments(
  tx: EntityManager,
  now: Date,
  completions: readonly Completion[],
): Promise<void> {
  if (completions.length === 0) return
  await write(tx, now, completions)
  faultPoint('settle-payment-written')
  const events = completions.map(({ payment, outcome: { source, note } }) => ({ now, payment, source, note }))
  await recordEvents(
    tx,
    events.map((event) => ({ ...event, toStatus: 'completed' })),
  )
  faultPoint('settle-event-written')
  for (const completion of completions) await updateFlags(tx, now, completion)
  await syncOrdersPaid(
    tx,
    now,
    completions.filter(({ decision }) => decision.order === 'pay').map(({ payment }) => payment),
  )
  faultPoint('settle-order-written')
}

const reported = {
  id: 'uuid',
  receipt: 'text',
  proved: 'text',
  response: 'jsonb',
  surplus: 'boolean',
  more: 'boolean',
  mistyped: 'boolean',
} as const

/** What a report leaves out stays as it is. What the administrator typed is shown and proves nothing. */
async function write(tx: EntityManager, now: Date, completions: readonly Completion[]): Promise<void> {
  const rows = completions.map(({ payment, outcome, decision }) => {
    const response = gatewayResponse(outcome)
    return {
      id: payment.id,
      receipt: outcome.receipt ?? null,
      proved: outcome.source === 'administrator' ? null : (outcome.receipt ?? null),
      response: response ? JSON.stringify(response) : null,
      surplus: decision.isSurplus,
      more: outcome.hasMore ?? false,
      mistyped: hasMistypedId(payment, outcome),
    }
  })
  const { storage, attempts } = providerOf(completions[0]?.payment.paymentMethod ?? '')
  const askAgainAt = new Date(now.getTime() + attempts.firstLookUpAfterMs)
  const receipt = sql<string | null>`coalesce(reported.proved, payments.provider_receipt)`
  await db(tx)
    .updateTable('payments')
    .from(valueRows('reported', reported, rows))
    .set(({ ref }) => ({
      status: 'completed',
      completed_at: now,
      processed_at: now,
      failed_at: null,
      failure_code: null,
      failure_reason: null,
      is_surplus: ref('reported.surplus'),
      next_query_at: sql`case when reported.more then ${askAgainAt}::timestamptz end`,
      updated_at: now,
      deleted_at: null,
      gateway_response: sql`coalesce(reported.response, payments.gateway_response)`,
      receipt_number: sql`coalesce(reported.receipt, payments.receipt_number)`,
      provider_receipt: receipt,
      transaction_id: sql`case when reported.mistyped then null else payments.transaction_id end`,
      ...storage.payment({ receipt }),
    }))
    .whereRef('payments.id', '=', 'reported.id')
    .execute()
}

/** The box for the transaction id holds a receipt that is not the payment's: its flag keeps it, and it is free for its owner. */
export const hasMistypedId = (
  { typedReceipt, transactionId }: LockedPayment,
  { source, receipt }: Succeeded,
): boolean =>
  source !== 'administrator' &&
  receipt !== undefined &&
  transactionId !== null &&
  transactionId === typedReceipt &&
  !isSameReference(transactionId, receipt)

async function updateFlags(tx: EntityManager, now: Date, { payment, outcome, decision }: Completion): Promise<void> {
  const { resolves, raises } = decision
  if (payment.isFlagged) {
    await resolveFlags(tx, now, payment.id, { what: resolves, by: 'shop', resolution: 'paid' })
  }
  if (!raises) return
  const { source, note } = outcome
  await raiseFlag(tx, now, payment.id, { what: raises, details: detailsOf(payment, outcome), source, note })
}

/** What a success names and what was asked for, for the owner who has to judge it. */
export function detailsOf(payment: LockedPayment, { source, amountShillings, receipt }: Succeeded): FlagDetails {
  if (source === 'administrator') return { amountShillings: payment.amount, orderShillings: payment.orderTotal }
  const receiptBefore = payment.receipt ?? payment.typedReceipt
  return {
    askedShillings: payment.amount,
    ...(amountShillings !== undefined && { amountShillings: Number.isNaN(amountShillings) ? null : amountShillings }),
    ...(receipt !== undefined && { receipt }),
    ...(receiptBefore !== null && { receiptBefore }),
  }
}

import type { Decision } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { raiseFlag } from '../flags/raise-flag.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import type { PaymentColumns } from '../providers/provider-storage.ts'
import { providerOf } from '../providers/registry.ts'
import { giveBackMistyped } from '../transactions/give-back-transactions.ts'
import { noteOwnReport } from '../transactions/note-own-report.ts'
import { completePayments, detailsOf, hasMistypedId } from './complete-payments.ts'
import { refusalNote } from './find-doubts.ts'
import { gatewayResponse } from './gateway-response.ts'
import type { LockedPayment } from './lock-payment.ts'
import type { Ended, PaymentOutcome, Settlement, Succeeded } from './payment-outcome.ts'
import { recordEvent } from './record-event.ts'
import { showAttemptBefore, showEndedAttempt, showReceiptOnOrder } from './sync-order.ts'

export interface DecidedPayment {
  payment: LockedPayment
  outcome: PaymentOutcome
  decision: Decision
}

/** The only writer of a payment's status by report: puts a decision on a locked payment and its order. */
export async function applyDecision(
  tx: EntityManager,
  now: Date,
  { payment, outcome, decision }: DecidedPayment,
): Promise<Settlement> {
  if (outcome.kind === 'succeeded') return await applySuccess(tx, now, { payment, outcome, decision })
  return await applyEnd(tx, now, { payment, outcome, decision })
}

async function applySuccess(
  tx: EntityManager,
  now: Date,
  { payment, outcome, decision }: DecidedPayment & { outcome: Succeeded },
): Promise<Settlement> {
  if (decision.result === 'settled') {
    await completePayments(tx, now, [{ payment, outcome, decision }])
    return { result: 'settled', status: 'completed' }
  }
  if (decision.result === 'refused') {
    const reason = decision.raises ?? 'unresolved'
    const next_query_at = decision.keepsAsking ? undefined : null
    await write(tx, payment.id, { next_query_at, updated_at: now })
    await raiseFlag(tx, now, payment.id, { what: reason, details: detailsOf(payment, outcome), source: outcome.source })
    await recordEvent(tx, { now, payment, source: outcome.source, note: refusalNote(reason) })
    return { result: 'refused', reason }
  }
  if (decision.addsReceipt) {
    await write(tx, payment.id, {
      updated_at: now,
      gateway_response: gatewayResponse(outcome),
      receipt_number: outcome.receipt,
      provider_receipt: outcome.receipt,
      transaction_id: hasMistypedId(payment, outcome) ? null : undefined,
      ...providerOf(payment.paymentMethod).storage.payment({ receipt: outcome.receipt }),
    })
    await resolveFlags(tx, now, payment.id, { what: decision.resolves, by: 'shop', resolution: 'receipt arrived' })
    const { raises: what } = decision
    const { source } = outcome
    if (what) {
      await raiseFlag(tx, now, payment.id, { what, details: detailsOf(payment, outcome), source })
      await giveBackMistyped(tx, now, payment.id)
    }
    await showReceiptOnOrder(tx, now, payment)
    await recordEvent(tx, { now, payment, source: outcome.source, note: 'receipt arrived' })
  } else if (outcome.receipt !== undefined) {
    await noteOwnReport(tx, now, { paymentId: payment.id, receipt: outcome.receipt, source: outcome.source })
  }
  return { result: 'known', status: decision.status }
}

async function applyEnd(
  tx: EntityManager,
  now: Date,
  { payment, outcome, decision }: DecidedPayment & { outcome: Ended },
): Promise<Settlement> {
  if (payment.isFlagged) {
    await resolveFlags(tx, now, payment.id, { what: decision.resolves, by: 'shop', resolution: 'the outcome came' })
  }
  if (decision.result !== 'settled') {
    if (!decision.keepsAsking) await write(tx, payment.id, { next_query_at: null })
    if (decision.result === 'known') return { result: 'known', status: payment.status }
    return { result: 'refused', reason: `already ${payment.status}` }
  }
  await write(tx, payment.id, {
    status: outcome.kind,
    failed_at: now,
    processed_at: now,
    failure_code: outcome.code,
    failure_reason: outcome.reason,
    next_query_at: decision.keepsAsking ? undefined : null,
    gateway_response: gatewayResponse(outcome),
    updated_at: now,
  })
  await recordEvent(tx, { now, payment, source: outcome.source, note: outcome.note, toStatus: outcome.kind })
  if (decision.order === 'restore') await showAttemptBefore(tx, now, payment)
  else if (decision.order !== 'unchanged') {
    await showEndedAttempt(tx, now, { payment, outcome, isCancelled: decision.order === 'cancel' })
  }
  return { result: 'settled', status: outcome.kind }
}

const write = (tx: EntityManager, paymentId: string, columns: PaymentColumns) =>
  db(tx).updateTable('payments').set(columns).where('id', '=', paymentId).execute()

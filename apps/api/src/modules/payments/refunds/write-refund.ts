import { formatKsh } from '@marashi/domain/rules/money'
import type { OutcomeSource } from '@marashi/domain/rules/payment-status'
import { decideRefund } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { dropEmailsOfFailedRefunds } from '../emails/drop-unsent-emails.ts'
import { queueEmails } from '../emails/queue-emails.ts'
import type { RefundReport } from '../providers/provider-refunds.ts'
import { gatewayResponse } from '../settlement/gateway-response.ts'
import type { LockedPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import type { LockedRefund } from './lock-refund.ts'
import { resolveRefundFlags } from './resolve-refund-flags.ts'

export type DecidedReport = Exclude<RefundReport, { kind: 'absent' | 'asked' }>

/**
 * Writes what is reported of a locked refund, and a line of its payment's history; flags that it answers are resolved. Answers
 * the status that it has now; undefined where the report says nothing new. What is locked follows, with the provider's name of it. The
 * payment's totals are for the caller to bring up to date.
 */
export async function writeRefund(
  tx: EntityManager,
  now: Date,
  {
    payment,
    refund,
    report,
    source,
  }: { payment: LockedPayment; refund: LockedRefund; report: DecidedReport; source: OutcomeSource },
): Promise<LockedRefund['status'] | undefined> {
  const status = decideRefund(refund.status, report.kind)
  const { reference = refund.reference ?? undefined } = report
  const receipt = report.kind === 'succeeded' ? report.receipt : undefined
  const isProvedNow = receipt !== undefined && refund.receipt === null
  const needsNewKey = report.kind === 'unknown' && report.needsNewKey
  if (!status && !needsNewKey && !isProvedNow && reference === (refund.reference ?? undefined)) return undefined
  const isOver = status === 'succeeded' || status === 'failed'
  const isFailed = report.kind === 'failed'
  await db(tx)
    .updateTable('payment_refunds')
    .set({
      status: status ?? refund.status,
      provider_reference: reference,
      provider_receipt: receipt,
      gateway_response: gatewayResponse(report),
      succeeded_at: isOver ? (isFailed ? null : now) : undefined,
      failed_at: isOver ? (isFailed ? now : null) : undefined,
      failure_code: isOver ? (isFailed ? report.code : null) : undefined,
      failure_reason: isOver ? (isFailed ? report.reason.slice(0, 300) : null) : undefined,
      next_query_at: isOver ? null : undefined,
      idempotency_key: needsNewKey ? keyAfter(refund.idempotencyKey ?? refund.id) : undefined,
      updated_at: now,
    })
    .where('id', '=', refund.id)
    .execute()
  refund.reference = reference ?? null
  if (!status) return undefined
  refund.status = status
  await recordEvent(tx, { now, payment, source, note: noteOf(refund, report) })
  await resolveRefundFlags(tx, now, refund, source)
  if (status === 'succeeded') await queueEmails(tx, now, [{ payment, refundId: refund.id }])
  if (status === 'failed') await dropEmailsOfFailedRefunds(tx, payment.id)
  return status
}

/** `rf-1`, then `rf-1-2`, `rf-1-3`: a refund whose first request the provider has failed for certain is asked anew. */
function keyAfter(key: string): string {
  const [, base = key, count = '1'] = /^(rf-[0-9a-f-]{36})(?:-(\d+))?$/.exec(key) ?? []
  return `${base}-${Number(count) + 1}`
}

function noteOf({ status, amount }: LockedRefund, report: DecidedReport): string {
  const said = report.kind === 'failed' ? `: ${report.reason}` : report.kind === 'unknown' ? `: ${report.message}` : ''
  return `refund of ${formatKsh(amount)} ${status}${said}`.slice(0, 300)
}

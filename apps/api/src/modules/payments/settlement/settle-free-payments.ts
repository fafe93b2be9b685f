import { decideSettlement } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { faultPoint } from '../../../fault-points.ts'
import { applyDecision } from './apply-decision.ts'
import { type Completion, completePayments } from './complete-payments.ts'
import { type LockedPayment, lockFreePayments, settlementState } from './lock-payment.ts'
import type { PaymentOutcome, Settlement } from './payment-outcome.ts'
import { findUsedReferences } from './reference-in-use.ts'
import { withStoredReceipt } from './settle-payment.ts'

/** What was reported to the address of one payment; `reference` is the provider's own id of it, where it names one. */
export interface OwnReport {
  paymentId: string
  reference: string | undefined
  outcome: PaymentOutcome
}

/**
 * Settles payments of one provider in the transaction `tx`, each decided by itself as settlePayment does, and answers what
 * became of each. Whatever would have to wait or needs a closer look is left out, for settlePayment: a payment that
 * somebody else has locked, another one of the same order, a reference that is not the payment's own, a receipt
 * that another payment has.
 */
export async function settleFreePayments(
  tx: EntityManager,
  now: Date,
  reports: readonly OwnReport[],
): Promise<Map<string, Settlement>> {
  const free = ofSeveralOrders(
    await lockFreePayments(
      tx,
      reports.map(({ paymentId }) => paymentId),
    ),
  )
  faultPoint('settle-locked')
  const reportOf = new Map(reports.map((report) => [report.paymentId, report]))
  const pairs = free.flatMap((payment) => {
    const report = reportOf.get(payment.id)
    if (!report || (report.reference !== undefined && report.reference !== payment.reference)) return []
    return [{ payment, outcome: withStoredReceipt(report.outcome) }]
  })
  const used = await findUsedReferences(
    tx,
    pairs.flatMap(({ payment, outcome }) =>
      outcome.kind === 'succeeded' && outcome.receipt ? [{ paymentId: payment.id, reference: outcome.receipt }] : [],
    ),
  )
  const settled = new Map<string, Settlement>()
  const completions: Completion[] = []
  for (const { payment, outcome } of pairs) {
    const needsReceipt = outcome.kind === 'succeeded' && outcome.receipt !== undefined
    const receipt = used.get(payment.id)
    if (needsReceipt && (!receipt || receipt.isUsed)) continue
    const doubts = { isReceiptUsed: false, refusedBefore: null }
    const decision = decideSettlement(settlementState(payment), outcome, doubts)
    if (outcome.kind === 'succeeded' && decision.result === 'settled') {
      completions.push({ payment, outcome, decision })
      settled.set(payment.id, { result: 'settled', status: 'completed' })
    } else settled.set(payment.id, await applyDecision(tx, now, { payment, outcome, decision }))
  }
  await completePayments(tx, now, completions)
  return settled
}

/** Of each order the first payment. */
const ofSeveralOrders = (payments: readonly LockedPayment[]) => [
  ...new Map(payments.toReversed().map((payment) => [payment.orderId, payment])).values(),
]

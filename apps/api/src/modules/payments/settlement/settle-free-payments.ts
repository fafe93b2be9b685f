import { type Decision, decideSettlement } from '@marashi/domain/rules/settlement'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
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
 * that another payment has, an order that takes or gives back pieces, a success of a payment that is completed already, whose line of
 * the gateway's ledger would be locked too late.
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
  const pieces = await piecesOf(
    tx,
    pairs.map(({ payment }) => payment.orderId),
  )
  const settled = new Map<string, Settlement>()
  const completions: Completion[] = []
  for (const { payment, outcome } of pairs) {
    const needsReceipt = outcome.kind === 'succeeded' && outcome.receipt !== undefined
    const receipt = used.get(payment.id)
    if (needsReceipt && (!receipt || receipt.isUsed)) continue
    const doubts = { isReceiptUsed: false, refusedBefore: null }
    const decision = decideSettlement(settlementState(payment), outcome, doubts)
    if (outcome.kind === 'succeeded' && decision.result === 'known') continue
    if (movesPieces(decision, pieces.get(payment.orderId))) continue
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

interface Pieces {
  holdsSome: boolean
  gaveBackSome: boolean
}

async function piecesOf(tx: EntityManager, orderIds: readonly string[]): Promise<Map<string, Pieces>> {
  const rows = await db(tx)
    .selectFrom('order_items')
    .where('order_id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .select([
      'order_id as orderId',
      sql<boolean>`bool_or(taken > 0)`.as('holdsSome'),
      sql<boolean>`bool_or(given_back > 0)`.as('gaveBackSome'),
    ])
    .groupBy('order_id')
    .execute()
  return new Map(rows.map(({ orderId, ...pieces }) => [orderId, pieces]))
}

/**
 * Money takes again what an order gave back, and a cancelled prompt gives back what it holds. One order locks its pieces in the
 * order in which everybody does; several in one transaction would each begin from the start, and wait for a checkout that waits
 * for them.
 */
function movesPieces({ order }: Decision, pieces: Pieces | undefined): boolean {
  if (order === 'pay') return pieces?.gaveBackSome ?? false
  return order === 'cancel' && (pieces?.holdsSome ?? false)
}

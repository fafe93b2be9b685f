import { centsOf } from '@marashi/domain/rules/money'
import { isPaidStatus, type OutcomeSource } from '@marashi/domain/rules/payment-status'
import { isReserving } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import type { ListedRefund } from '../providers/provider-refunds.ts'
import { providerOf } from '../providers/registry.ts'
import { type LockedPayment, lockPayment } from '../settlement/lock-payment.ts'
import { applyRefundTotals } from './apply-refund-totals.ts'
import { flagRefund } from './flag-refund.ts'
import { flagSecondRefund } from './flag-second-refund.ts'
import { insertListedRefund } from './insert-listed-refund.ts'
import { centsLeft, type LockedRefund, lockRefunds } from './lock-refund.ts'
import { writeRefund } from './write-refund.ts'

/**
 * Brings the refunds of a payment in line with the list that its provider keeps. A refund that was made on the provider's
 * own pages gets a row. The list is the truth: where it leaves no amount for a refund of ours that is not on it, that one
 * did not happen. Nothing to do where the provider keeps no list.
 */
export async function reconcileRefunds(
  ctx: Context,
  paymentId: string,
  { source }: { source: OutcomeSource },
): Promise<void> {
  const { method, ...payment } = await db(ctx.em)
    .selectFrom('payments')
    .where('id', '=', paymentId)
    .select(['payment_method as method', 'provider_reference as reference', 'provider_receipt as receipt'])
    .executeTakeFirstOrThrow()
  const { refunds } = providerOf(method)
  if (!refunds?.list) return
  const listed = await refunds.list(ctx, payment)
  faultPoint('refunds-listed')
  await ctx.em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    // A payment that settled nothing has nothing to give back in our books.
    if (!isPaidStatus(payment.status)) return
    const now = ctx.clock()
    const changes = await applyList(tx, now, { payment, listed, source })
    faultPoint('refunds-reconciled')
    if (changes.length === 0) return
    await applyRefundTotals(tx, now, payment, source)
    await flagChanges(tx, now, { payment, changes, source })
  })
}

interface Reconciliation {
  payment: LockedPayment
  listed: readonly ListedRefund[]
  source: OutcomeSource
}

/** Answers the refunds that have changed. */
async function applyList(
  tx: EntityManager,
  now: Date,
  { payment, listed, source }: Reconciliation,
): Promise<LockedRefund[]> {
  const stored = await lockRefunds(tx, payment.id)
  const rowOf = ({ id, report }: ListedRefund) =>
    stored.find(({ reference }) => reference === report.reference) ??
    stored.find((row) => row.id === id && row.reference === null)
  // Failures first: they free the amount for what took their place.
  const inOrder = listed.toSorted((a, b) => Number(b.report.kind === 'failed') - Number(a.report.kind === 'failed'))
  const matched = new Set(inOrder.map((each) => rowOf(each)?.id))
  const changes: LockedRefund[] = []
  for (const each of inOrder) {
    const refund = rowOf(each)
    // One that failed here, as the owner says, takes its amount again only once it was made.
    const isReserving = refund
      ? refund.status === 'failed' && each.report.kind === 'succeeded'
      : each.report.kind !== 'failed'
    if (isReserving) {
      const unlisted = stored.filter(({ id }) => !matched.has(id))
      await freeAmount(tx, now, { payment, stored, unlisted, amount: each.amountShillings, source })
    }
    const row = refund ?? (await insertListedRefund(tx, now, { payment, listed: each }))
    if (!refund) stored.push(row)
    const status = await writeRefund(tx, now, { payment, refund: row, report: each.report, source })
    if (status !== undefined || isReserving) changes.push(row)
  }
  return changes
}

/** The administrator hears of money that somebody else gave back in part, and of a customer who still waits. */
async function flagChanges(
  tx: EntityManager,
  now: Date,
  { payment, changes, source }: { payment: LockedPayment; changes: LockedRefund[]; source: OutcomeSource },
): Promise<void> {
  const { name } = providerOf(payment.paymentMethod)
  for (const { id: refundId, status, requestedBy } of changes) {
    if (status === 'failed') {
      await flagRefund(tx, now, { payment, refundId, what: 'refund-failed', source, note: 'a refund failed' })
    }
    if (status === 'succeeded' && requestedBy === 'provider' && payment.status === 'completed') {
      const note = `a part was refunded at ${name}`
      await flagRefund(tx, now, { payment, refundId, what: 'partly-refunded', source, note })
    }
  }
}

/**
 * What the provider lists has happened, so what it does not list and leaves no amount for has not. What the administrator
 * recorded is mostly the same money, but not where it names a receipt of its own.
 */
async function freeAmount(
  tx: EntityManager,
  now: Date,
  {
    payment,
    stored,
    unlisted,
    amount,
    source,
  }: {
    payment: LockedPayment
    stored: LockedRefund[]
    unlisted: LockedRefund[]
    amount: number
    source: OutcomeSource
  },
): Promise<void> {
  const report = {
    kind: 'failed',
    code: 'not-listed',
    reason: 'The provider lists other refunds in its place.',
  } as const
  for (const refund of unlisted.filter(isReserving).toReversed()) {
    if (centsLeft(payment, stored) >= centsOf(amount)) return
    await writeRefund(tx, now, { payment, refund, report, source })
    if (refund.isManual && refund.receipt !== null) await flagSecondRefund(tx, now, { payment, refund, source })
  }
}

import { randomUUID } from 'node:crypto'
import type { RefundRecord, RequestRefund } from '@marashi/domain/contracts/admin-refunds'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { queueEmails } from '../emails/queue-emails.ts'
import { isRefundRefused } from '../flags/open-disputes.ts'
import type { ProviderRefunds } from '../providers/provider-refunds.ts'
import { providerOf } from '../providers/registry.ts'
import { centsOf, paymentRecordOf, shillingsOf } from '../records/payment-row.ts'
import { type LockedPayment, lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { applyRefundTotals } from './apply-refund-totals.ts'
import { lockRefunds } from './lock-refund.ts'
import { refuseRefund, refuseUnavailable } from './refund-refusals.ts'
import { refundRecordOf } from './refund-row.ts'
import { sendRefund } from './send-refund.ts'

type Request = RequestRefund & { requestId: string }

/**
 * Gives money of a payment back, or records that the administrator did so elsewhere; the amount is in cents. The refund is
 * stored, and its amount taken from what is left, before the provider is asked. The same `requestId` again answers the
 * refund that it has made. See docs/behaviour.md#refunds.
 *
 * Throws NOT_FOUND; CONFLICT for more than is left, for a payment whose money is not here or is disputed, and for a part of
 * one that only goes back whole; SERVICE_UNAVAILABLE where the provider cannot be asked.
 */
export async function requestRefund(ctx: Context, input: RequestRefund): Promise<RefundRecord> {
  const { paymentMethod } = await paymentRecordOf(ctx.em, input.id)
  const refunds = input.way === 'provider' ? providerOf(paymentMethod).refunds : undefined
  if (input.way === 'provider') refuseUnavailable(ctx, refunds)
  const request = { ...input, requestId: input.requestId ?? randomUUID() }
  const isNew = await store(ctx, request, refunds)
  faultPoint('refund-stored')
  if (isNew && refunds) await sendRefund(ctx, request.requestId)
  return await refundRecordOf(ctx.em, request.requestId)
}

/** Answers false where this request was stored before. */
async function store({ em, clock }: Context, input: Request, refunds: ProviderRefunds | undefined): Promise<boolean> {
  return await em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, input.id)
    const earlier = await lockRefunds(tx, input.id)
    const same = earlier.find(({ id }) => id === input.requestId)
    if (same && centsOf(same.amount) !== input.amount) throw requestReused()
    if (same) return false
    refuseRefund({ payment, earlier, input, refunds, isDisputed: await isRefundRefused(tx, input.id) })
    const now = clock()
    await insert(tx, now, { payment, input, isReversal: refunds?.takes === 'whole-payment' })
    const amount = shillingsOf(input.amount)
    const note = input.way === 'manual' ? `refund of ${amount} recorded by hand` : `refund of ${amount} requested`
    await recordEvent(tx, { now, payment, source: 'administrator', note: `${note}: ${input.reason}` })
    if (input.way === 'manual') {
      await applyRefundTotals(tx, now, payment, 'administrator')
      await queueEmails(tx, now, [{ payment, refundId: input.requestId }])
    }
    faultPoint('refund-before-commit')
    return true
  })
}

const requestReused = () =>
  new ShopError('CONFLICT', 'This request was sent before, with another amount. Please reload and try again.')

async function insert(
  tx: EntityManager,
  now: Date,
  { payment, input, isReversal }: { payment: LockedPayment; input: Request; isReversal: boolean },
): Promise<void> {
  const isManual = input.way === 'manual'
  await db(tx)
    .insertInto('payment_refunds')
    .values({
      id: input.requestId,
      payment_id: payment.id,
      payment_method: payment.paymentMethod,
      status: isManual ? 'succeeded' : 'requested',
      amount: shillingsOf(input.amount),
      reason: input.reason,
      restock_note: input.restockNote ?? null,
      requested_by: 'administrator',
      is_manual: isManual,
      is_reversal: isReversal,
      idempotency_key: isManual ? null : `rf-${input.requestId}`,
      provider_receipt: isManual ? (input.reference ?? null) : null,
      requested_at: now,
      succeeded_at: isManual ? now : null,
      // Whoever stores it also sends it; after a crash in between the job does.
      next_query_at: isManual ? null : now,
      updated_at: now,
    })
    .execute()
}

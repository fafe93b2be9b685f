import { randomUUID } from 'node:crypto'
import type { RefundRecord, RequestRefund } from '@marashi/domain/contracts/admin-refunds'
import { centsOf, formatKsh, shillingsOf } from '@marashi/domain/rules/money'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { ShopError } from '../../../shop-error.ts'
import { queueEmails } from '../emails/queue-emails.ts'
import { isRefundRefused } from '../flags/open-disputes.ts'
import { providerOf } from '../providers/registry.ts'
import { paymentRecordOf } from '../records/payment-row.ts'
import { type LockedPayment, lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { applyRefundTotals } from './apply-refund-totals.ts'
import { lockRefunds } from './lock-refund.ts'
import { availableRefunds, refuseRefund } from './refund-refusals.ts'
import { refundRecordOf } from './refund-row.ts'
import { sendRefund } from './send-refund.ts'

export type StoredRequest = RequestRefund & {
  requestId: string
  /** Whether the administrator has just typed the password. */
  hasPassword: boolean
}

/**
 * Gives money of a payment back, or records that the administrator did so elsewhere; the amount is in cents. The refund is
 * stored, and its amount taken from what is left, before the provider is asked. The same `requestId` again answers the
 * refund that it has made, and so does the same request under its `Idempotency-Key`. See docs/behaviour.md#refunds.
 *
 * Throws as storeRefund.
 */
export async function requestRefund(
  ctx: Context,
  input: RequestRefund,
  { hasPassword = false }: { hasPassword?: boolean } = {},
): Promise<RefundRecord> {
  const request = { ...input, requestId: input.requestId ?? ctx.repeatId ?? randomUUID(), hasPassword }
  const isNew = await ctx.em.fork().transactional((tx) => storeRefund(ctx, tx, request))
  faultPoint('refund-stored')
  return await sendStoredRefund(ctx, request, isNew)
}

/** Asks the provider for a refund that was stored just now, and answers it as it stands. */
export async function sendStoredRefund(
  ctx: Context,
  { way, requestId }: StoredRequest,
  isNew: boolean,
): Promise<RefundRecord> {
  if (isNew && way === 'provider') await sendRefund(ctx, requestId)
  return await refundRecordOf(ctx.em, requestId)
}

/**
 * Stores a refund that was asked for, in the transaction of the caller, and answers false where this request was stored
 * before. Whoever commits it sends it; after a crash in between the job does.
 *
 * Throws NOT_FOUND; CONFLICT for the same request with another amount or way, for more than is left, for a payment whose money is not here or is disputed, and for a part of
 * one that only goes back whole; SERVICE_UNAVAILABLE where the provider cannot be asked, or only with the password.
 */
export async function storeRefund(ctx: Context, tx: EntityManager, input: StoredRequest): Promise<boolean> {
  const { paymentMethod } = await paymentRecordOf(tx, input.id)
  const isByProvider = input.way === 'provider'
  const refunds = isByProvider ? await availableRefunds({ ...ctx, em: tx }, providerOf(paymentMethod)) : undefined
  const payment = await lockPayment(tx, input.id)
  const earlier = await lockRefunds(tx, input.id)
  const same = earlier.find(({ id }) => id === input.requestId)
  if (same) {
    if (centsOf(same.amount) !== input.amount) throw requestReused()
    // Its answer would say that what was asked for now was done.
    if (same.isManual === isByProvider) throw wasMadeOtherwise(same)
    return false
  }
  refuseRefund({ payment, earlier, input, refunds, isDisputed: await isRefundRefused(tx, input.id) })
  // It was not to be had when the caller looked whether it asks for the password.
  if (refunds?.asksForPassword && !input.hasPassword) throw withoutPassword()
  const now = ctx.clock()
  await insert(tx, now, { payment, input, isReversal: refunds?.takes === 'whole-payment' })
  const amount = formatKsh(shillingsOf(input.amount))
  const note = input.way === 'manual' ? `refund of ${amount} recorded by hand` : `refund of ${amount} requested`
  await recordEvent(tx, { now, payment, source: 'administrator', note: `${note}: ${input.reason}` })
  if (input.way === 'manual') {
    await applyRefundTotals(tx, now, payment, 'administrator')
    await queueEmails(tx, now, [{ payment, refundId: input.requestId }])
  }
  faultPoint('refund-before-commit')
  return true
}

const withoutPassword = () =>
  new ShopError(
    'SERVICE_UNAVAILABLE',
    'Money can go back again since a moment ago, with your password. Please try again.',
  )

const wasMadeOtherwise = ({ isManual }: { isManual: boolean }) => {
  const what = isManual ? 'This refund was recorded by hand' : 'The provider was asked for this refund'
  return new ShopError('CONFLICT', `${what} a moment ago. Please reload and see how it stands.`)
}

const requestReused = () =>
  new ShopError('CONFLICT', 'This request was sent before, with another amount. Please reload and try again.')

async function insert(
  tx: EntityManager,
  now: Date,
  { payment, input, isReversal }: { payment: LockedPayment; input: StoredRequest; isReversal: boolean },
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
      // See storeRefund: the job sends what nobody else has sent.
      next_query_at: isManual ? null : now,
      updated_at: now,
    })
    .execute()
}

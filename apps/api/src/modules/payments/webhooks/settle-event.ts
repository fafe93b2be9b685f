import { isPaidStatus } from '@marashi/domain/rules/payment-status'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { applyDispute } from '../flags/apply-dispute.ts'
import { flagLockedPayment, flagPayment } from '../flags/flag-payment.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { EventReport, PaymentNames } from '../providers/provider-reports.ts'
import { reconcileRefunds } from '../refunds/reconcile-refunds.ts'
import { applyReport } from '../settlement/apply-report.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import type { Settlement } from '../settlement/payment-outcome.ts'
import { isOvertaken } from './is-overtaken.ts'

interface StoredEvent {
  id: string
  paymentId: string | null
  body: string
}

/** Settles what a stored event reports and answers what to note on it. Throws where it must be processed again. */
export async function settleEvent(ctx: Context, provider: PaymentProvider, event: StoredEvent): Promise<string> {
  const reported = provider.readEvent(event.body)
  if (reported.kind === 'ignored') return reported.why
  if (reported.kind === 'unreadable' || reported.kind === 'report') {
    if (event.paymentId === null) return 'unreadable'
    return await settleOwnReport(ctx, provider, { eventId: event.id, paymentId: event.paymentId, reported })
  }
  return await settleHint(ctx, provider, { eventId: event.id, reported })
}

/** The event came to the address of one attempt, and what it says counts. */
async function settleOwnReport(
  ctx: Context,
  provider: PaymentProvider,
  {
    eventId,
    paymentId,
    reported,
  }: { eventId: string; paymentId: string; reported: Extract<EventReport, { kind: 'report' | 'unreadable' }> },
): Promise<string> {
  const { source } = provider.webhook
  if (reported.kind === 'unreadable') {
    await flagUnreadable(ctx, { paymentId, eventId }, source)
    return 'unreadable'
  }
  const isOwn = await namesThisAttempt(ctx, provider, { paymentId, reported })
  const report = isOwn ? reported.report : mismatchOf(reported.reference)
  return noteOf(await applyReport(ctx, paymentId, { report, source }))
}

/**
 * The event only says that something happened: order and repetition of such events do not matter. Throws where the provider
 * cannot be asked, also while the shop has no keys for it.
 */
async function settleHint(
  ctx: Context,
  provider: PaymentProvider,
  { eventId, reported }: { eventId: string; reported: Extract<EventReport, { kind: 'look-up' | 'flag' | 'dispute' }> },
): Promise<string> {
  const { source } = provider.webhook
  const payment = await findPayment(ctx, provider, reported.payment)
  if (!payment) return 'unmatched'
  const { id: paymentId, orderId, reference } = payment
  await db(ctx.em).updateTable('webhook_events').set({ payment_id: paymentId }).where('id', '=', eventId).execute()
  if (reported.kind === 'flag') {
    await flagPayment(ctx, paymentId, { ...reported.flag, source })
    return `flagged: ${reported.flag.what}`
  }
  if (reported.kind === 'dispute') {
    const { dispute } = reported
    const result = await applyDispute(ctx, paymentId, {
      dispute,
      source,
      isOvertaken: (tx) => isOvertaken(tx, provider, { paymentId, dispute }),
    })
    if (result === 'flagged') ctx.log.warn({ security: 'dispute', paymentId, state: dispute.state }, 'disputed')
    return `dispute: ${result}`
  }
  if (reference === null) {
    // Its money is on the books already, by a line of the provider's own list: nothing but what goes back is news of it.
    if (reported.hasRefunds) await reconcileRefunds(ctx, paymentId, { source })
    return 'known'
  }
  const looked = await provider.lookUp(ctx, { orderId, reference })
  const report = looked.kind === 'outcome' && reported.hasRefunds ? { ...looked, hasRefunds: true } : looked
  return noteOf(await applyReport(ctx, paymentId, { report, source }))
}

/** The payment that an event names, by the attempt's id or, where no attempt of the shop asked for the money, by its receipt. */
async function findPayment(
  { em }: Context,
  { method }: PaymentProvider,
  { reference, receipt }: PaymentNames,
): Promise<{ id: string; orderId: string; reference: string | null } | undefined> {
  const ofMethod = db(em)
    .selectFrom('payments')
    .select(['id', 'order_id as orderId', 'provider_reference as reference'])
    .where('payment_method', '=', method)
  const attempt = await ofMethod.where('provider_reference', '=', reference).executeTakeFirst()
  return attempt ?? (await ofMethod.where('provider_receipt', '=', receipt).executeTakeFirst())
}

const mismatchOf = (reference: string | undefined) => ({
  kind: 'mismatch' as const,
  details: { reference: reference ?? null },
})

export const noteOf = (settlement: Settlement): string =>
  settlement.result === 'refused' ? `refused: ${settlement.reason}` : settlement.result

/** Only the provider knows the address, so this reports on the payment; a look-up or the administrator finds out what. */
async function flagUnreadable(
  ctx: Context,
  { paymentId, eventId }: { paymentId: string; eventId: string },
  source: PaymentProvider['webhook']['source'],
): Promise<void> {
  const known = await db(ctx.em).selectFrom('payments').where('id', '=', paymentId).select('id').executeTakeFirst()
  if (!known) return
  const note = 'a callback could not be read'
  const flag = { what: 'unresolved', details: { webhookEvent: eventId }, source, note } as const
  await ctx.em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!isPaidStatus(payment.status)) await flagLockedPayment(tx, ctx.clock(), payment, flag)
  })
}

/** References are compared where both sides know them: the answer to the attempt may have been lost, or be on its way. */
async function namesThisAttempt(
  { em }: Context,
  { method, storage }: PaymentProvider,
  { paymentId, reported }: { paymentId: string; reported: Extract<EventReport, { kind: 'report' }> },
): Promise<boolean> {
  const { reference, adoptedColumns } = reported
  const stored = () =>
    db(em)
      .selectFrom('payments')
      .select('provider_reference as reference')
      .where('id', '=', paymentId)
      .executeTakeFirst()
  const payment = await stored()
  if (!reference || !payment) return true
  if (payment.reference) return payment.reference === reference
  const adopted = await db(em)
    .updateTable('payments')
    .set({ provider_reference: reference, ...storage.payment({ reference }), ...adoptedColumns })
    .where('id', '=', paymentId)
    .where('provider_reference', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('payments as other')
            .where('other.payment_method', '=', method)
            .where('other.provider_reference', '=', reference),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  // The answer to the attempt may have been stored meanwhile.
  return adopted !== undefined || (await stored())?.reference === reference
}

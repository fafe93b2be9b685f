import { isPaidStatus, type PaymentStatus } from '@marashi/domain/rules/payment-status'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { flagLockedPayment } from '../flags/flag-payment.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import type { DuePayment } from './due-payments.ts'

const UNANSWERED = 'nobody could be asked whether it was paid: look at the gateway’s account'

/**
 * Ends the questions about an attempt. The owner is told before, so that none ends unseen: of those that the provider's policy
 * names, and where the last question had no answer (`isAnswered`) of every one that somebody can have paid.
 */
export async function giveUp(
  ctx: Context,
  { recovery }: PaymentProvider,
  { due, isAnswered }: { due: Pick<DuePayment, 'id' | 'reference'>; isAnswered: boolean },
): Promise<void> {
  const otherwise = isAnswered || due.reference === null ? null : UNANSWERED
  await flagUnresolved(ctx, due.id, (status) => recovery.unresolvedNote(status) ?? otherwise)
  await db(ctx.em)
    .updateTable('payments')
    .set({ next_query_at: null })
    .where('id', '=', due.id)
    .where('next_query_at', 'is not', null)
    .execute()
}

/** Flags an attempt whose end nobody has told, once, where there is a note for its status. */
export async function flagUnresolved(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  noteOf: (status: PaymentStatus) => string | null,
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    // Its webhook may have come while the provider was asked: then there is nothing left to tell. Of one that is paid only the
    // fee or the refunds are missing.
    const note = payment.isAsked && !isPaidStatus(payment.status) ? noteOf(payment.status) : null
    if (note !== null) await flagLockedPayment(tx, clock(), payment, { what: 'unresolved', source: 'query', note })
  })
}

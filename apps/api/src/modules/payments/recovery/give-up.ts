import { isPaidStatus, type PaymentStatus } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { flagLockedPayment } from '../flags/flag-payment.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { type LockedPayment, lockPayment } from '../settlement/lock-payment.ts'
import { type DuePayment, isPlannedAsRead } from './due-payments.ts'

type NoteOf = (status: PaymentStatus) => string | null

const UNANSWERED = 'nobody could be asked whether it was paid: look at the gateway’s account'

/**
 * Ends the questions about an attempt, unless others were planned meanwhile. The owner is told with it, so that none ends unseen: of
 * those that the provider's policy names, and where the last question had no answer (`isAnswered`) of every one that somebody can
 * have paid.
 */
export async function giveUp(
  { em, clock }: Context,
  { recovery }: PaymentProvider,
  { due, isAnswered }: { due: DuePayment; isAnswered: boolean },
): Promise<void> {
  const otherwise = isAnswered || due.reference === null ? null : UNANSWERED
  await em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, due.id)
    const ended = await db(tx)
      .updateTable('payments')
      .set({ next_query_at: null })
      .where(isPlannedAsRead(due))
      .returning('id')
      .executeTakeFirst()
    if (ended) await flagLocked(tx, clock(), payment, (status) => recovery.unresolvedNote(status) ?? otherwise)
  })
}

/** Flags an attempt whose end nobody has told, once, where there is a note for its status. */
export async function flagUnresolved(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  paymentId: string,
  noteOf: NoteOf,
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    // Its webhook may have come while the provider was asked: then there is nothing left to tell.
    if (payment.isAsked) await flagLocked(tx, clock(), payment, noteOf)
  })
}

/** Of one that is paid only the fee or the refunds are missing. */
async function flagLocked(tx: EntityManager, now: Date, payment: LockedPayment, noteOf: NoteOf): Promise<void> {
  const note = isPaidStatus(payment.status) ? null : noteOf(payment.status)
  if (note !== null) await flagLockedPayment(tx, now, payment, { what: 'unresolved', source: 'query', note })
}

import type { Deletion } from '@marashi/domain/contracts/admin-lists'
import { isPaidStatus } from '@marashi/domain/rules/payment-status'
import { db, isUnchangedSince } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound, ShopError, staleEdit } from '../../../shop-error.ts'
import { refuseClaimsWithoutMoney } from '../claims/refuse-claims-without-money.ts'
import { dropUnsentEmails } from '../emails/drop-unsent-emails.ts'
import { resolveFlags } from '../flags/resolve-flags.ts'
import { refuseWithRefunds } from '../refunds/manual-refunds.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { releaseOrder } from '../settlement/release-order.ts'
import { giveBackTransactions, lockTransactionsOf } from '../transactions/give-back-transactions.ts'

/**
 * Takes a payment off the lists, the sums and its order; row and history stay. Money that a provider moved cannot be taken
 * off, and money that still comes for an attempt brings it back. Throws NOT_FOUND, CONFLICT, STALE.
 */
export async function removePayment(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id, updatedAt }: Deletion,
): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const listed = await db(tx)
      .selectFrom('payments')
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!listed) throw notFound('Payment')
    await lockTransactionsOf(tx, id)
    const payment = await lockPayment(tx, id)
    if (payment.isDeleted) throw notFound('Payment')
    if (!payment.isManual && isPaidStatus(payment.status)) {
      const message = 'This money went through a payment gateway, so its record stays on the books.'
      throw new ShopError(
        'CONFLICT',
        `${message} If it was paid back, set it to refunded; if it never came, to failed.`,
      )
    }
    if (payment.status === 'completed') await refuseWithRefunds(tx, id)
    const { isCurrent } = await db(tx)
      .selectFrom('payments')
      .select(({ ref }) => isUnchangedSince(ref('updated_at'), updatedAt).as('isCurrent'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (!isCurrent) throw staleEdit('payment')
    const now = clock()
    await db(tx).updateTable('payments').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute()
    await recordEvent(tx, { now, payment, source: 'administrator', note: 'deleted' })
    await dropUnsentEmails(tx, id)
    await resolveFlags(tx, now, id, { what: 'all', by: 'administrator', resolution: 'taken off the lists' })
    if (payment.status === 'completed') await releaseOrder(tx, now, payment)
    await giveBackTransactions(tx, now, id)
    await refuseClaimsWithoutMoney(tx, now, payment.orderId)
  })
}

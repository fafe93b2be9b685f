import type { PaymentRecord, UpdatePayment } from '@marashi/domain/contracts/admin-payments'
import { shillingsOf } from '@marashi/domain/rules/money'
import { isPaidStatus } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { refuseClaimsWithoutMoney } from '../claims/refuse-claims-without-money.ts'
import { dropUnsentEmails } from '../emails/drop-unsent-emails.ts'
import { queueEmails } from '../emails/queue-emails.ts'
import { paymentRecordOf } from '../records/payment-row.ts'
import { refuseBelowRefunds } from '../refunds/manual-refunds.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { flagLineAmounts } from '../transactions/flag-line-amounts.ts'
import { giveBackTransactions, lockTransactionsOf } from '../transactions/give-back-transactions.ts'
import { endMove, startMove } from './move-payment.ts'
import { orderOfReference } from './order-of-reference.ts'
import { factsOf, lockForEdit, type PaymentFacts, refuseRewriting } from './payment-facts.ts'
import { refuseOtherAmount } from './refuse-other-amount.ts'
import { refuseUsedReference } from './refuse-used-reference.ts'
import { setPaymentStatus } from './set-payment-status.ts'
import { syncEdited } from './sync-edited.ts'

/**
 * Saves the administrator's payment form; amounts in cents. Saving it unchanged changes nothing. What a provider reported
 * (order, method, amount, receipt) is not the form's to change. Throws NOT_FOUND, BAD_REQUEST for an unknown
 * order, CONFLICT for an edit that came too late (STALE), a reference in use, or a change to a gateway's facts.
 */
export async function editPayment(
  { em, clock, caller }: Pick<Context, 'em' | 'clock'> & Partial<Pick<Context, 'caller'>>,
  input: UpdatePayment,
): Promise<PaymentRecord> {
  const { id } = input
  await em.fork().transactional(async (tx) => {
    const orderId = await orderOfReference(tx, input.orderId)
    await lockTransactionsOf(tx, id)
    const before = await lockForEdit(tx, input, orderId)
    const { status = before.status } = input
    const isMoney = isPaidStatus(status)
    const isTakenBack = before.status === 'completed' && !isMoney
    const after = factsOf(input, before, orderId)
    // The receipt that the administrator typed for an attempt goes with what it proved; another payment may have it then.
    if (isTakenBack && !before.isManual && before.providerReceipt === null) {
      Object.assign(after, { transactionId: null, receiptNumber: null })
    }
    const isNew = (fact: keyof PaymentFacts) => after[fact] !== before[fact]
    const changed = (Object.keys(after) as (keyof PaymentFacts)[]).filter(isNew)
    if (!before.isManual) refuseRewriting(changed, before)
    if (isNew('amount') || isNew('orderId')) await refuseOtherAmount(tx, caller, { ...input, orderId })
    await refuseUsedReference(tx, id, {
      transactionId: isNew('transactionId') ? after.transactionId : null,
      receipt_number: isNew('receiptNumber') ? after.receiptNumber : null,
    })

    const now = clock()
    if (isNew('amount')) await refuseBelowRefunds(tx, { id, status: before.status, cents: after.amount })
    // Money that has not come after all leaves the order that it paid, before the form says where it belongs.
    if (isTakenBack) await setPaymentStatus(tx, now, id, { status })
    const isMoved = before.status === 'completed' && isMoney && (isNew('orderId') || isNew('paymentMethod'))
    const move = isMoved ? await startMove(tx, now, id) : undefined
    const refundsWithoutEmail = isNew('orderId') ? await dropUnsentEmails(tx, id) : []
    if (changed.length > 0) {
      await write(tx, now, id, after)
      await syncEdited(tx, now, id, after)
    }
    if (changed.length > 0 && !isMoved) {
      const payment = await lockPayment(tx, id)
      const note = `changed: ${changed.join(', ')}`
      await recordEvent(tx, { now, payment, source: 'administrator', note })
    }
    if (move) await endMove(tx, now, id, move)
    if (refundsWithoutEmail.length > 0) {
      const payment = await lockPayment(tx, id)
      const emails = refundsWithoutEmail.map((refundId) => ({ payment, refundId }))
      await queueEmails(tx, now, emails)
    }
    await setPaymentStatus(tx, now, id, {
      status,
      // The gateway's own receipt stays; the box may hold what was typed before it came.
      receipt: before.isManual || before.receiptNumber !== null ? undefined : (after.transactionId ?? undefined),
    })
    await giveBackTransactions(tx, now, id)
    const isChanged = changed.length > 0 || status !== before.status
    if (before.isManual && isChanged) await flagLineAmounts(tx, now, id)
    await refuseClaimsWithoutMoney(tx, now, before.orderId)
  })
  return await paymentRecordOf(em, id)
}

async function write(tx: EntityManager, now: Date, id: string, facts: PaymentFacts): Promise<void> {
  const { orderId, paymentMethod, amount, processingFee, transactionId, receiptNumber } = facts
  await db(tx)
    .updateTable('payments')
    .set({
      order_id: orderId,
      payment_method: paymentMethod,
      amount: shillingsOf(amount),
      processing_fee: processingFee === null ? null : shillingsOf(processingFee),
      transaction_id: transactionId,
      receipt_number: receiptNumber,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

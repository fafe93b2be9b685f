import type { AssignTransaction, GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import { PROCESS_CLOCKS_DIFFER_BY_MS } from '../../../db/database-clock.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { orderOfReference } from '../manual/order-of-reference.ts'
import { reconcileRefunds } from '../refunds/reconcile-refunds.ts'
import { processAgain } from '../webhooks/process-again.ts'
import { assignTransaction, isOfOrder } from './assign-transaction.ts'
import { lockTransaction } from './lock-transaction.ts'
import { settleNamedAttempt } from './settle-named-attempt.ts'
import { transactionRecordOf } from './transaction-row.ts'

/**
 * The owner says which order unmatched money is for. Saying it twice is the same as once. Throws NOT_FOUND, BAD_REQUEST
 * for an unknown order, CONFLICT as assignTransaction.
 */
export async function assignToOrder(
  ctx: Context,
  { id, orderId: reference }: AssignTransaction,
): Promise<GatewayTransaction> {
  await settleNamedAttempt(ctx, id)
  const startedAt = ctx.clock()
  await readEvents(ctx, id)
  const paymentId = await ctx.em.fork().transactional(async (tx) => {
    const orderId = await orderOfReference(tx, reference)
    const transaction = await lockTransaction(tx, id)
    const { paymentId } = transaction
    if (paymentId !== null && (await isOfOrder(tx, paymentId, orderId))) return paymentId
    const booked = await assignTransaction(tx, ctx.clock(), { transactionId: id, orderId })
    faultPoint('assign-before-commit')
    return booked.paymentId
  })
  faultPoint('assign-committed')
  // Another process may have received what came meanwhile.
  await readEvents(ctx, id, { meanwhile: new Date(startedAt.getTime() - PROCESS_CLOCKS_DIFFER_BY_MS) })
  await readRefunds(ctx, paymentId)
  return await transactionRecordOf(ctx, id)
}

/** The provider may have told of the money before it had a payment. Where many events are searched, the search may fail and the money not. */
async function readEvents(ctx: Context, transactionId: string, which?: { meanwhile: Date }): Promise<void> {
  try {
    await processAgain(ctx, transactionId, which)
  } catch (error) {
    ctx.log.warn({ err: error, transactionId }, 'the events about money that is assigned could not be searched')
  }
}

/** A part may have gone back before the money had a payment. Where the provider is silent now, recovery asks it again. */
async function readRefunds(ctx: Context, paymentId: string): Promise<void> {
  try {
    await reconcileRefunds(ctx, paymentId, { source: 'query' })
  } catch (error) {
    ctx.log.warn({ err: error, paymentId }, 'the refunds of money that was assigned could not be read')
  }
}

import type { AssignTransaction, GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { orderOfReference } from '../manual/order-of-reference.ts'
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
  await ctx.em.fork().transactional(async (tx) => {
    const orderId = await orderOfReference(tx, reference)
    const { paymentId } = await lockTransaction(tx, id)
    if (paymentId !== null && (await isOfOrder(tx, paymentId, orderId))) return
    await assignTransaction(tx, ctx.clock(), { transactionId: id, orderId })
    faultPoint('assign-before-commit')
  })
  faultPoint('assign-committed')
  return await transactionRecordOf(ctx, id)
}

import type { DismissTransaction, GatewayTransaction } from '@marashi/domain/contracts/admin-transactions'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { conflict } from './assign-transaction.ts'
import { lockTransaction } from './lock-transaction.ts'
import { recordTransactionEvent } from './record-transaction-event.ts'
import { transactionRecordOf } from './transaction-row.ts'

/** The owner says that money is of no sale, and why. Throws NOT_FOUND, and CONFLICT where it belongs to an order. */
export async function dismissTransaction(
  ctx: Pick<Context, 'em' | 'clock'>,
  { id, reason }: DismissTransaction,
): Promise<GatewayTransaction> {
  await ctx.em.fork().transactional(async (tx) => {
    const { kind, paymentId, refundId, isDismissed } = await lockTransaction(tx, id)
    if (isDismissed) return
    if (paymentId !== null || refundId !== null) throw conflict('This money belongs to an order.')
    if (kind !== 'payment') throw conflict('Only money that came in can be dismissed.')
    const now = ctx.clock()
    await db(tx).updateTable('gateway_transactions').set({ dismissed_at: now }).where('id', '=', id).execute()
    await recordTransactionEvent(tx, { now, id, by: 'administrator', what: 'dismissed', note: reason })
  })
  return await transactionRecordOf(ctx, id)
}

/** Money that was dismissed is unmatched again. Throws NOT_FOUND. */
export async function restoreTransaction(
  ctx: Pick<Context, 'em' | 'clock'>,
  { id }: { id: string },
): Promise<GatewayTransaction> {
  await ctx.em.fork().transactional(async (tx) => {
    const { isDismissed } = await lockTransaction(tx, id)
    if (!isDismissed) return
    const now = ctx.clock()
    await db(tx).updateTable('gateway_transactions').set({ dismissed_at: null }).where('id', '=', id).execute()
    await recordTransactionEvent(tx, { now, id, by: 'administrator', what: 'restored' })
  })
  return await transactionRecordOf(ctx, id)
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { providerOf } from '../providers/registry.ts'
import type { LockedTransaction } from './lock-transaction.ts'

/**
 * An attempt of the order whose money this may be: it asked for the amount, has no receipt, and is open, is still asked
 * about, or counts as paid by a status query alone. Only a gateway that reports payments by itself has such attempts.
 */
export async function attemptOfMoney(
  tx: EntityManager,
  {
    orderId,
    gateway,
    amountShillings,
  }: { orderId: string; gateway: LockedTransaction['gateway']; amountShillings: number },
): Promise<string | undefined> {
  if (!providerOf(gateway).confirmations) return undefined
  const attempt = await db(tx)
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('payment_method', '=', gateway)
    .where('is_manual', '=', false)
    .where('amount', '=', amountShillings)
    .where('provider_receipt', 'is', null)
    .where('receipt_number', 'is', null)
    .where(({ and, eb, or }) =>
      or([
        eb('status', 'in', ['pending', 'processing', 'completed']),
        and([eb('status', 'in', ['failed', 'cancelled']), eb('next_query_at', 'is not', null)]),
      ]),
    )
    // Money that is on the books without a receipt comes first: it must not be there twice.
    .orderBy(({ eb }) => eb('status', '=', 'completed'), 'desc')
    .orderBy(({ eb }) => eb('status', 'in', ['pending', 'processing']), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return attempt?.id
}

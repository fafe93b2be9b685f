import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { providerOf } from '../providers/registry.ts'
import type { LockedTransaction } from './lock-transaction.ts'

/**
 * An attempt of the order whose money this may be: it asked for the amount, has no receipt, and is open, is still asked
 * about, or counts as paid by a status query alone. Only a gateway that reports payments by itself has such attempts; where
 * its list names the attempt, it is that one alone, however it has ended.
 */
export async function attemptOfMoney(
  tx: EntityManager,
  {
    orderId,
    transaction: { gateway, paymentReference },
    amountShillings,
  }: {
    orderId: string
    transaction: Pick<LockedTransaction, 'gateway' | 'paymentReference'>
    amountShillings: number
  },
): Promise<string | undefined> {
  if (!providerOf(gateway).confirmations && paymentReference === null) return undefined
  const attempt = await db(tx)
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('payment_method', '=', gateway)
    .where('is_manual', '=', false)
    .where('amount', '=', amountShillings)
    .where('provider_receipt', 'is', null)
    .where('receipt_number', 'is', null)
    .$if(paymentReference !== null, (named) => named.where('provider_reference', '=', paymentReference))
    .where(({ and, eb, or }) =>
      or([
        eb('provider_reference', '=', paymentReference),
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

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { LockedTransaction } from './lock-transaction.ts'

type Line = Pick<LockedTransaction, 'gateway' | 'reference' | 'relatedReference'>

/** The payment on our books that a line is: the gateway names it, or the administrator has typed its receipt. */
export async function paymentOfTransaction(
  tx: EntityManager,
  { gateway, reference, relatedReference }: Line,
): Promise<string | undefined> {
  const named = relatedReference === null ? [reference] : [reference, relatedReference]
  const keys = sql<string>`any(${named.map((each) => each.toUpperCase())}::text[])`
  const row = await db(tx)
    .selectFrom('payments')
    .select('id')
    .where('payment_method', '=', gateway)
    .where('status', 'in', ['completed', 'refunded'])
    .where('deleted_at', 'is', null)
    .where(({ and, eb, fn, or }) =>
      or([
        eb(fn<string>('upper', ['provider_receipt']), '=', keys),
        eb(fn<string>('upper', ['transaction_id']), '=', keys),
        and([eb('provider_receipt', 'is', null), eb(fn<string>('upper', ['receipt_number']), '=', keys)]),
        eb('provider_reference', '=', sql<string>`any(${named}::text[])`),
      ]),
    )
    .orderBy('is_manual')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** The refund on our books that a line is. */
export async function refundOfTransaction(
  tx: EntityManager,
  { gateway, reference, relatedReference }: Line,
): Promise<string | undefined> {
  const row = await db(tx)
    .selectFrom('payment_refunds')
    .select('id')
    .where('payment_method', '=', gateway)
    .where('status', '=', 'succeeded')
    .where(({ eb, fn, or }) =>
      or([
        eb(fn<string>('upper', ['provider_receipt']), '=', reference.toUpperCase()),
        eb('provider_reference', '=', relatedReference ?? reference),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

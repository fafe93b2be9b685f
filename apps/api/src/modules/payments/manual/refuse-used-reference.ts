import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { ShopError } from '../../../shop-error.ts'

/**
 * A transaction id or receipt names one movement of money, so no two payments hold the same one. Throws CONFLICT for the
 * field that `references` names it by.
 */
export async function refuseUsedReference(
  tx: EntityManager,
  paymentId: string,
  references: { transactionId: string | null; receipt_number: string | null },
): Promise<void> {
  for (const [field, reference] of Object.entries(references)) {
    if (!reference || !(await isReferenceOfAnother(tx, paymentId, reference))) continue
    const message = `Another payment has ${reference} already.`
    throw new ShopError('CONFLICT', message, { fields: { [field]: message } })
  }
}

async function isReferenceOfAnother(tx: EntityManager, paymentId: string, reference: string): Promise<boolean> {
  const other = await db(tx)
    .selectFrom('payments')
    .select('id')
    .where('id', '<>', paymentId)
    .where(({ and, eb, or }) =>
      or([
        and([eb('deleted_at', 'is', null), eb('transaction_id', '=', reference)]),
        and([eb('deleted_at', 'is', null), eb('is_manual', '=', true), eb('receipt_number', '=', reference)]),
        eb('provider_receipt', '=', reference),
        eb('provider_reference', '=', reference),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

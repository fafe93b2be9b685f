import type { EntityManager } from '@mikro-orm/postgresql'
import { ShopError } from '../../../shop-error.ts'
import { isReferenceInUse } from '../settlement/reference-in-use.ts'

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
    if (!reference || !(await isReferenceInUse(tx, paymentId, reference))) continue
    const message = `Another payment has ${reference} already.`
    throw new ShopError('CONFLICT', message, { fields: { [field]: message } })
  }
}

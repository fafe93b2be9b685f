import type { EntityManager } from '@mikro-orm/postgresql'
import { ShopError } from '../../../kernel/errors.ts'

/**
 * A transaction id or receipt stands for one movement of money, so no two payments hold the same one. Throws CONFLICT for
 * the field that `references` names it by.
 */
export async function refuseUsedReference(
  tx: EntityManager,
  paymentId: string,
  references: { transactionId: string | null; receipt_number: string | null },
): Promise<void> {
  for (const [field, reference] of Object.entries(references)) {
    if (!reference) continue
    const used: unknown[] = await tx.execute(
      `select from payments where id <> ? and ((deleted_at is null and transaction_id = ?)
         or (deleted_at is null and is_by_hand and receipt_number = ?) or mpesa_receipt_number = ?
         or stripe_charge_id = ? or stripe_payment_intent_id = ?) limit 1`,
      [paymentId, reference, reference, reference, reference, reference],
    )
    if (used.length > 0) {
      const sentence = `Another payment has ${reference} already.`
      throw new ShopError('CONFLICT', sentence, { fields: { [field]: sentence } })
    }
  }
}

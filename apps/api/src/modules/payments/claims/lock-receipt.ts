import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'

/**
 * Claims of a receipt are stored and opened one at a time, until this transaction ends, so that none overtakes one that was typed
 * before. Locked after any row: whoever holds it waits for no order.
 */
export async function lockReceipt(
  tx: EntityManager,
  { gateway, receipt }: { gateway: PaymentMethod; receipt: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`typed receipt ${gateway} ${receipt}`}, 0))`.execute(db(tx))
}

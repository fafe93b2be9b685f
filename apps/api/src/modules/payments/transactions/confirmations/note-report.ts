import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../../db/db.ts'

// A report to the old address may be on its way, or be tried again, when the first one has come to the new.
const RECEIVES_FOR_MS = 7 * 24 * 60 * 60_000

// A thousand confirmations at once must not wait for one row each.
const LAST_SEEN_PRECISION_MS = 10_000

/**
 * Notes that the provider has reported to its present address, so that those before it are needed for a while only. A report
 * to any other address says nothing of this one, however late it is processed.
 */
export async function noteReport(
  tx: EntityManager,
  now: Date,
  { method, tokenHash }: { method: PaymentMethod; tokenHash: string },
): Promise<void> {
  // Each statement compares by itself: the owner may replace the address at any moment.
  await db(tx)
    .updateTable('replaced_confirmation_addresses')
    .set({ closes_at: new Date(now.getTime() + RECEIVES_FOR_MS) })
    .where('gateway', '=', method)
    .where('closes_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('confirmation_addresses').where('gateway', '=', method).where(presentTokenHash, '=', tokenHash),
      ),
    )
    .execute()
  await db(tx)
    .updateTable('confirmation_addresses')
    .set({ last_confirmation_at: now })
    .where('gateway', '=', method)
    .where(presentTokenHash, '=', tokenHash)
    .where(({ eb, or }) =>
      or([
        eb('last_confirmation_at', 'is', null),
        eb('last_confirmation_at', '<', new Date(now.getTime() - LAST_SEEN_PRECISION_MS)),
      ]),
    )
    .execute()
}

const presentTokenHash = sql<string>`encode(sha256(convert_to(confirmation_addresses.token, 'UTF8')), 'hex')`

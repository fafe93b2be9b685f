import type { ReceiptClaimAnswer } from '@marashi/domain/contracts/orders'
import { claimMessage, shownState } from '@marashi/domain/rules/receipt-claim'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, instant, isSet } from '../../../db/db.ts'

/** How a claim stands, for the shopper who made it. */
export async function claimAnswer(em: EntityManager, id: string): Promise<ReceiptClaimAnswer> {
  const { isPlanned, ...claim } = await db(em)
    .selectFrom('receipt_claims')
    .where('id', '=', id)
    .select(({ ref }) => [
      'state',
      'receipt',
      'reason',
      'note',
      'waits_for_other as waitsForOther',
      instant(ref('asked_at')).as('askedAt'),
      isSet(ref('next_query_at')).as('isPlanned'),
    ])
    .executeTakeFirstOrThrow()
  return {
    state: shownState(claim),
    message: claimMessage({ ...claim, isWithShop: !isPlanned }),
    askedAt: claim.askedAt,
  }
}

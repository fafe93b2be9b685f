import type { ReceiptClaimList, ReceiptClaimListQuery } from '@marashi/domain/contracts/admin-receipt-claims'
import { db } from '../../../db/db.ts'
import { isWithin, pageOf, placeOf } from '../../../db/list-cursor.ts'
import { placeTime } from '../../../db/read-in-batches.ts'
import type { Context } from '../../../http/context.ts'
import { claimRows, receiptClaimOf } from './claim-row.ts'

/** The claims that nobody has decided, newest first. Throws BAD_REQUEST for a cursor that is not ours. */
export async function listOpenClaims(
  { em }: Pick<Context, 'em'>,
  { limit, cursor, ...times }: ReceiptClaimListQuery,
): Promise<ReceiptClaimList> {
  const after = placeOf(cursor)
  const [rows, { total }] = await Promise.all([
    claimRows(em)
      .where('claim.state', '=', 'checking')
      .where(({ ref, fn }) =>
        isWithin(times, ref('claim.asked_at'), fn.coalesce('claim.taken_up_at', 'claim.asked_at')),
      )
      .$if(after !== undefined, (all) =>
        // Two may have been typed at one instant; their numbers say which came first.
        all.where('claim.number', '<', ({ selectFrom }) =>
          selectFrom('receipt_claims')
            .where('id', '=', after?.id ?? '')
            .select('number'),
        ),
      )
      .select(({ ref }) => placeTime(ref('claim.asked_at')).as('place'))
      .orderBy('claim.number', 'desc')
      .limit(limit + 1)
      .execute(),
    db(em)
      .selectFrom('receipt_claims')
      .where('state', '=', 'checking')
      .where(({ ref, fn }) => isWithin(times, ref('asked_at'), fn.coalesce('taken_up_at', 'asked_at')))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  const { page, nextCursor } = pageOf(rows, limit)
  return { claims: page.map(receiptClaimOf), total, nextCursor }
}

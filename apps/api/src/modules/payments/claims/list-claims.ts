import type { ReceiptClaimList } from '@marashi/domain/contracts/admin-receipt-claims'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { claimRows, receiptClaimOf } from './claim-row.ts'

const AT_MOST = 100

/** The claims that nobody has decided, newest first. */
export async function listOpenClaims({ em }: Pick<Context, 'em'>): Promise<ReceiptClaimList> {
  const [rows, { total }] = await Promise.all([
    claimRows(em).where('claim.state', '=', 'checking').orderBy('claim.number', 'desc').limit(AT_MOST).execute(),
    db(em)
      .selectFrom('receipt_claims')
      .where('state', '=', 'checking')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { claims: rows.map(receiptClaimOf), total }
}

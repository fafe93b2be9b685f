import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { linkTransaction } from './link-transaction.ts'
import { lockTransaction } from './lock-transaction.ts'
import { paymentOfTransaction, refundOfTransaction } from './payment-of-transaction.ts'

const AT_MOST = 1_000

/**
 * Connects the lines that belong to no row of ours yet with the payments and refunds that have their references by now:
 * a callback may come after the line. Answers how many.
 */
export async function matchTransactions({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<number> {
  const unmatched = await db(em)
    .selectFrom('gateway_transactions')
    .where('payment_id', 'is', null)
    .where('refund_id', 'is', null)
    .where('dismissed_at', 'is', null)
    .where('kind', 'in', ['payment', 'refund'])
    .select(['id', 'kind', 'gateway', 'reference', 'related_reference as relatedReference'])
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(AT_MOST)
    .execute()
  let matched = 0
  for (const line of unmatched) {
    const found = line.kind === 'refund' ? await refundOfTransaction(em, line) : await paymentOfTransaction(em, line)
    if (!found) continue
    const linked = await em
      .fork()
      .transactional(async (tx) => await linkTransaction(tx, clock(), await lockTransaction(tx, line.id)))
    if (linked) matched++
  }
  return matched
}

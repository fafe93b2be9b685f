import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { linkTransaction } from './link-transaction.ts'
import { lockTransaction } from './lock-transaction.ts'
import { paymentOfLine, refundOfLine } from './payment-of-transaction.ts'

const AT_MOST = 1_000

/**
 * Connects the lines that belong to no row of ours yet with the payments and refunds that have their references by now:
 * a callback may come after the line. Answers how many.
 */
export async function matchTransactions({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<number> {
  const found = [...(await linesOfPayments(em).execute()), ...(await linesOfRefunds(em).execute())]
  let matched = 0
  for (const { id } of found) {
    const linked = await em
      .fork()
      .transactional(async (tx) => await linkTransaction(tx, clock(), await lockTransaction(tx, id)))
    if (linked) matched++
  }
  return matched
}

/** The unmatched lines whose payment there is by now. */
export const linesOfPayments = (em: EntityManager) =>
  unmatchedLines(em).where('l.kind', '=', 'payment').crossJoinLateral(paymentOfLine.as('found'))

/** The unmatched lines whose refund there is by now. */
export const linesOfRefunds = (em: EntityManager) =>
  unmatchedLines(em).where('l.kind', '=', 'refund').crossJoinLateral(refundOfLine.as('found'))

const unmatchedLines = (em: EntityManager) =>
  db(em)
    .selectFrom('gateway_transactions as l')
    .where('l.payment_id', 'is', null)
    .where('l.refund_id', 'is', null)
    .where('l.dismissed_at', 'is', null)
    .select('l.id')
    .orderBy('l.occurred_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(AT_MOST)

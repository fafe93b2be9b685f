import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { bookTransaction } from './book-transaction.ts'
import { linkTransaction } from './link-transaction.ts'
import { lockTransaction } from './lock-transaction.ts'

export type Placement = { result: 'known' | 'matched' | 'assigned'; paymentId: string | null } | { result: 'unmatched' }

/**
 * Finds the row of ours that a kept line is: the payment with its receipt, else the order whose number the payer typed,
 * where an attempt asked for exactly this amount or the unpaid order costs it. What fits nowhere stays unmatched. See
 * docs/behaviour.md#unmatched-money.
 */
export async function placeTransaction({ em, clock }: Pick<Context, 'em' | 'clock'>, id: string): Promise<Placement> {
  return await em.fork().transactional(async (tx) => {
    const now = clock()
    const transaction = await lockTransaction(tx, id)
    const { kind, paymentId, refundId, isDismissed, account } = transaction
    if (paymentId !== null || refundId !== null || isDismissed) return { result: 'known', paymentId }
    const linked = await linkTransaction(tx, now, transaction)
    if (linked) return { result: 'matched', ...linked }
    if (kind !== 'payment') return { result: 'unmatched' }
    const order = await db(tx)
      .selectFrom('orders')
      .select('id')
      .where('order_number', '=', orderNumberOf(account))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!order) return { result: 'unmatched' }
    const booked = await bookTransaction(tx, now, {
      transaction,
      orderId: order.id,
      namedBy: 'account',
      source: 'confirmation',
    })
    if (typeof booked === 'object') return { result: 'assigned', ...booked }
    // The callback of an attempt may have come while this waited for the order.
    const matched = booked === 'in use' ? await linkTransaction(tx, now, transaction) : undefined
    return matched ? { result: 'matched', ...matched } : { result: 'unmatched' }
  })
}

/** People type blanks, dashes and small letters. */
const orderNumberOf = (account: string | null): string => (account ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')

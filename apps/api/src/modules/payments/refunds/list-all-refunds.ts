import type { AllRefunds, AllRefundsQuery } from '@marashi/domain/contracts/admin-refunds'
import { isWithin, pageOf, placeOf } from '../../../db/list-cursor.ts'
import { isAfter, placeTime } from '../../../db/read-in-batches.ts'
import type { Context } from '../../../http/context.ts'
import { refundColumns, refundRows } from './refund-row.ts'

/**
 * The refunds of all payments that are on the list, newest first, with their orders. Throws BAD_REQUEST for a cursor that
 * is not ours.
 */
export async function listAllRefunds(
  { em }: Pick<Context, 'em'>,
  { limit, cursor, status, ...times }: AllRefundsQuery,
): Promise<AllRefunds> {
  const after = placeOf(cursor)
  const matches = refundRows(em)
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.deleted_at', 'is', null)
    .$if(status !== undefined, (all) => all.where('r.status', '=', status as NonNullable<typeof status>))
    .where(({ ref }) => isWithin(times, ref('r.requested_at'), ref('r.updated_at')))
  const [rows, { total }] = await Promise.all([
    matches
      .where(({ ref }) => isAfter(after, ref('r.requested_at'), ref('r.id')))
      .select(refundColumns)
      .select(['p.order_id as orderId', 'o.order_number as orderNumber'])
      .select(({ ref }) => placeTime(ref('r.requested_at')).as('place'))
      .orderBy('r.requested_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(limit + 1)
      .execute(),
    matches.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const { page, nextCursor } = pageOf(rows, limit)
  return { refunds: page, total, nextCursor }
}

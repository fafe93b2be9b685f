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
    // By its id alone: with another condition PostgreSQL may read every payment by its time instead.
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('payments').whereRef('id', '=', 'r.payment_id').select(['order_id', 'deleted_at']).offset(0).as('p'),
      (join) => join.onTrue(),
    )
    .where('p.deleted_at', 'is', null)
    .$if(status !== undefined, (all) => all.where('r.status', '=', status as NonNullable<typeof status>))
    .where(({ ref }) => isWithin(times, ref('r.requested_at'), ref('r.updated_at')))
  const [rows, { total }] = await Promise.all([
    matches
      .where(({ ref }) => isAfter(after, ref('r.requested_at'), ref('r.id')))
      .select(refundColumns)
      .select(({ selectFrom }) => [
        'p.order_id as orderId',
        // As a join, it would be looked up for every refund before the page is cut off.
        selectFrom('orders as o')
          .whereRef('o.id', '=', 'p.order_id')
          .select('o.order_number')
          .$asScalar()
          .$notNull()
          .as('orderNumber'),
      ])
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

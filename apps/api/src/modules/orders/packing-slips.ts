import type { PackingSlips, PackingSlipsQuery } from '@marashi/domain/contracts/admin-order-steps'
import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { adminOrderColumns } from './admin-order-row.ts'

/** The orders that are printed as packing slips, in the order asked for; one that is gone or deleted has none. */
export async function packingSlips(
  { em }: Pick<Context, 'em'>,
  { orders: ids }: PackingSlipsQuery,
): Promise<PackingSlips> {
  const orders = await db(em)
    .selectFrom('orders as o')
    .where('o.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('o.deleted_at', 'is', null)
    .select(adminOrderColumns)
    .orderBy(({ ref }) => sql`array_position(${ids}::uuid[], ${ref('o.id')})`)
    .execute()
  return { orders }
}

import type { Customer } from '@marashi/domain/contracts/admin-customers'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { notFound } from '../../../shop-error.ts'
import { customerRows, phoneKey } from './list-customers.ts'

/** Whose order this is, a deleted one too. Throws NOT_FOUND. */
export async function customerOf(em: EntityManager, orderId: string): Promise<Customer> {
  const phone = db(em)
    .selectFrom('orders as one')
    .where('one.id', '=', orderId)
    .select(({ ref }) => phoneKey(ref('one.customer_phone')).as('phone'))
  const row = await customerRows(em, phone).executeTakeFirst()
  if (!row) throw notFound('Customer')
  const { place: _, ...customer } = row
  return customer
}

import type { Customer, CustomerNote } from '@marashi/domain/contracts/admin-customers'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { customerOf } from './customer-of.ts'

/** Keeps what the owner notes of a customer; an empty note takes it away. Throws NOT_FOUND. */
export async function saveCustomerNote(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id, note }: CustomerNote,
): Promise<Customer> {
  const { phone } = await customerOf(em, id)
  if (note === '') await db(em).deleteFrom('customer_notes').where('phone', '=', phone).execute()
  else
    await db(em)
      .insertInto('customer_notes')
      .values({ phone, note, updated_at: clock() })
      .onConflict((conflict) => conflict.column('phone').doUpdateSet({ note, updated_at: clock() }))
      .execute()
  return await customerOf(em, id)
}

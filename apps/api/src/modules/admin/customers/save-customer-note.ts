import type { Customer, CustomerNote } from '@marashi/domain/contracts/admin-customers'
import { type ExpressionBuilder, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { staleEdit } from '../../../shop-error.ts'
import type { Tables } from '../../../tables.ts'
import { customerOf } from './customer-of.ts'

/**
 * Keeps what the owner notes of a customer; an empty note takes it away. Of that the row stays, empty, so that whoever follows the
 * customers learns of it. Throws NOT_FOUND, and STALE where another note is stored than `noteBefore`, or none any more.
 */
export async function saveCustomerNote(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id, note, noteBefore }: CustomerNote,
): Promise<Customer> {
  const { phone } = await customerOf(em, id)
  const isAsRead = ({ eb }: ExpressionBuilder<Tables, 'customer_notes'>) =>
    noteBefore === undefined ? sql<boolean>`true` : eb('customer_notes.note', '=', noteBefore ?? '')
  if (note === '' || noteBefore)
    await db(em)
      .updateTable('customer_notes')
      .set({ note, updated_at: clock() })
      .where('phone', '=', phone)
      .where(isAsRead)
      .execute()
  else
    await db(em)
      .insertInto('customer_notes')
      .values({ phone, note, updated_at: clock() })
      .onConflict((conflict) => conflict.column('phone').doUpdateSet({ note, updated_at: clock() }).where(isAsRead))
      .execute()
  const customer = await customerOf(em, id)
  if ((customer.note ?? '') !== note) throw staleEdit('note')
  return customer
}

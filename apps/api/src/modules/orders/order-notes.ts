import type { AddNote, OrderNote } from '@marashi/domain/contracts/order-notes'
import type { EntityManager } from '@mikro-orm/postgresql'
import { expressionBuilder } from 'kysely'
import { db, instant } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { notFound } from '../../shop-error.ts'
import type { Tables } from '../../tables.ts'

const { ref } = expressionBuilder<Pick<Tables, 'order_notes'>, 'order_notes'>()
const columns = ['id', 'kind', 'text', 'written_by as writtenBy', instant(ref('written_at')).as('writtenAt')] as const

/** The notes of an order, newest first. */
export const notesOf = (em: EntityManager, orderId: string): Promise<OrderNote[]> =>
  db(em).selectFrom('order_notes').where('order_id', '=', orderId).select(columns).orderBy('id', 'desc').execute()

/** Adds a note to an order, a deleted one too. Throws NOT_FOUND. */
export async function addNote({ em, clock }: Pick<Context, 'em' | 'clock'>, { id, text }: AddNote): Promise<OrderNote> {
  const order = await db(em).selectFrom('orders').where('id', '=', id).select('id').executeTakeFirst()
  if (!order) throw notFound('Order')
  return await writeNote(em, { orderId: id, kind: 'note', text, now: clock() })
}

/** Writes a note within the caller's transaction. */
export const writeNote = (
  em: EntityManager,
  { orderId, kind, text, now }: { orderId: string; kind: OrderNote['kind']; text: string; now: Date },
): Promise<OrderNote> =>
  db(em)
    .insertInto('order_notes')
    .values({ order_id: orderId, kind, text, written_by: 'administrator', written_at: now })
    .returning(columns)
    .executeTakeFirstOrThrow()

import type { EraseCustomer } from '@marashi/domain/contracts/admin-customers'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, nextVersion } from '../../../db/db.ts'
import { batchesOf } from '../../../db/until-none-is-left.ts'
import type { Context } from '../../../http/context.ts'
import { eraseAnswersAbout, eraseAnswersAboutNotes } from '../../../http/repeats/erase-answers.ts'
import { asMsisdn, ERASED } from '../../payments/transactions/erased-payer.ts'
import { requirePassword } from '../require-password.ts'
import { anyId } from './any-id.ts'
import { customerOf } from './customer-of.ts'
import { erasePayments, erasePaymentsForOthers, linesConnectedSince, lockLinesOf } from './erase-payments.ts'
import { phoneKey } from './list-customers.ts'
import { refuseUndelivered } from './refuse-undelivered.ts'
import { refuseSetAside, refuseUnsettled } from './refuse-unsettled.ts'

/**
 * Takes out of every row who ordered by a phone: name, phone, e-mail, address and what gateways told of the payer. Numbers,
 * lines, amounts and receipts stay for the books (docs/behaviour.md#customers). It cannot be undone.
 *
 * Throws NOT_FOUND, CONFLICT while money of theirs is moving or to be looked at or a message about them waits for the owner, and
 * as refuseUndelivered and requirePassword.
 */
export async function eraseCustomer(ctx: Context, input: EraseCustomer): Promise<{ orders: number }> {
  await requirePassword(ctx, input.password)
  const { phone } = await customerOf(ctx.em, input.id)
  const orders = await ctx.em.transactional(async (tx) => {
    await refuseUndelivered(tx, phone)
    return await eraseByPhone(tx, phone, ctx.clock())
  })
  ctx.log.warn({ security: 'customer-erased', orderId: input.id, orders }, 'a customer was erased')
  return { orders }
}

/**
 * Erases who ordered by a phone, given as its digits, and answers how many orders it was. Belongs into a transaction, in
 * which it changes nothing before it throws CONFLICT, as eraseCustomer does, but for what is not delivered: a restored shop
 * does not know what was delivered since.
 */
export async function eraseByPhone(tx: EntityManager, phone: string, now: Date): Promise<number> {
  const linesOfPhone = await lockLinesOf(tx, phone)
  const locked = await lockOrders(tx, phone)
  const ids = locked.filter(({ isOwn }) => isOwn).map(({ id }) => id)
  const payments = await paymentsOf(tx, { orderIds: locked.map(({ id }) => id), phone })
  const own = new Set(ids)
  const paymentIds = payments.filter(({ orderId }) => own.has(orderId)).map(({ id }) => id)
  const forOthers = payments.filter(({ orderId }) => !own.has(orderId))
  await refuseUnsettled(
    tx,
    payments.map(({ id }) => id),
  )
  const lines = [...linesOfPhone, ...(await linesConnectedSince(tx, { paymentIds, linesOfPhone }))]
  const money = { phone, paymentIds, orderIds: ids, lines }
  await refuseSetAside(tx, money)
  await erasePayments(tx, now, money)
  await erasePaymentsForOthers(tx, now, { payments: forOthers, phone })
  const othersIds = forOthers.flatMap(({ id, orderId }) => [id, orderId])
  const { reviewIds, noteIds } = await eraseOrders(tx, ids, now)
  await eraseAnswersAbout(tx, [...ids, ...paymentIds, ...lines.map(({ id }) => id), ...othersIds, ...reviewIds])
  await eraseAnswersAboutNotes(tx, noteIds)
  await db(tx).deleteFrom('customer_notes').where('phone', '=', phone).execute()
  return ids.length
}

/** The orders of a phone, and those of others that it paid, all at once: orders before payments, as a settlement locks them. */
const lockOrders = (tx: EntityManager, phone: string) =>
  db(tx)
    .selectFrom('orders as o')
    .where('o.id', 'in', ({ selectFrom }) =>
      selectFrom('orders as own')
        .where(({ eb, ref }) => eb(phoneKey(ref('own.customer_phone')), '=', phone))
        .select('own.id')
        .union(selectFrom('payments').where('mpesa_phone', '=', asMsisdn(phone)).select('order_id as id')),
    )
    .select(({ ref }) => [
      'o.id',
      'o.order_number as number',
      sql<boolean>`${phoneKey(ref('o.customer_phone'))} = ${phone}`.as('isOwn'),
    ])
    .orderBy('o.id')
    // A review or an e-mail that somebody is writing of one of them is waited for, so that it is erased too.
    .forUpdate()
    .execute()

/** The payments of the phone's own orders, and those for others that were paid by it. */
const paymentsOf = (tx: EntityManager, { orderIds, phone }: { orderIds: string[]; phone: string }) =>
  db(tx)
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('o.id', '=', anyId(orderIds))
    .where(({ or, eb, ref }) =>
      or([eb(phoneKey(ref('o.customer_phone')), '=', phone), eb('p.mpesa_phone', '=', asMsisdn(phone))]),
    )
    .select(['p.id', 'p.order_id as orderId'])
    .execute()

/** Answers what was written about some orders. */
async function eraseOrders(
  tx: EntityManager,
  ids: string[],
  now: Date,
): Promise<{ reviewIds: string[]; noteIds: number[] }> {
  const written: { reviewIds: string[]; noteIds: number[] } = { reviewIds: [], noteIds: [] }
  for (const some of batchesOf(ids)) {
    const { reviewIds, noteIds } = await eraseSome(tx, some, now)
    written.reviewIds.push(...reviewIds)
    written.noteIds.push(...noteIds)
  }
  return written
}

/** The columns that searches look into follow by themselves; the order's own page gets another address. */
async function eraseSome(tx: EntityManager, ids: string[], now: Date) {
  const isTheirs = anyId(ids)
  await db(tx)
    .updateTable('orders')
    .set({
      customer_name: ERASED,
      customer_phone: '',
      customer_email: null,
      delivery_address: ERASED,
      mpesa_phone: null,
      payment_gateway_response: null,
      page_secret: sql`new_page_secret()`,
      updated_at: now,
    })
    .where('id', '=', isTheirs)
    .execute()
  const reviews = await db(tx)
    .updateTable('reviews')
    .set(({ ref }) => ({
      customer_name: null,
      customer_phone_hash: null,
      // A form that was read before holds the name.
      updated_at: nextVersion(ref('updated_at'), now),
    }))
    .where('order_id', '=', isTheirs)
    .returning('id')
    .execute()
  const notes = await db(tx)
    .updateTable('order_notes')
    .set({ text: ERASED })
    .where('order_id', '=', isTheirs)
    .returning('id')
    .execute()
  await db(tx)
    .updateTable('order_emails')
    // Without its claim nobody writes down how an e-mail ended that is on its way.
    .set({ last_problem: null, next_attempt_at: null, claimed_until: null })
    .where('order_id', '=', isTheirs)
    .execute()
  await db(tx).deleteFrom('order_keys').where('order_id', '=', isTheirs).execute()
  return { reviewIds: reviews.map(({ id }) => id), noteIds: notes.map(({ id }) => id) }
}

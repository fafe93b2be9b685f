import type { EntityManager } from '@mikro-orm/postgresql'
import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely'
import { db, nextVersion } from '../../../db/db.ts'
import { anyFound, batchesOf } from '../../../db/until-none-is-left.ts'
import type { Tables } from '../../../tables.ts'
import { asMsisdn, ERASED, isOfPhone, withoutPayer } from '../../payments/transactions/erased-payer.ts'
import { eraseEventBodies, type LineName, namesLine } from '../../payments/webhooks/erase-event-bodies.ts'
import { anyId } from './any-id.ts'
import { phoneKey } from './list-customers.ts'
import { paymentEmailsTo } from './payment-emails-to.ts'

type Condition = Expression<SqlBool>
type Events = ExpressionBuilder<Tables, 'webhook_events'>

/** A Kenyan phone without its country or zero; fewer digits would stand in many messages. */
const PHONE_DIGITS = 9

/** What a customer's money is found by. The orders are their own. */
export interface Money {
  phone: string
  paymentIds: string[]
  orderIds: string[]
  lines: readonly (LineName & { id: string })[]
}

/**
 * Locks the lines of a phone and its orders before the orders and payments, as everybody who connects a line does
 * (lock-transaction.ts), and answers them: of its payments or paid by it, also where they are no order's.
 */
export async function lockLinesOf(tx: EntityManager, phone: string): Promise<Money['lines']> {
  const orders = await db(tx)
    .selectFrom('orders')
    .where(({ eb, ref }) => eb(phoneKey(ref('customer_phone')), '=', phone))
    .select(['id', 'order_number as number'])
    .execute()
  const payments = await db(tx)
    .selectFrom('payments')
    .where('order_id', '=', anyId(orders.map(({ id }) => id)))
    .select('id')
    .execute()
  const paymentIds = payments.map(({ id }) => id)
  const orderNumbers = orders.map(({ number }) => number)
  return await linesOfCustomer(tx, { phone, paymentIds, orderNumbers })
    .orderBy('id')
    // These are rows of the ledger.
    .forUpdate()
    .execute()
}

export const linesOfCustomer = (
  tx: EntityManager,
  { phone, paymentIds, orderNumbers }: { phone: string; paymentIds: string[]; orderNumbers: string[] },
) => linesOf(tx, [...areOfPayments(paymentIds), ...isOfPhone(phone, orderNumbers)])

/** The lines that fit any of some conditions, each found by its own index: asked with `or`, all lines may be read. */
function linesOf(tx: EntityManager, conditions: Condition[]) {
  const each = conditions.map((fits) => selectFrom('gateway_transactions').where(fits).select('id'))
  return (
    db(tx)
      .selectFrom('gateway_transactions')
      .where('id', '=', sql<string>`any(array(${sql.join(each, sql` union all `)}))`)
      // Asked again of what somebody held meanwhile, who may have taken it off the payment.
      .where(or(conditions))
      .select(['id', 'gateway', 'reference'])
  )
}

/** The other lines of a customer's payments: somebody may have connected one before the orders were locked. */
export const linesConnectedSince = (
  tx: EntityManager,
  { paymentIds, linesOfPhone }: { paymentIds: string[]; linesOfPhone: Money['lines'] },
): Promise<Money['lines']> =>
  linesOf(tx, areOfPayments(paymentIds))
    .where('id', '<>', sql<string>`all(${linesOfPhone.map(({ id }) => id)}::uuid[])`)
    .execute()

const { eb, or, selectFrom } = expressionBuilder<Tables, 'gateway_transactions'>()

const areOfPayments = (paymentIds: string[]): Condition[] => [
  eb('payment_id', '=', anyId(paymentIds)),
  eb(
    'refund_id',
    '=',
    anyFound(selectFrom('payment_refunds').where('payment_id', '=', anyId(paymentIds)).select('id')),
  ),
]

/** Whether an event that is no payment's tells of a customer. */
export const namesCustomer =
  ({ phone, orderIds, lines }: Money) =>
  (events: Events) =>
    events.or([namesPhone(phone)(events), answersClaimOf(orderIds)(events), namesLine(lines)(events)])

/**
 * Takes out who paid for a customer's orders, whom e-mails about it went to, and of the lines of a gateway's ledger who paid, with
 * the events that told of it. Every list that is followed tells of it.
 */
export async function erasePayments(tx: EntityManager, now: Date, money: Money): Promise<void> {
  const { paymentIds, orderIds, lines } = money
  for (const some of batchesOf(paymentIds)) await eraseSome(tx, now, some)
  for (const some of batchesOf(orderIds)) await eraseEmails(tx, paymentEmailsTo(tx, some).select('e.id'))
  for (const some of batchesOf(lines)) {
    await db(tx)
      .updateTable('gateway_transactions')
      .set(withoutPayer(now))
      .where('id', '=', anyId(some.map(({ id }) => id)))
      .execute()
  }
  await eraseEventBodies(tx, namesCustomer(money))
}

async function eraseSome(tx: EntityManager, now: Date, paymentIds: string[]): Promise<void> {
  const isTheirs = anyId(paymentIds)
  await db(tx).updateTable('payments').set(withoutPhone(now)).where('id', '=', isTheirs).execute()
  await db(tx)
    .updateTable('payment_refunds')
    .set({ gateway_response: null })
    .where('payment_id', '=', isTheirs)
    .execute()
  await db(tx).updateTable('webhook_events').set({ body: null }).where('payment_id', '=', isTheirs).execute()
  await eraseEmails(tx, emailsOf(tx, paymentIds))
  await db(tx).deleteFrom('request_slots').where('payment_id', '=', isTheirs).execute()
}

const eraseEmails = (tx: EntityManager, emails: Expression<{ id: string }>) =>
  db(tx)
    .updateTable('payment_emails')
    .set({ recipient: ERASED, last_problem: null, next_attempt_at: null })
    .where('id', '=', anyFound(emails))
    .execute()

const withoutPhone =
  (now: Date) =>
  ({ ref }: ExpressionBuilder<Tables, 'payments'>) => ({
    mpesa_phone: null,
    gateway_response: null,
    updated_at: nextVersion(ref('payments.updated_at'), now),
  })

/** The receipts of payments, and the e-mails about their refunds. What went to the customer of payments that moved since: paymentEmailsTo. */
const emailsOf = (tx: EntityManager, paymentIds: string[]) =>
  db(tx)
    .selectFrom('payment_emails')
    .where('refund_id', 'is', null)
    .where('payment_id', '=', anyId(paymentIds))
    .select('id')
    .unionAll(({ selectFrom }) =>
      selectFrom('payment_emails as e')
        .innerJoin('payment_refunds as r', 'r.id', 'e.refund_id')
        .where('r.payment_id', '=', anyId(paymentIds))
        .select('e.id'),
    )

/** Events that are no payment's and have the phone whole; none for digits that would stand in many. */
const namesPhone =
  (phone: string) =>
  ({ and, eb, lit }: Events) =>
    phone.length < PHONE_DIGITS
      ? lit(false)
      : and([eb('payment_id', 'is', null), eb('body', 'like', `%${phone.slice(-PHONE_DIGITS)}%`)])

/** Events that answer what a gateway was asked of a receipt that was typed for one of the orders. */
const answersClaimOf =
  (orderIds: string[]) =>
  ({ eb, selectFrom }: Events) =>
    eb('result_token_hash', 'in', () =>
      selectFrom('result_addresses as address')
        .innerJoin('receipt_claims as claim', 'claim.id', 'address.claim_id')
        .where('claim.order_id', '=', anyId(orderIds))
        .select('address.token_hash'),
    )

/** The phone has paid orders of other customers, which stay theirs: what the gateway told of the payer goes. */
export async function erasePaymentsForOthers(
  tx: EntityManager,
  now: Date,
  { payments, phone }: { payments: readonly { id: string; orderId: string }[]; phone: string },
): Promise<void> {
  const msisdn = asMsisdn(phone)
  for (const some of batchesOf(payments)) {
    const isOfOthers = anyId(some.map(({ id }) => id))
    await db(tx).updateTable('payments').set(withoutPhone(now)).where('id', '=', isOfOthers).execute()
    await db(tx)
      .updateTable('orders')
      .set(({ ref }) => ({
        mpesa_phone: sql<string | null>`nullif(mpesa_phone, ${msisdn})`,
        payment_gateway_response: null,
        updated_at: nextVersion(ref('updated_at'), now),
      }))
      .where('id', '=', anyId(some.map(({ orderId }) => orderId)))
      // Another phone may have been asked after this one, whose money came late.
      .where(sql<boolean>`(mpesa_phone = ${msisdn} or strpos(payment_gateway_response::text, ${msisdn}) > 0)`)
      .execute()
    await db(tx).updateTable('webhook_events').set({ body: null }).where('payment_id', '=', isOfOthers).execute()
  }
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { type ExpressionBuilder, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Tables } from '../../../tables.ts'
import { asMsisdn, ERASED, isOfPhone, withoutPayer } from '../../payments/transactions/erased-payer.ts'
import { eraseEventBodies, namesLine } from '../../payments/webhooks/erase-event-bodies.ts'
import { phoneKey } from './list-customers.ts'
import { paymentEmailsTo } from './payment-emails-to.ts'

export const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`

type Events = ExpressionBuilder<Tables, 'webhook_events'>

/** A Kenyan phone without its country or zero; fewer digits would stand in many messages. */
const PHONE_DIGITS = 9

/**
 * Locks the lines of a gateway's ledger that are to be erased with a phone and its orders, before the orders and payments, as
 * everybody who connects a line does (lock-transaction.ts).
 */
export async function lockLinesOf(tx: EntityManager, phone: string): Promise<void> {
  const orders = await db(tx)
    .selectFrom('orders')
    .where(({ eb, ref }) => eb(phoneKey(ref('customer_phone')), '=', phone))
    .select(['id', 'order_number as number'])
    .execute()
  const payments = await db(tx)
    .selectFrom('payments')
    .where('order_id', '=', anyOf(orders.map(({ id }) => id)))
    .select('id')
    .execute()
  const paymentIds = payments.map(({ id }) => id)
  await db(tx)
    .selectFrom('gateway_transactions')
    .where(isLineOf({ paymentIds, phone, orders }))
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
}

interface Paid {
  paymentIds: string[]
  phone: string
  /** Of the customer's own orders, which have their addresses still. */
  orders: readonly { id: string; number: string }[]
}

/**
 * Takes out who paid for a customer's orders, whom e-mails about it went to, and of every line of a gateway's ledger who paid by
 * the customer's phone, also where it is no order's, with the events that told of it. Answers the ids of these lines.
 */
export async function erasePayments(tx: EntityManager, { paymentIds, phone, orders }: Paid): Promise<string[]> {
  const isTheirs = anyOf(paymentIds)
  const orderIds = orders.map(({ id }) => id)
  await db(tx)
    .updateTable('payments')
    .set({ mpesa_phone: null, gateway_response: null })
    .where('id', '=', isTheirs)
    .execute()
  await db(tx)
    .updateTable('payment_refunds')
    .set({ gateway_response: null })
    .where('payment_id', '=', isTheirs)
    .execute()
  await db(tx).updateTable('webhook_events').set({ body: null }).where('payment_id', '=', isTheirs).execute()
  await db(tx)
    .updateTable('payment_emails')
    .set({ recipient: ERASED, last_problem: null, next_attempt_at: null })
    .where(({ or, eb }) =>
      or([eb('payment_id', '=', isTheirs), eb('id', 'in', paymentEmailsTo(tx, orderIds).select('e.id'))]),
    )
    .execute()
  const lines = await db(tx)
    .updateTable('gateway_transactions')
    .set(withoutPayer())
    .where(isLineOf({ paymentIds, phone, orders }))
    .returning(['id', 'gateway', 'reference'])
    .execute()
  await eraseEventBodies(tx, (events) =>
    events.or([namesPhone(phone)(events), answersClaimOf(orderIds)(events), namesLine(lines)(events)]),
  )
  await db(tx).deleteFrom('request_slots').where('payment_id', '=', isTheirs).execute()
  return lines.map(({ id }) => id)
}

/** The lines of these payments, of their refunds, and of the phone. */
function isLineOf({ paymentIds, phone, orders }: Paid) {
  const isTheirs = anyOf(paymentIds)
  const numbers = orders.map(({ number }) => number)
  return ({ or, eb, selectFrom }: ExpressionBuilder<Tables, 'gateway_transactions'>) =>
    or([
      eb('payment_id', '=', isTheirs),
      eb('refund_id', 'in', selectFrom('payment_refunds').where('payment_id', '=', isTheirs).select('id')),
      isOfPhone(phone, numbers),
    ])
}

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
        .where('claim.order_id', '=', anyOf(orderIds))
        .select('address.token_hash'),
    )

/** The phone has paid orders of other customers, which stay theirs: what the gateway told of the payer goes. */
export async function erasePaymentsForOthers(
  tx: EntityManager,
  payments: readonly { id: string; orderId: string }[],
  phone: string,
): Promise<void> {
  const msisdn = asMsisdn(phone)
  const ids = payments.map(({ id }) => id)
  await db(tx)
    .updateTable('payments')
    .set({ mpesa_phone: null, gateway_response: null })
    .where('id', '=', anyOf(ids))
    .execute()
  await db(tx)
    .updateTable('orders')
    .set({ mpesa_phone: sql<string | null>`nullif(mpesa_phone, ${msisdn})`, payment_gateway_response: null })
    .where('id', '=', anyOf(payments.map(({ orderId }) => orderId)))
    // Another phone may have been asked after this one, whose money came late.
    .where(sql<boolean>`(mpesa_phone = ${msisdn} or strpos(payment_gateway_response::text, ${msisdn}) > 0)`)
    .execute()
  await db(tx).updateTable('webhook_events').set({ body: null }).where('payment_id', '=', anyOf(ids)).execute()
}

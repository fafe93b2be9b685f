import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import type { Context } from '../../../../kernel/context.ts'
import { db } from '../../../../kernel/db.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'
import { lockPayableOrder, showAttemptOnOrder } from '../../settlement/payable-order.ts'
import { recordEvent } from '../../settlement/record-event.ts'
import { refuseNothingOwed } from '../../settlement/refuse-nothing-owed.ts'
import { limitPrompts } from './limit-prompts.ts'

const FIRST_QUERY_AFTER_MS = 20_000

export interface MpesaAttempt {
  paymentId: string
  orderNumber: string
  amountShillings: number
  /** The secret end of this attempt's callback address; only its hash is stored. */
  callbackToken: string
}

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Writes an attempt, with its callback token, before anybody is asked to pay: whatever happens afterwards finds its row.
 * Answers 'paid' where the order needs no more money.
 *
 * Throws NOT_FOUND, CONFLICT for a cancelled order or while a prompt is open on the order or the phone, and
 * TOO_MANY_REQUESTS beyond the limits of prompts.
 */
export async function openMpesaAttempt(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { orderId, phone }: { orderId: string; phone: string },
): Promise<MpesaAttempt | 'paid'> {
  return await em.fork().transactional(async (tx) => {
    const order = await lockPayableOrder(tx, orderId)
    if (order.isPaid) return 'paid'
    refuseNothingOwed(order)
    await limitPrompts(tx, clock(), { orderId, phone })

    const now = clock()
    const paymentId = randomUUID()
    const callbackToken = randomBytes(32).toString('hex')
    await insertAttempt(tx, now, { paymentId, orderId, amount: order.total, phone, callbackToken })
    await recordEvent(tx, { now, payment: { id: paymentId, status: null }, source: 'shopper', toStatus: 'processing' })
    const columns = {
      mpesa_status: 'initiated',
      mpesa_phone: phone,
      payment_failure_reason: null,
      mpesa_merchant_request_id: null,
      mpesa_checkout_request_id: null,
      payment_retry_count: sql<number>`(select count(*) - 1 from payments where order_id = orders.id)`,
    } as const
    await showAttemptOnOrder(tx, now, { orderId, method: 'mpesa', columns })
    faultPoint('attempt-before-commit')
    return { paymentId, orderNumber: order.orderNumber, amountShillings: order.total, callbackToken }
  })
}

async function insertAttempt(
  tx: EntityManager,
  now: Date,
  attempt: { paymentId: string; orderId: string; amount: number; phone: string; callbackToken: string },
): Promise<void> {
  await db(tx)
    .insertInto('payments')
    .values(({ selectFrom }) => ({
      id: attempt.paymentId,
      order_id: attempt.orderId,
      payment_method: 'mpesa',
      amount: attempt.amount,
      status: 'processing',
      mpesa_phone: attempt.phone,
      callback_token_hash: hashOfToken(attempt.callbackToken),
      initiated_at: now,
      next_query_at: new Date(now.getTime() + FIRST_QUERY_AFTER_MS),
      created_at: now,
      updated_at: now,
      retry_count: selectFrom('payments')
        .where('order_id', '=', attempt.orderId)
        .where('payment_method', '=', 'mpesa')
        .select(({ fn }) => fn.countAll<number>().as('count')),
    }))
    .execute()
}

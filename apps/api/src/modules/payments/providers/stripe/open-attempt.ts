import { randomUUID } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../../../kernel/context.ts'
import { db } from '../../../../kernel/db.ts'
import { ShopError } from '../../../../kernel/errors.ts'
import { lockPayableOrder, showAttemptOnOrder } from '../../settlement/payable-order.ts'
import { orderPaid } from '../../settlement/payment-refusals.ts'
import { recordEvent } from '../../settlement/record-event.ts'
import { refuseNothingOwed } from '../../settlement/refuse-nothing-owed.ts'

const FIRST_LOOK_AFTER_MS = 60_000

export interface CardAttempt {
  paymentId: string
  intentId: string | null
  /** How many attempts the order has had, this one included. */
  number: number
  orderNumber: string
  amountCents: number
  email: string | null
}

/** The order's open card attempt, or a new one, written before Stripe is asked. Throws as createPaymentIntent. */
export async function openCardAttempt({ em, clock, env }: Context, orderId: string): Promise<CardAttempt> {
  return await em.fork().transactional(async (tx) => {
    const order = await lockPayableOrder(tx, orderId)
    if (order.isPaid) throw orderPaid()
    refuseNothingOwed(order)
    if (order.total < env.CARD_MIN_SHILLINGS) {
      const message = `Cards are accepted from Ksh ${env.CARD_MIN_SHILLINGS}. Please choose another way to pay.`
      throw new ShopError('BAD_REQUEST', message)
    }
    const facts = { orderNumber: order.orderNumber, amountCents: Math.round(order.total * 100), email: order.email }
    const attempts = await attemptsOf(tx, orderId)
    const open = attempts.find(({ status }) => status === 'pending' || status === 'processing')
    if (open) return { ...facts, paymentId: open.id, intentId: open.intentId, number: attempts.length }
    const now = clock()
    const paymentId = randomUUID()
    await db(tx)
      .insertInto('payments')
      .values({
        id: paymentId,
        order_id: orderId,
        payment_method: 'stripe',
        amount: order.total,
        status: 'pending',
        initiated_at: now,
        next_query_at: new Date(now.getTime() + FIRST_LOOK_AFTER_MS),
        created_at: now,
        updated_at: now,
        retry_count: attempts.length,
      })
      .execute()
    await recordEvent(tx, { now, payment: { id: paymentId, status: null }, source: 'shopper', toStatus: 'pending' })
    await showAttemptOnOrder(tx, now, { orderId, method: 'stripe' })
    return { ...facts, paymentId, intentId: null, number: attempts.length + 1 }
  })
}

const attemptsOf = (tx: EntityManager, orderId: string) =>
  db(tx)
    .selectFrom('payments')
    .where('order_id', '=', orderId)
    .where('payment_method', '=', 'stripe')
    .where('is_by_hand', '=', false)
    .select(['id', 'stripe_payment_intent_id as intentId', 'status'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

import { randomUUID } from 'node:crypto'
import type { CreatePaymentIntent } from '@marashi/domain/contracts/payments'
import type { Context } from '../../../../kernel/context.ts'
import { notFound, ShopError } from '../../../../kernel/errors.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'
import { heldOrder } from '../../settlement/lock-order-first.ts'
import { recordEvent } from '../../settlement/record-event.ts'
import { refuseNothingOwed } from '../../settlement/refuse-nothing-owed.ts'
import { settleIntent } from './settle-intent.ts'
import type { CardGateway, CardIntent } from './stripe-client.ts'

const PAYABLE = new Set<CardIntent['status']>(['requires_payment_method', 'requires_confirmation', 'requires_action'])

interface Attempt {
  paymentId: string
  intentId: string | null
  number: number
  orderNumber: string
  amountCents: number
  email: string | null
}

/**
 * The card form's secret for an order: one intent per order, reused while it can be paid. The amount is the order's own
 * total, whatever the client says (facts/stripe 3). The attempt's row is written before Stripe is asked, and its number
 * is in the idempotency key, so a crash in between finds the same intent again.
 *
 * Throws SERVICE_UNAVAILABLE without configuration, NOT_FOUND, CONFLICT for an order that is paid, cancelled or free,
 * BAD_REQUEST below the smallest card payment.
 */
export async function createPaymentIntent(
  ctx: Context,
  { orderId }: CreatePaymentIntent,
): Promise<{ clientSecret: string }> {
  const { card } = ctx.gateways
  if (!card) throw new ShopError('SERVICE_UNAVAILABLE', 'Card payment is not configured')
  const attempt = await openCardAttempt(ctx, orderId)
  const intent = attempt.intentId ? await card.read(attempt.intentId) : await createIntent(ctx, card, orderId, attempt)
  if (PAYABLE.has(intent.status) && intent.amountCents === attempt.amountCents && intent.clientSecret) {
    return { clientSecret: intent.clientSecret }
  }
  await settleIntent(ctx, attempt.paymentId, intent, 'confirm')
  if (intent.status === 'canceled') return await createPaymentIntent(ctx, { orderId })
  throw new ShopError('CONFLICT', 'This order is already being paid by card.')
}

async function openCardAttempt({ em, clock, env }: Context, orderId: string): Promise<Attempt> {
  return await em.fork().transactional(async (tx) => {
    const [order]: { orderNumber: string; total: number; email: string | null; isPaid: boolean; status: string }[] =
      await tx.execute(
        `select order_number as "orderNumber", total::float8 as total, customer_email as email, paid_at is not null as "isPaid", status
       from orders where id = ? and deleted_at is null for update`,
        [orderId],
      )
    if (!order) throw notFound('Order')
    if (order.isPaid) throw new ShopError('CONFLICT', 'This order is already paid.')
    if (order.status === 'cancelled')
      throw new ShopError('CONFLICT', 'This order was cancelled. Please place it again.')
    refuseNothingOwed(order)
    if (order.total < env.CARD_MIN_SHILLINGS) {
      throw new ShopError(
        'BAD_REQUEST',
        `Cards are accepted from Ksh ${env.CARD_MIN_SHILLINGS}. Please choose another way to pay.`,
      )
    }
    const { orderNumber, email } = order
    const amountCents = Math.round(order.total * 100)
    const attempts: { id: string; intentId: string | null; status: string }[] = await tx.execute(
      `select id, stripe_payment_intent_id as "intentId", status from payments
       where order_id = ? and payment_method = 'stripe' and not is_by_hand order by created_at desc, id desc`,
      [orderId],
    )
    const open = attempts.find(({ status }) => status === 'pending' || status === 'processing')
    if (open)
      return { paymentId: open.id, intentId: open.intentId, number: attempts.length, orderNumber, amountCents, email }
    const now = clock()
    const paymentId = randomUUID()
    await tx.execute(
      `insert into payments (id, order_id, payment_method, amount, status, initiated_at, next_query_at, created_at, updated_at, retry_count)
       values (?, ?, 'stripe', ?, 'pending', ?, ?, ?, ?, ?)`,
      [paymentId, orderId, order.total, now, new Date(now.getTime() + 60_000), now, now, attempts.length],
    )
    await recordEvent(tx, {
      now,
      payment: { id: paymentId, status: null },
      evidence: { source: 'shopper' },
      toStatus: 'pending',
    })
    await tx.execute(
      // An order to be paid on delivery stays one until money has come (decisions 6).
      `update orders set payment_method = case when payment_method = 'manual' then 'manual' else 'stripe' end,
         payment_initiated_at = ?, updated_at = ? where id = ?`,
      [now, now, orderId],
    )
    return { paymentId, intentId: null, number: attempts.length + 1, orderNumber, amountCents, email }
  })
}

async function createIntent(ctx: Context, card: CardGateway, orderId: string, attempt: Attempt): Promise<CardIntent> {
  const { amountCents, orderNumber, email, number, paymentId } = attempt
  faultPoint('card-attempt-written')
  const intent = await card.create({
    amountCents,
    orderId,
    orderNumber,
    email,
    idempotencyKey: `pi-${orderId}-${amountCents}-${number}`,
  })
  faultPoint('intent-created')
  await ctx.em.execute(
    `with ${heldOrder}, attempt as (
       update payments set stripe_payment_intent_id = ?, updated_at = ? from held where payments.id = held.payment_id
       returning order_id
     )
     update orders set stripe_payment_intent_id = ?, updated_at = ? from attempt where orders.id = attempt.order_id`,
    [paymentId, intent.id, ctx.clock(), intent.id, ctx.clock()],
  )
  faultPoint('intent-stored')
  return intent
}

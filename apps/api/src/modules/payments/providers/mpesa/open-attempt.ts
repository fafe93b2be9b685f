import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Context } from '../../../../kernel/context.ts'
import { notFound, ShopError } from '../../../../kernel/errors.ts'
import { faultPoint } from '../../../../kernel/fault-points.ts'
import { recordEvent } from '../../settlement/record-event.ts'
import { refuseNothingOwed } from '../../settlement/refuse-nothing-owed.ts'

const PROMPT_LIFE_SECONDS = 75 // a prompt has lapsed by then (facts/mpesa C9)
const MAX_PER_PHONE_IN_10_MINUTES = 3
const MAX_PER_ORDER_IN_AN_HOUR = 5
/** The failure code of an attempt that Daraja was too busy to take: nothing reached a phone. */
export const NOT_TAKEN = 'not-taken'
const FIRST_QUERY_AFTER_MS = 20_000 // facts/mpesa C4

export interface OpenAttempt {
  paymentId: string
  orderNumber: string
  amountShillings: number
  /** The secret end of this attempt's callback address; only its hash is stored. */
  callbackToken: string
}

interface OrderRow {
  orderNumber: string
  total: number
  isPaid: boolean
  status: string
}

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Writes an attempt, with its callback token, before anybody is asked to pay: whatever happens afterwards has a row to
 * land on. Answers 'paid' where the order needs no more money.
 *
 * Throws NOT_FOUND, CONFLICT for a cancelled order, for one that costs nothing, or while a prompt is open on the order or the phone, and
 * TOO_MANY_REQUESTS beyond the limits of design/reliability.
 */
export async function openMpesaAttempt(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { orderId, phone }: { orderId: string; phone: string },
): Promise<OpenAttempt | 'paid'> {
  return await em.fork().transactional(async (tx) => {
    const [order]: OrderRow[] = await tx.execute(
      `select order_number as "orderNumber", total::float8 as total, paid_at is not null as "isPaid", status
       from orders where id = ? and deleted_at is null for update`,
      [orderId],
    )
    if (!order) throw notFound('Order')
    if (order.isPaid) return 'paid'
    if (order.status === 'cancelled')
      throw new ShopError('CONFLICT', 'This order was cancelled. Please place it again.')
    refuseNothingOwed(order)
    // Orders have rows to lock, phones have not: two orders of one phone take turns here.
    await tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`prompt:${phone}`])
    await refuseTooMany(tx, clock(), orderId, phone)

    const now = clock()
    const paymentId = randomUUID()
    const callbackToken = randomBytes(32).toString('hex')
    await tx.execute(
      `insert into payments (id, order_id, payment_method, amount, status, mpesa_phone, callback_token_hash, initiated_at,
                             next_query_at, created_at, updated_at, retry_count)
       values (?, ?, 'mpesa', ?, 'processing', ?, ?, ?, ?, ?, ?,
               (select count(*) from payments where order_id = ? and payment_method = 'mpesa'))`,
      [
        paymentId,
        orderId,
        order.total,
        phone,
        hashOfToken(callbackToken),
        now,
        new Date(now.getTime() + FIRST_QUERY_AFTER_MS),
        now,
        now,
        orderId,
      ],
    )
    await recordEvent(tx, {
      now,
      payment: { id: paymentId, status: null },
      evidence: { source: 'shopper' },
      toStatus: 'processing',
    })
    await tx.execute(
      // An order to be paid on delivery stays one until money has come (decisions 6).
      `update orders set payment_method = case when payment_method = 'manual' then 'manual' else 'mpesa' end,
         mpesa_status = 'initiated', mpesa_phone = ?, payment_initiated_at = ?, payment_failure_reason = null,
         mpesa_merchant_request_id = null, mpesa_checkout_request_id = null, updated_at = ?,
         payment_retry_count = (select count(*) - 1 from payments where order_id = orders.id)
       where id = ?`,
      [phone, now, now, orderId],
    )
    faultPoint('attempt-before-commit')
    return { paymentId, orderNumber: order.orderNumber, amountShillings: order.total, callbackToken }
  })
}

/** The words "duplicate request" are what the checkout shows its own message for (specification §8). */
async function refuseTooMany(tx: EntityManager, now: Date, orderId: string, phone: string): Promise<void> {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const [count]: { open: number; ofPhone: number; ofOrder: number }[] = await tx.execute(
    `select count(*) filter (where initiated_at > ? and status = 'processing')::int as open,
            count(*) filter (where mpesa_phone = ? and initiated_at > ?)::int as "ofPhone",
            count(*) filter (where order_id = ? and initiated_at > ?)::int as "ofOrder"
     from payments where payment_method = 'mpesa' and initiated_at > ? and (order_id = ? or mpesa_phone = ?)
       and failure_code is distinct from ?`,
    [ago(PROMPT_LIFE_SECONDS), phone, ago(600), orderId, ago(3_600), ago(3_600), orderId, phone, NOT_TAKEN],
  )
  if (!count) return
  if (count.open > 0) {
    throw new ShopError('CONFLICT', 'duplicate request: a prompt is already open', {
      retryAfterSeconds: PROMPT_LIFE_SECONDS,
    })
  }
  if (count.ofPhone >= MAX_PER_PHONE_IN_10_MINUTES || count.ofOrder >= MAX_PER_ORDER_IN_AN_HOUR) {
    const retryAfterSeconds = count.ofPhone >= MAX_PER_PHONE_IN_10_MINUTES ? 600 : 3_600
    throw new ShopError('TOO_MANY_REQUESTS', 'Too many payment prompts. Please wait a while and try again.', {
      retryAfterSeconds,
    })
  }
}

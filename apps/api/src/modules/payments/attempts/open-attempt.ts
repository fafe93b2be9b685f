import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { beingPaidUntil } from '@marashi/domain/rules/stock-hold'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { takeStockAgain } from '../../catalogue/stock/take-stock-again.ts'
import { openClaims } from '../../orders/undecided-money.ts'
import { refuseDisabledMethod } from '../../shop-settings/refuse-disabled-method.ts'
import { settingsOf } from '../../shop-settings/settings-of.ts'
import type { Attempt, AttemptRequest, PaymentProvider } from '../providers/provider.ts'
import { lockPayableOrder, showAttemptOnOrder } from '../settlement/payable-order.ts'
import { piecesSold, receiptUndecided } from '../settlement/payment-refusals.ts'
import { recordEvent } from '../settlement/record-event.ts'
import { refuseNothingOwed } from '../settlement/refuse-nothing-owed.ts'
import { refuseOutdatedOrder } from './refuse-outdated-order.ts'

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Writes an attempt, with its callback token, before the provider is asked: whatever happens afterwards finds its row.
 * Answers the order's open attempt where the provider goes on with it, 'paid' where the order needs no more money.
 *
 * Throws NOT_FOUND, CONFLICT for a cancelled order, one that costs nothing, whose prices have changed or whose pieces
 * were sold meanwhile, or where the administrator asks for money whose typed receipt is not decided,
 * UNPROCESSABLE_CONTENT where the owner has switched the provider off and none of its attempts is open on the order, and
 * what the provider refuses.
 */
export async function openAttempt(
  ctx: Pick<Context, 'em' | 'clock' | 'env' | 'settings' | 'isAdministrator' | 'limitVisitor' | 'limitKey'>,
  provider: PaymentProvider,
  { orderId, payer }: Pick<AttemptRequest, 'orderId' | 'payer'>,
): Promise<Attempt | 'paid'> {
  const { em, clock, env } = ctx
  const settings = await settingsOf(ctx)
  return await em.fork().transactional(async (tx) => {
    const order = await lockPayableOrder(tx, orderId)
    if (order.isPaid) return 'paid'
    refuseNothingOwed(order)
    // A shopper may: they know whether they have paid.
    if ((await ctx.isAdministrator()) && (await hasOpenClaim(tx, orderId))) throw receiptUndecided()
    const earlier = await attemptsOf(tx, orderId, provider)
    const open = earlier.find(({ status }) => status === 'pending' || status === 'processing')
    if (!open) refuseDisabledMethod(settings, provider.method)
    const now = clock()
    await refuseOutdatedOrder(tx, order, { settings, now })
    // Not for a new day: whoever asks once a day and never pays would hold the last piece for good.
    if (!(await takeStockAgain(tx, { orderId, now, until: beingPaidUntil(now) }))) throw piecesSold()
    const request: AttemptRequest = { orderId, payer, totalShillings: order.total }
    const paymentId = randomUUID()
    const limitCaller = async () => {
      await ctx.limitVisitor('prompts')
      await ctx.limitKey('promptsOfKey')
    }
    await provider.attempts.admit?.(tx, { ...request, paymentId, now, env, limitCaller })

    const facts = { ...request, orderNumber: order.orderNumber, email: order.email }
    if (open && provider.attempts.isReused) {
      const number = earlier.length - earlier.indexOf(open)
      await reopen(tx, now, provider, { paymentId: open.id, orderId })
      return { ...facts, paymentId: open.id, reference: open.reference, number, callbackToken: null }
    }
    const attempt = {
      ...facts,
      paymentId,
      reference: null,
      number: earlier.length + 1,
      callbackToken: randomBytes(32).toString('hex'),
    }
    await store(tx, now, provider, attempt)
    faultPoint('attempt-before-commit')
    return attempt
  })
}

async function store(
  tx: EntityManager,
  now: Date,
  provider: PaymentProvider,
  attempt: Attempt & { callbackToken: string },
): Promise<void> {
  const { paymentId: id, orderId, totalShillings, callbackToken, number } = attempt
  const { firstStatus } = provider.attempts
  const columns = provider.storage.opened(attempt)
  await db(tx)
    .insertInto('payments')
    .values({
      id,
      order_id: orderId,
      payment_method: provider.method,
      amount: totalShillings,
      status: firstStatus,
      callback_token_hash: hashOfToken(callbackToken),
      ...askedAt(now, provider.attempts),
      created_at: now,
      updated_at: now,
      retry_count: number - 1,
      ...columns.payment,
    })
    .execute()
  await recordEvent(tx, { now, payment: { id, status: null }, source: 'shopper', toStatus: firstStatus })
  await showAttemptOnOrder(tx, now, { orderId, method: provider.method, columns: columns.order })
}

/** Whoever goes on with an attempt may pay it now, however old it is: the order shows it, and it is looked up, like a new one. */
async function reopen(
  tx: EntityManager,
  now: Date,
  { method, attempts }: PaymentProvider,
  { paymentId, orderId }: { paymentId: string; orderId: string },
): Promise<void> {
  await db(tx)
    .updateTable('payments')
    .set({ ...askedAt(now, attempts), updated_at: now })
    .where('id', '=', paymentId)
    .where('status', 'in', ['pending', 'processing'])
    .execute()
  await showAttemptOnOrder(tx, now, { orderId, method })
}

/** From when its age counts, and when it is looked up first. */
const askedAt = (now: Date, { firstLookUpAfterMs }: PaymentProvider['attempts']) => ({
  initiated_at: now,
  next_query_at: new Date(now.getTime() + firstLookUpAfterMs),
})

const hasOpenClaim = async (tx: EntityManager, orderId: string): Promise<boolean> =>
  Boolean(
    await db(tx)
      .selectFrom('orders as o')
      .where('o.id', '=', orderId)
      .where(({ exists }) => exists(openClaims))
      .select('o.id')
      .executeTakeFirst(),
  )

const attemptsOf = (tx: EntityManager, orderId: string, { method }: PaymentProvider) =>
  db(tx)
    .selectFrom('payments')
    .where('order_id', '=', orderId)
    .where('payment_method', '=', method)
    .where('is_manual', '=', false)
    .select(['id', 'provider_reference as reference', 'status'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

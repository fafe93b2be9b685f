import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { CancelledOrder, CancelOrder, MoneyRead } from '@marashi/domain/contracts/admin-order-steps'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../db/db.ts'
import { faultPoint } from '../../fault-points.ts'
import type { Context } from '../../http/context.ts'
import { ShopError, staleEdit } from '../../shop-error.ts'
import { adminOrderOf, withCents } from '../orders/admin-order-row.ts'
import { cancelOrder, expectCancellable } from '../orders/cancel-order.ts'
import { listRefunds } from '../payments/refunds/list-refunds.ts'
import { type StoredRequest, sendStoredRefund, storeRefund } from '../payments/refunds/request-refund.ts'
import { requirePassword } from './require-password.ts'

/** Money of a payment that can still go back, in cents. */
interface Refundable extends MoneyRead {
  /** Whether its provider does so to give it back. */
  asksForPassword: boolean
}

/**
 * Cancels an order and asks for all of its money back, in one transaction: a crash leaves both or neither. Everything that
 * only the administrator can put right, as the password or an operator that is refused, is refused before the order is
 * cancelled; where a provider refuses afterwards, also in its answer, the order stays cancelled and `problem` says why. Its
 * money is what there is once the order is locked.
 *
 * Throws as cancelOrder and requirePassword, STALE where its money is not `money` or where money that needs the password came
 * meanwhile, SERVICE_UNAVAILABLE where a provider is known not to give money back now, and FORBIDDEN for a key that may change
 * orders but no payments.
 */
export async function cancelWithRefund(ctx: Context, input: CancelOrder): Promise<CancelledOrder> {
  const { id, reason, refund, money, password = '' } = input
  if (refund !== 'none' && !(await ctx.mayDo('payments', 'write'))) {
    throw new ShopError('FORBIDDEN', 'To give money back this key needs the scope payments:write.')
  }
  const needsPassword = (payments: readonly Refundable[]) =>
    refund === 'provider' && payments.some(({ asksForPassword }) => asksForPassword)
  // Before the password: a form that was opened before that money came has no field for it, and is to be shown what came.
  await expectCancellable(ctx.em, input)
  // Nobody asks about the money where it stays and nobody says what it was.
  const refundable = (em: EntityManager) => (refund === 'none' && !money ? [] : moneyOf({ ...ctx, em }, id, money))
  const isAsked = needsPassword(await refundable(ctx.em))
  if (isAsked) await requirePassword(ctx, password)
  const { stored, problems } = await ctx.em.fork().transactional(async (tx) => {
    await cancelOrder(tx, ctx.clock(), input)
    const payments = await refundable(tx)
    // No password is compared while the order is locked.
    if (!isAsked && needsPassword(payments)) throw staleEdit('order')
    const requests =
      refund === 'none'
        ? []
        : payments.map(({ paymentId, left }) => {
            return { id: paymentId, amount: left, way: refund, reason, requestId: randomUUID(), hasPassword: isAsked }
          })
    const outcome = await storeRefunds(ctx, tx, requests)
    faultPoint('cancel-before-commit')
    return outcome
  })
  faultPoint('cancel-committed')
  const refunds: CancelledOrder['refunds'] = []
  for (const request of stored) refunds.push(await sendStoredRefund(ctx, request, true))
  const failed = refunds
    .filter(({ status }) => status === 'failed')
    .map(({ failureReason }) => failureReason ?? 'A refund failed.')
  const problem = [...new Set([...problems, ...failed])].join(' ') || null
  return { order: withCents(await adminOrderOf(ctx.em, id)), refunds, problem }
}

/** Stores each request that its payment does not refuse; what a refused one has done is undone alone. */
async function storeRefunds(
  ctx: Context,
  tx: EntityManager,
  requests: readonly StoredRequest[],
): Promise<{ stored: StoredRequest[]; problems: string[] }> {
  const stored: StoredRequest[] = []
  const problems: string[] = []
  for (const request of requests) {
    try {
      await tx.transactional((savepoint) => storeRefund(ctx, savepoint, request))
      stored.push(request)
    } catch (error) {
      if (!(error instanceof ShopError) || error.code === 'SERVICE_UNAVAILABLE') throw error
      problems.push(error.message)
    }
  }
  return { stored, problems }
}

/** The money of an order that can still go back; throws STALE where it is not what `read` names. */
async function moneyOf(ctx: Context, orderId: string, read: readonly MoneyRead[] | undefined): Promise<Refundable[]> {
  const payments = await db(ctx.em)
    .selectFrom('payments')
    .where('order_id', '=', orderId)
    .where('status', '=', 'completed')
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('created_at')
    .execute()
  const money: Refundable[] = []
  for (const { id } of payments) {
    const { left, provider } = await listRefunds(ctx, { id })
    const asksForPassword = provider?.asksForPassword === true && provider.unavailable === null
    if (left > 0) money.push({ paymentId: id, left, asksForPassword })
  }
  if (read && !isSameMoney(money, read)) throw staleEdit('order')
  return money
}

function isSameMoney(money: readonly MoneyRead[], read: readonly MoneyRead[]): boolean {
  const lines = (payments: readonly MoneyRead[]) =>
    payments
      .filter(({ left }) => left > 0)
      .map(({ paymentId, left }) => `${paymentId} ${left}`)
      .toSorted()
  return isDeepStrictEqual(lines(money), lines(read))
}

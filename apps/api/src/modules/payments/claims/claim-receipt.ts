import { randomUUID } from 'node:crypto'
import type { ReceiptClaimAnswer } from '@marashi/domain/contracts/orders'
import type { ClaimReceipt } from '@marashi/domain/contracts/payments'
import { normaliseReference } from '@marashi/domain/rules/payment-reference'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { notFound, ShopError } from '../../../shop-error.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import { orderRefunded } from '../settlement/payment-refusals.ts'
import { refuseNothingOwed } from '../settlement/refuse-nothing-owed.ts'
import { askAboutClaim } from './ask-about-claim.ts'
import { claimAnswer } from './claim-answer.ts'
import { type ClaimPlan, claimPlan } from './claim-plan.ts'
import { limitClaims } from './limit-claims.ts'
import { lockReceipt } from './lock-receipt.ts'
import { settleClaim } from './settle-claim.ts'
import { takeUpClaim } from './take-up-claims.ts'

/**
 * Keeps the receipt that a shopper typed for an order and finds out what it is worth: by the gateway's ledger as far as the
 * shop has it, else by asking the provider. Until it is proved it pays nothing. The same receipt again for the same order
 * answers how it stands. See docs/behaviour.md#typed-receipts.
 *
 * Throws NOT_FOUND, BAD_REQUEST for a text that is no receipt, CONFLICT for an order that costs nothing, TOO_MANY_REQUESTS
 * beyond the limits of the order and the network.
 */
export async function claimReceipt(
  ctx: Context,
  provider: PaymentProvider,
  input: ClaimReceipt,
): Promise<ReceiptClaimAnswer> {
  const { method, receipts } = provider
  if (!receipts) throw new Error(`${method} knows no typed receipts`)
  const receipt = normaliseReference(input.receipt)
  const problem = receipts.problemOf(receipt)
  if (problem) throw new ShopError('BAD_REQUEST', problem, { fields: { receipt: problem } })
  const plan = await claimPlan(ctx, provider)
  const { id, isNew, isWaiting } = await keepClaim(ctx, { plan, method, receipt, orderId: input.orderId })
  if (isNew) {
    faultPoint('claim-stored')
    if (!isWaiting) await settleClaim(ctx, id)
    // The job may have taken it up meanwhile: whoever opens a claim asks about it.
    if (!isWaiting || (await takeUpClaim(ctx, id))) await askAboutClaim(ctx, id)
    faultPoint('claim-asked')
  }
  return await claimAnswer(ctx.em, id)
}

interface ClaimToKeep {
  plan: ClaimPlan
  method: PaymentProvider['method']
  receipt: string
  orderId: string
}

interface KeptClaim {
  id: string
  isNew: boolean
  /** For the claim of another order. */
  isWaiting: boolean
}

async function keepClaim(ctx: Context, claim: ClaimToKeep): Promise<KeptClaim> {
  const { em, clock } = ctx
  return await em.fork().transactional(async (tx) => {
    const order = await db(tx)
      .selectFrom('orders')
      .where('id', '=', claim.orderId)
      .where('deleted_at', 'is', null)
      .select(['total', 'paid_at as paidAt', 'refunded_at as refundedAt'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!order) throw notFound('Order')
    refuseNothingOwed(order)
    if (order.paidAt === null && order.refundedAt !== null) throw orderRefunded()
    const known = await sameClaim(tx, claim)
    if (known) return { id: known, isNew: false, isWaiting: false }
    await limitClaims(tx, clock(), claim.orderId)
    // Last, so that a claim that is refused for another reason does not count.
    await ctx.limitVisitor('receipts')
    return { ...(await storeClaim(tx, clock(), claim)), isNew: true }
  })
}

/** A claim of this order with this receipt that is being checked, waits for another order's, or has paid. */
async function sameClaim(tx: EntityManager, { orderId, receipt }: ClaimToKeep): Promise<string | undefined> {
  const row = await db(tx)
    .selectFrom('receipt_claims')
    .select('id')
    .where('order_id', '=', orderId)
    .where('receipt', '=', receipt)
    .where(({ or, eb }) => or([eb('state', '<>', 'refused'), eb('waits_for_other', '=', true)]))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** One order at a time is checked for a receipt; the claim of a second one waits until those that were typed before are decided. */
async function storeClaim(
  tx: EntityManager,
  now: Date,
  { plan, method: gateway, receipt, orderId }: ClaimToKeep,
): Promise<Pick<KeptClaim, 'id' | 'isWaiting'>> {
  const id = randomUUID()
  const facts = { id, order_id: orderId, gateway, receipt, asked_at: now }
  await lockReceipt(tx, { gateway, receipt })
  const waiting = await db(tx)
    .selectFrom('receipt_claims')
    .where('receipt', '=', receipt)
    .where('gateway', '=', gateway)
    .where(({ eb, lit }) => eb('waits_for_other', '=', lit(true)))
    .select('id')
    .limit(1)
    .executeTakeFirst()
  const opened =
    !waiting &&
    (await db(tx)
      .insertInto('receipt_claims')
      .values({ ...facts, ...plan, state: 'checking' })
      .onConflict((conflict) => conflict.columns(['receipt', 'gateway']).where('state', '=', 'checking').doNothing())
      .returning('id')
      .executeTakeFirst())
  if (opened) return { id, isWaiting: false }
  await db(tx)
    .insertInto('receipt_claims')
    .values({ ...facts, state: 'refused', reason: 'claimed', waits_for_other: true, answered_at: now })
    .execute()
  return { id, isWaiting: true }
}

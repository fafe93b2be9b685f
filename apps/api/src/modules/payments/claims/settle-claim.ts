import { type LeftToOwnerReason, leftToOwnerReasons } from '@marashi/domain/rules/gateway-transaction'
import { centsOf } from '@marashi/domain/rules/money'
import type { ClaimRefusal } from '@marashi/domain/rules/receipt-claim'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { bookTransaction } from '../transactions/book-transaction.ts'
import { isDecided } from '../transactions/is-decided.ts'
import { isFree, lockTransaction } from '../transactions/lock-transaction.ts'
import { paymentOfTransaction } from '../transactions/payment-of-transaction.ts'
import { placeTransaction } from '../transactions/place-transaction.ts'

type LockedClaim = NonNullable<Awaited<ReturnType<typeof lockClaim>>>
type Decision = 'paid' | 'open' | LeftToOwnerReason | ClaimRefusal

/**
 * Decides an open claim by what the shop has on its books: the payment that has the receipt, or the line of the gateway's
 * own ledger, which it books for the order where it is exactly what the order costs. Without either it stays open, and so it
 * does until the administrator has decided about a line that is left to them. A line that fits no claim stays where it is.
 */
export async function settleClaim(ctx: Pick<Context, 'em' | 'clock'>, id: string): Promise<void> {
  const { em, clock } = ctx
  await placeLine(ctx, id)
  await em.fork().transactional(async (tx) => {
    const claim = await lockClaim(tx, id)
    if (!claim) return
    const now = clock()
    const decision = await decideClaim(tx, now, claim)
    if (isLeft(decision)) await leaveToOwner(tx, id, decision)
    else if (decision !== 'open') await endClaim(tx, now, { id, reason: decision === 'paid' ? null : decision })
  })
}

/**
 * Tries first what the line says by itself: whose payment it is, or what the payer typed, which speaks louder than who typed the code.
 * That is done for itself, because it has the order of that payment, and deciding the claim has the claim's. Money that the
 * administrator has decided about stays where it is.
 */
async function placeLine(ctx: Pick<Context, 'em' | 'clock'>, claimId: string): Promise<void> {
  const line = await db(ctx.em)
    .selectFrom('receipt_claims as claim')
    .innerJoin('gateway_transactions as g', (join) =>
      join.onRef('g.gateway', '=', 'claim.gateway').onRef('g.reference', '=', 'claim.receipt'),
    )
    .where('claim.id', '=', claimId)
    .where('claim.state', '=', 'checking')
    .where('g.kind', '=', 'payment')
    .where('g.payment_id', 'is', null)
    .where('g.dismissed_at', 'is', null)
    .where(sql<SqlBool>`not ${isDecided('g')}`)
    .select('g.id')
    .executeTakeFirst()
  if (line) await placeTransaction(ctx, line.id)
}

/** An open claim, locked before any line, order or payment. */
function lockClaim(tx: EntityManager, id: string) {
  return db(tx)
    .selectFrom('receipt_claims as claim')
    .innerJoin('orders as o', 'o.id', 'claim.order_id')
    .where('claim.id', '=', id)
    .where('claim.state', '=', 'checking')
    .select(['claim.gateway', 'claim.receipt', 'claim.order_id as orderId', 'o.total'])
    .forUpdate('claim')
    .executeTakeFirst()
}

/** What the books say of a claim; the money is booked for its order where they say that it has paid. */
export async function decideClaim(tx: EntityManager, now: Date, claim: LockedClaim): Promise<Decision> {
  const { gateway, receipt: reference } = claim
  const line = await db(tx)
    .selectFrom('gateway_transactions')
    .select('id')
    .where('gateway', '=', gateway)
    .where('reference', '=', reference)
    .executeTakeFirst()
  const transaction = line && (await lockTransaction(tx, line.id))
  const booked = await paymentOfTransaction(tx, { gateway, reference, relatedReference: null, paymentReference: null })
  if (booked) return await byPayment(tx, booked, claim)
  if (!transaction) return 'open'
  if (transaction.kind !== 'payment' || transaction.isDismissed) return 'not-a-payment'
  if (!isFree(transaction)) return 'used'
  if (transaction.isLeftToOwner) return 'unproved'
  if (transaction.amountCents !== centsOf(claim.total)) return 'wrong-amount'
  const { orderId } = claim
  const source = transaction.firstSource === 'status-query' ? 'query' : 'confirmation'
  const booking = await bookTransaction(tx, now, { transaction, orderId, namedBy: 'receipt', source })
  if (typeof booking === 'object') return 'paid'
  return isLeft(booking) ? booking : 'used'
}

const isLeft = (decision: string): decision is LeftToOwnerReason =>
  leftToOwnerReasons.some((reason) => reason === decision)

/** No further answer of the provider would book the line; claims that wait with this receipt are judged beside this one now. */
async function leaveToOwner(tx: EntityManager, id: string, left_because: LeftToOwnerReason): Promise<void> {
  await db(tx).updateTable('receipt_claims').set({ left_because, next_query_at: null }).where('id', '=', id).execute()
}

/** A receipt that is on the books has paid this order, or something else. */
async function byPayment(tx: EntityManager, id: string, { orderId }: LockedClaim): Promise<'paid' | 'used'> {
  const payment = await db(tx)
    .selectFrom('payments')
    .where('id', '=', id)
    .select(['order_id as orderId', 'status'])
    .executeTakeFirstOrThrow()
  return payment.orderId === orderId && payment.status === 'completed' ? 'paid' : 'used'
}

/** Ends an open claim; without a reason it has paid. False where it was decided before. */
export async function endClaim(
  em: EntityManager,
  now: Date,
  { id, reason, note }: { id: string; reason: ClaimRefusal | null; note?: string | undefined },
): Promise<boolean> {
  const ended = await db(em)
    .updateTable('receipt_claims')
    .set({ state: reason === null ? 'paid' : 'refused', reason, note, answered_at: now, next_query_at: null })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

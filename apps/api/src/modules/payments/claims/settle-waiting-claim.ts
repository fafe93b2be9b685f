import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { owesMoney } from './owes-money.ts'
import { decideClaim, settleClaim } from './settle-claim.ts'

/**
 * A claim waits while the same receipt is checked for another order. Where that other claim is left to the owner, only because the
 * money is older than its order, the waiting one is paid all the same, and the other refused, if the money is exactly what its own
 * order owes: else whoever has seen a code could keep it from the order that it has paid. A waiting claim is judged once for each
 * such other claim, after those that were typed before it.
 */
export async function settleWaitingClaim(ctx: Pick<Context, 'em' | 'clock'>, id: string): Promise<void> {
  const receipt = await receiptOf(ctx.em, id)
  if (!receipt) return
  const refuted = await payWaitingClaim(ctx, { id, receipt })
  // The job does it too, where the process dies here.
  if (refuted) await settleClaim(ctx, refuted)
}

/**
 * Answers the id of the other claim where this one has paid. That one is decided by itself afterwards: a claim that is decided
 * changes its order, and whoever has the orders of two claims at once may wait for somebody who has them the other way round.
 */
async function payWaitingClaim(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  { id, receipt }: { id: string; receipt: Receipt },
): Promise<string | undefined> {
  return await em.fork().transactional(async (tx) => {
    const open = await lockOpenClaim(tx, receipt)
    if (open?.leftBecause !== 'before-order') return undefined
    const claim = await lockUnjudged(tx, id)
    if (!claim) return undefined
    const now = clock()
    const isPaid = claim.owesMoney && (await decideClaim(tx, now, claim)) === 'paid'
    await db(tx)
      .updateTable('receipt_claims')
      .set(
        isPaid ? { state: 'paid', reason: null, waits_for_other: false, answered_at: now } : { judged_beside: open.id },
      )
      .where('id', '=', id)
      .execute()
    return isPaid ? open.id : undefined
  })
}

interface Receipt {
  gateway: PaymentMethod
  receipt: string
}

const receiptOf = (em: EntityManager, id: string) =>
  db(em)
    .selectFrom('receipt_claims')
    .where('id', '=', id)
    .where('waits_for_other', '=', true)
    .select(['gateway', 'receipt'])
    .executeTakeFirst()

/**
 * Locked before any line, order or payment, as every open claim, and before the one that waits: of two that want its receipt one
 * goes first. Why it is left is read once it is locked, because it may be left to the owner right now.
 */
const lockOpenClaim = (tx: EntityManager, { gateway, receipt }: Receipt) =>
  db(tx)
    .selectFrom('receipt_claims')
    .where('receipt', '=', receipt)
    .where('gateway', '=', gateway)
    .where('state', '=', 'checking')
    .select(['id', 'left_because as leftBecause'])
    .forUpdate()
    .executeTakeFirst()

const lockUnjudged = (tx: EntityManager, id: string) =>
  db(tx)
    .selectFrom('receipt_claims as claim')
    .innerJoin('orders as o', 'o.id', 'claim.order_id')
    .where('claim.id', '=', id)
    .where('claim.waits_for_other', '=', true)
    .where(isUnjudged('claim'))
    .where(
      sql<SqlBool>`not exists (select from receipt_claims earlier
        where earlier.receipt = claim.receipt and earlier.gateway = claim.gateway and earlier.waits_for_other
          and earlier.number < claim.number and ${isUnjudged('earlier')})`,
    )
    .select(['claim.gateway', 'claim.receipt', 'claim.order_id as orderId', 'o.total', owesMoney.as('owesMoney')])
    .forUpdate('claim')
    .executeTakeFirst()

/** Whether the waiting claim of this alias was not judged yet beside the one that is left to the owner. */
export const isUnjudged = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<SqlBool>`exists (select from receipt_claims left_one
    where left_one.receipt = ${column('receipt')} and left_one.gateway = ${column('gateway')}
      and left_one.state = 'checking' and left_one.left_because = 'before-order'
      and left_one.id is distinct from ${column('judged_beside')})`
}

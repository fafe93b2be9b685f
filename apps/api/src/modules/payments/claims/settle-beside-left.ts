import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { decideClaim, endClaim } from './settle-claim.ts'

/**
 * Lets a claim that waits, because another order has the receipt, be paid all the same, where that other one only waits for the
 * owner because the money is older than its order: whoever has seen a code could keep it from the order that it has paid. Nothing
 * happens unless the money is exactly what this order owes; then the other claim is refused. Either way it is judged once.
 */
export async function settleBesideLeft({ em, clock }: Pick<Context, 'em' | 'clock'>, id: string): Promise<void> {
  const claim = await waitingClaim(em, id)
  if (!claim) return
  await em.fork().transactional(async (tx) => {
    const now = clock()
    const left = claim.isPayable && (await lockLeftClaim(tx, claim))
    if (left && (await decideClaim(tx, now, claim)) === 'paid') {
      await endClaim(tx, now, { id: left.id, reason: 'used' })
      await db(tx)
        .updateTable('receipt_claims')
        .set({ state: 'paid', reason: null, waits_for_other: false, next_query_at: null })
        .where('id', '=', id)
        .execute()
      return
    }
    // Unless the other claim was left to the owner meanwhile, which plans this one anew.
    await db(tx)
      .updateTable('receipt_claims')
      .set({ next_query_at: null })
      .where('id', '=', id)
      .where('waits_for_other', '=', true)
      .where('next_query_at', '=', claim.plannedAt)
      .execute()
  })
}

const waitingClaim = (em: EntityManager, id: string) =>
  db(em)
    .selectFrom('receipt_claims as claim')
    .innerJoin('orders as o', 'o.id', 'claim.order_id')
    .where('claim.id', '=', id)
    .where('claim.waits_for_other', '=', true)
    .select(({ and, eb }) => [
      'claim.gateway',
      'claim.receipt',
      'claim.order_id as orderId',
      'claim.next_query_at as plannedAt',
      'o.total',
      and([eb('o.paid_at', 'is', null), eb('o.refunded_at', 'is', null)]).as('isPayable'),
    ])
    .executeTakeFirst()

/** Locked before any line, order or payment, as every open claim: of two that want its receipt one goes first. */
const lockLeftClaim = (tx: EntityManager, { gateway, receipt }: { gateway: PaymentMethod; receipt: string }) =>
  db(tx)
    .selectFrom('receipt_claims')
    .where('receipt', '=', receipt)
    .where('gateway', '=', gateway)
    .where('state', '=', 'checking')
    .where('left_because', '=', 'before-order')
    .select('id')
    .forUpdate()
    .executeTakeFirst()

import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { decideClaim, endClaim } from './settle-claim.ts'

/**
 * Lets a claim that was refused because another order has the receipt be paid all the same, where that other one only waits
 * for the owner because the money is older than its order: whoever has seen a code could keep it from the order that it has
 * paid. Nothing happens unless the money is exactly what this order owes; then the other claim is refused. The shopper has had
 * no answer yet.
 */
export async function settleBesideLeft({ em, clock }: Pick<Context, 'em' | 'clock'>, id: string): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const claim = await refusedClaim(tx, id)
    const left = claim && (await lockLeftClaim(tx, claim))
    if (!left) return
    const now = clock()
    if ((await decideClaim(tx, now, claim)) !== 'paid') return
    await endClaim(tx, now, { id: left.id, reason: 'used' })
    await db(tx).updateTable('receipt_claims').set({ state: 'paid', reason: null }).where('id', '=', id).execute()
  })
}

const refusedClaim = (tx: EntityManager, id: string) =>
  db(tx)
    .selectFrom('receipt_claims as claim')
    .innerJoin('orders as o', 'o.id', 'claim.order_id')
    .where('claim.id', '=', id)
    .where('claim.reason', '=', 'claimed')
    .where('o.paid_at', 'is', null)
    .where('o.refunded_at', 'is', null)
    .select(['claim.gateway', 'claim.receipt', 'claim.order_id as orderId', 'o.total'])
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

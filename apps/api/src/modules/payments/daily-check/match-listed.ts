import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db } from '../../../db/db.ts'

/**
 * Connects all lines at once with the payments and refunds whose receipts a gateway has proved and whose amounts are theirs;
 * ten thousand lines of a statement one by one would take minutes. What is less clear is left to matchTransactions.
 */
export async function matchListed(tx: EntityManager, now: Date, gateway: PaymentMethod): Promise<void> {
  await db(tx)
    .with('matched', (query) =>
      query
        .updateTable('gateway_transactions as g')
        .from('payments as p')
        .set((eb) => ({ payment_id: eb.ref('p.id') }))
        .where('g.gateway', '=', gateway)
        .where('g.kind', '=', 'payment')
        .where('g.payment_id', 'is', null)
        .where('g.refund_id', 'is', null)
        .where('g.dismissed_at', 'is', null)
        .whereRef('p.payment_method', '=', 'g.gateway')
        // Nobody can take these off the list of payments meanwhile.
        .where('p.is_manual', '=', false)
        .where('p.status', 'in', ['completed', 'refunded'])
        .where('p.deleted_at', 'is', null)
        .where(
          sql<boolean>`upper(p.provider_receipt) = any (array[upper(g.reference), upper(g.related_reference)])
            and g.amount_cents = round(p.amount * 100)`,
        )
        .returning('g.id'),
    )
    .with('refunded', (query) =>
      query
        .updateTable('gateway_transactions as g')
        .from('payment_refunds as r')
        .set((eb) => ({ refund_id: eb.ref('r.id') }))
        .where('g.gateway', '=', gateway)
        .where('g.kind', '=', 'refund')
        .where('g.payment_id', 'is', null)
        .where('g.refund_id', 'is', null)
        .where('g.dismissed_at', 'is', null)
        .whereRef('r.payment_method', '=', 'g.gateway')
        .where('r.status', 'in', ['succeeded', 'failed'])
        .where(
          sql<boolean>`(r.provider_reference = g.related_reference or upper(r.provider_receipt) = upper(g.reference))
            and abs(g.amount_cents) = round(r.amount * 100)`,
        )
        .returning('g.id'),
    )
    .insertInto('gateway_transaction_events')
    .columns(['transaction_id', 'at', 'by', 'what'])
    .expression((eb) =>
      eb
        .selectFrom(eb.selectFrom('matched').select('id').unionAll(eb.selectFrom('refunded').select('id')).as('m'))
        .select([
          'm.id',
          sql<Date>`${now}::timestamptz`.as('at'),
          sql<'shop'>`'shop'`.as('by'),
          sql<'matched'>`'matched'`.as('what'),
        ]),
    )
    .execute()
}

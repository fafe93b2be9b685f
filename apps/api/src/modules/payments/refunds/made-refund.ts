import type { EntityManager } from '@mikro-orm/postgresql'
import { type SqlBool, sql } from 'kysely'
import { db } from '../../../db/db.ts'
import { centsOfLine } from '../transactions/cents-of-line.ts'

/**
 * The refund of a whole payment that counts as failed though a line of a gateway's list, which names the payment, is connected with it
 * and proves it: as much had gone back in its place. Answers its id and the receipt that the line has; undefined where there is none.
 */
export const madeRefundOf = (tx: EntityManager, paymentId: string) =>
  db(tx)
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .innerJoin('gateway_transactions as l', 'l.refund_id', 'r.id')
    .where('r.payment_id', '=', paymentId)
    .where('r.status', '=', 'failed')
    .where('r.is_manual', '=', false)
    .where('r.provider_receipt', 'is', null)
    // A line that names the refund itself proves no end of it: it may have gone and come back.
    .where(sql<SqlBool>`upper(l.related_reference) = upper(p.provider_receipt)`)
    .where(sql<SqlBool>`${centsOfLine('l')} = -round(r.amount * 100)`)
    .select(['r.id', 'l.reference as receipt'])
    .orderBy('r.requested_at')
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst()

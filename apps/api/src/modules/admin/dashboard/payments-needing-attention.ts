import type { AdminOverview } from '@marashi/domain/contracts/admin-dashboard'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { db } from '../../../db/db.ts'
import { paymentProviders } from '../../payments/providers/registry.ts'
import { paymentColumns } from '../../payments/records/payment-row.ts'

const SHOWN = 20
const STUCK_AFTER_MS = 15 * 60 * 1000

type Reason = AdminOverview['attention'][number]['reason']

/**
 * Flagged payments, and those whose end nobody has reported: the newest 20, and how many there are. A card form that is
 * open and was never sent is not among them: no money is on its way, and shoppers leave such forms every day.
 */
export async function paymentsNeedingAttention(
  em: EntityManager,
  now: Date,
): Promise<Pick<AdminOverview, 'attention' | 'attentionTotal'>> {
  const { flagged, stuck } = waitingPayments(em, now)
  const { rows, flaggedCount, stuckCount } = await db(em)
    .with('waiting', (query) =>
      query
        .selectFrom(
          flagged
            .select(({ ref }) => ['id', 'created_at', ref('attention').$castTo<Reason>().as('reason')])
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(SHOWN)
            .as('flagged'),
        )
        .selectAll()
        .unionAll(
          query
            .selectFrom(
              stuck
                .select(['id', 'created_at', sql.lit<Reason>('stuck').as('reason')])
                .orderBy('initiated_at', 'desc')
                .orderBy('id', 'desc')
                .limit(SHOWN)
                .as('stuck'),
            )
            .selectAll(),
        ),
    )
    .with('page', (query) =>
      query.selectFrom('waiting').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(SHOWN),
    )
    .selectNoFrom(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('page')
          .innerJoin('payments as p', 'p.id', 'page.id')
          .innerJoin('orders as o', 'o.id', 'p.order_id')
          .select(paymentColumns)
          .select('page.reason')
          .orderBy('p.created_at', 'desc')
          .orderBy('p.id', 'desc'),
      ).as('rows'),
      flagged
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('flaggedCount'),
      stuck
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('stuckCount'),
    ])
    .executeTakeFirstOrThrow()
  return {
    attention: rows.map(({ reason, ...payment }) => ({ payment: { ...payment, amountCents: payment.amount }, reason })),
    attentionTotal: flaggedCount + stuckCount,
  }
}

/** How many payments are flagged, and how many are open for too long. */
export async function countPaymentsNeedingAttention(
  em: EntityManager,
  now: Date,
): Promise<{ flagged: number; open: number }> {
  const { flagged, stuck } = waitingPayments(em, now)
  const [{ count: flaggedCount }, { count: open }] = await Promise.all([
    flagged.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    stuck.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { flagged: flaggedCount, open }
}

function waitingPayments(em: EntityManager, now: Date) {
  // Of these a pending payment is an open form.
  const formMethods = paymentProviders()
    .filter(({ attempts }) => attempts.firstStatus === 'pending')
    .map(({ method }) => method)
  const visible = db(em).selectFrom('payments').where('deleted_at', 'is', null)
  const stuck = visible
    .where('attention', 'is', null)
    .where('status', 'in', ['pending', 'processing'])
    .where('initiated_at', '<', new Date(now.getTime() - STUCK_AFTER_MS))
    .where(({ eb, and, not }) =>
      not(
        and([eb('status', '=', 'pending'), eb('payment_method', '=', sql<PaymentMethod>`any(${formMethods}::text[])`)]),
      ),
    )
  return { flagged: visible.where('attention', 'is not', null), stuck }
}

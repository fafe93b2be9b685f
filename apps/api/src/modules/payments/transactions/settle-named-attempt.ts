import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { paidStatuses } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { providerOf } from '../providers/registry.ts'
import { applyReport } from '../settlement/apply-report.ts'

/**
 * Asks a provider about the attempt that an unmatched line names by the provider's own id, where nobody has reported that it was
 * paid, and books the answer as recovery does: no line is booked beside the attempt that it paid. Without an answer the line is
 * still known to be that attempt's (attempt-of-money.ts).
 */
export async function settleNamedAttempt(ctx: Context, transactionId: string): Promise<void> {
  const attempt = await unpaidByLines(ctx.em)
    .where('t.id', '=', transactionId)
    .select(['p.id', 'p.order_id as orderId', 'p.provider_reference as reference', 'p.payment_method as method'])
    .executeTakeFirst()
  if (!attempt || attempt.reference === null) return
  const { id, method, orderId, reference } = attempt
  try {
    const report = await providerOf(method).lookUp(ctx, { orderId, reference })
    await applyReport(ctx, id, { report, source: 'query' })
  } catch (error) {
    ctx.log.warn({ err: error, paymentId: id, method }, 'a payment could not be looked up')
  }
}

/** The same for all lines of a gateway: recovery asks about them next, however long ago it has given them up. */
export async function askAboutNamedAttempts(
  { em, clock }: Pick<Context, 'em' | 'clock'>,
  gateway: PaymentMethod,
): Promise<void> {
  await db(em)
    .updateTable('payments')
    .set({ next_query_at: clock() })
    .where('id', 'in', unpaidByLines(em).where('t.gateway', '=', gateway).select('p.id'))
    .where('status', 'not in', paidStatuses)
    .execute()
}

/** Unmatched lines t, and the attempts p that they name and that do not count as paid. */
const unpaidByLines = (em: EntityManager) =>
  db(em)
    .selectFrom('gateway_transactions as t')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.provider_reference', '=', 't.payment_reference').onRef('p.payment_method', '=', 't.gateway'),
    )
    .where('t.kind', '=', 'payment')
    .where('t.payment_id', 'is', null)
    .where('t.refund_id', 'is', null)
    .where('t.dismissed_at', 'is', null)
    .where('p.status', 'not in', paidStatuses)

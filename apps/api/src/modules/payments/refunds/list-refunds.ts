import type { RefundList } from '@marashi/domain/contracts/admin-refunds'
import { leftToRefund } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { isRefundRefused } from '../flags/open-disputes.ts'
import type { RefundToSend } from '../providers/provider-refunds.ts'
import { providerOf } from '../providers/registry.ts'
import { paymentRecordOf } from '../records/payment-row.ts'
import { disputed } from './refund-refusals.ts'
import { refundRecordsOf } from './refund-row.ts'
import { refundsUnavailable } from './refunds-unavailable.ts'

/** The refunds of a payment, newest first, and how the rest of it can be given back. Throws NOT_FOUND. */
export async function listRefunds(
  ctx: Pick<Context, 'em' | 'env' | 'gateways'>,
  { id }: { id: string },
): Promise<RefundList> {
  const { amount, paymentMethod, status } = await paymentRecordOf(ctx.em, id)
  const { isManual, ...payment } = await namesOf(ctx.em, id)
  const refunds = await refundRecordsOf(ctx.em, id)
  return {
    refunds,
    left: status === 'completed' ? leftToRefund(amount, refunds) : 0,
    provider: isManual ? null : await providerWay(ctx, { id, paymentMethod, payment }),
  }
}

async function providerWay(
  ctx: Pick<Context, 'em' | 'env' | 'gateways'>,
  { id, paymentMethod, payment }: { id: string; paymentMethod: string; payment: RefundToSend['payment'] },
): Promise<RefundList['provider']> {
  const provider = providerOf(paymentMethod)
  const { name, refunds } = provider
  if (!refunds) return null
  const { takes, asksForPassword } = refunds
  const unavailable =
    (await refundsUnavailable(ctx, provider)) ??
    ((await isRefundRefused(ctx.em, id)) ? disputed : refunds.problemOf(payment))
  return { name, takes, asksForPassword, unavailable }
}

/** By what the provider knows a payment. */
const namesOf = (em: EntityManager, id: string) =>
  db(em)
    .selectFrom('payments')
    .where('id', '=', id)
    .select(['is_manual as isManual', 'provider_reference as reference', 'provider_receipt as receipt'])
    .executeTakeFirstOrThrow()

import type { RefundList } from '@marashi/domain/contracts/admin-refunds'
import { leftToRefund } from '@marashi/domain/rules/refund'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { isRefundRefused } from '../flags/open-disputes.ts'
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
  const refunds = await refundRecordsOf(ctx.em, id)
  return {
    refunds,
    left: status === 'completed' ? leftToRefund(amount, refunds) : 0,
    provider: (await isManual(ctx.em, id)) ? null : await providerWay(ctx, { id, paymentMethod }),
  }
}

async function providerWay(
  ctx: Pick<Context, 'em' | 'env' | 'gateways'>,
  { id, paymentMethod }: { id: string; paymentMethod: string },
): Promise<RefundList['provider']> {
  const provider = providerOf(paymentMethod)
  const { name, refunds } = provider
  if (!refunds) return null
  const { takes, asksForPassword } = refunds
  const unavailable =
    (await refundsUnavailable(ctx, provider)) ?? ((await isRefundRefused(ctx.em, id)) ? disputed : null)
  return { name, takes, asksForPassword, unavailable }
}

async function isManual(em: EntityManager, id: string): Promise<boolean> {
  const payment = await db(em).selectFrom('payments').select('is_manual').where('id', '=', id).executeTakeFirstOrThrow()
  return payment.is_manual
}

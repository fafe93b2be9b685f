import { db } from '../../../db/db.ts'
import { recordDone } from '../../../db/record-done.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { LAST_RECORD_AFTER_MS } from '../../../http/time-limits.ts'
import type { RefundReport, RefundToSend } from '../providers/provider-refunds.ts'
import { providerOf } from '../providers/registry.ts'
import { openResultAddresses } from '../results/open-addresses.ts'
import { lockRefund } from './lock-refund.ts'
import { settleRefund } from './settle-refund.ts'
import { storedRefund } from './stored-refund.ts'

/**
 * Asks the provider for a stored refund, unless somebody did before: whoever marks the row as sent is the one who sends.
 * No transaction is open meanwhile. A lost answer leaves the refund `unknown` and its amount reserved.
 */
export async function sendRefund(ctx: Context, id: string): Promise<void> {
  if (!(await markSent(ctx, id))) return
  faultPoint('refund-marked-sent')
  await askForRefund(ctx, id)
}

/**
 * The same for a refund that was sent and that the provider does not know. The owner cannot decide it any more while it is
 * asked for, and one that was decided meanwhile is not.
 */
export async function sendRefundAgain(ctx: Context, id: string): Promise<void> {
  if (await markSentAgain(ctx, id)) await askForRefund(ctx, id)
}

async function askForRefund(ctx: Context, id: string): Promise<void> {
  const lastTryAt = performance.now() + LAST_RECORD_AFTER_MS
  const { method, refund } = await storedRefund(ctx.em, id)
  const addresses = await openResultAddresses(ctx, { refundId: id, method, kind: 'refund' })
  const report = await ask(ctx, method, { ...refund, addresses })
  faultPoint('refund-answered')
  await recordDone(() => settleRefund(ctx, id, { report, source: 'gateway' }), { lastTryAt })
}

async function markSent({ em, clock }: Context, id: string): Promise<boolean> {
  return await em.fork().transactional(async (tx) => {
    const { payment, refund } = await lockRefund(tx, id)
    const { refunds } = providerOf(payment.paymentMethod)
    if (refund.status !== 'requested' || !refunds) return false
    const now = clock()
    await db(tx)
      .updateTable('payment_refunds')
      .set({
        status: 'sent',
        sent_at: now,
        next_query_at: new Date(now.getTime() + refunds.firstLookUpAfterMs),
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
    return true
  })
}

const markSentAgain = async ({ em, clock }: Context, id: string): Promise<boolean> =>
  await em.fork().transactional(async (tx) => {
    const { refund } = await lockRefund(tx, id)
    if (refund.status !== 'sent' && refund.status !== 'unknown') return false
    const columns = { status: 'sent', updated_at: clock() } as const
    await db(tx).updateTable('payment_refunds').set(columns).where('id', '=', id).execute()
    return true
  })

async function ask(ctx: Context, method: string, refund: RefundToSend): Promise<RefundReport> {
  const { refunds } = providerOf(method)
  if (!refunds) throw new Error(`${method} gives no money back`)
  try {
    return await refunds.refund(ctx, refund)
  } catch (error) {
    ctx.log.error({ err: error, refundId: refund.id, method }, 'a refund has no answer')
    return { kind: 'unknown', message: 'no answer' }
  }
}

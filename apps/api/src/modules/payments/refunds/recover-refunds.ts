import { isOpenRefund, openRefundStatuses } from '@marashi/domain/rules/refund'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { flagLockedPayment } from '../flags/flag-payment.ts'
import type { ProviderRefunds } from '../providers/provider-refunds.ts'
import { providerOf } from '../providers/registry.ts'
import { openResultAddresses } from '../results/open-addresses.ts'
import { lockRefund } from './lock-refund.ts'
import { reconcileRefunds } from './reconcile-refunds.ts'
import { sendRefund, sendRefundAgain } from './send-refund.ts'
import { settleLockedRefund, settleRefund } from './settle-refund.ts'
import { storedRefund } from './stored-refund.ts'

const BATCH = 20
// A request that stored a refund is still sending it; later than this it was interrupted.
const SENT_WITHIN_MS = 30_000
// Longer than the last questions about a refund take: whoever was killed meanwhile has told the owner nothing.
const LAST_QUESTIONS_MS = 10 * 60_000

type DueRefund = Awaited<ReturnType<typeof claimDue>>[number]

/**
 * Sends the refunds whose request was interrupted, and asks for those whose end nobody has reported, as often and as long
 * as their provider's policy says. Only the provider or the administrator ends a refund; silence never does.
 */
export async function recoverRefunds(ctx: Context): Promise<void> {
  for (const due of await claimDue(ctx)) {
    try {
      await recover(ctx, due)
    } catch (error) {
      // It is due again later and must not stand in the way of the others.
      ctx.log.error({ err: error, refundId: due.id, method: due.method }, 'a refund could not be looked up')
    }
  }
}

/** Claimed for a while, so that two processes do not ask at once and a crash does not lose it. */
const claimDue = ({ em, clock }: Context) =>
  db(em)
    .with(
      // Run twice within the update, it would claim other rows the second time.
      (cte) => cte('due').materialized(),
      (query) =>
        query
          .selectFrom('payment_refunds')
          .select('id')
          .where('next_query_at', '<=', clock())
          .where('status', 'in', openRefundStatuses)
          .where(({ eb, or }) =>
            or([
              eb('status', '<>', 'requested'),
              eb('requested_at', '<=', new Date(clock().getTime() - SENT_WITHIN_MS)),
            ]),
          )
          .orderBy('next_query_at')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable('payment_refunds')
    .set({ next_query_at: new Date(clock().getTime() + SENT_WITHIN_MS) })
    .where('id', 'in', ({ selectFrom }) => selectFrom('due').select('due.id'))
    .returning([
      'id',
      'payment_id as paymentId',
      'payment_method as method',
      'status',
      'sent_at as sentAt',
      'provider_reference as reference',
    ])
    .execute()

async function recover(ctx: Context, due: DueRefund): Promise<void> {
  const { id, paymentId, method, status, sentAt, reference } = due
  const { refunds } = providerOf(method)
  if (!refunds) return
  // A refused operator is no reason to wait: what nobody has sent fails, and what nobody can ask about is left to the owner.
  if (status === 'requested') return refunds.unavailable(ctx) === null ? await sendRefund(ctx, id) : undefined
  const inMs = refunds.nextInMs(ctx.clock().getTime() - (sentAt?.getTime() ?? 0))
  await plan(ctx, id, inMs ?? LAST_QUESTIONS_MS)
  try {
    if (status === 'sent' && reference === null) await noteSilence(ctx, id)
    await reconcileRefunds(ctx, paymentId, { source: 'query' })
    if (await isOpen(ctx, id)) await lookUp(ctx, refunds, due)
  } finally {
    // Also where the provider could not be asked the last time: nobody comes back to it.
    if (inMs === null) await leaveToOwner(ctx, due)
  }
}

async function lookUp(ctx: Context, refunds: ProviderRefunds, { id, method }: DueRefund): Promise<void> {
  const { refund } = await storedRefund(ctx.em, id)
  const addresses = await openResultAddresses(ctx, { refundId: id, method, kind: 'look-up' })
  const report = await refunds.lookUp(ctx, { ...refund, addresses })
  if (report.kind !== 'absent') await settleRefund(ctx, id, { report, source: 'query' })
  // One that the provider has named is there, whatever its list lacks: asked for once more it would go back twice.
  else if (refund.reference === null) await sendRefundAgain(ctx, id)
}

/** All at once: one whose end is reported meanwhile needs nobody, who might give the money back once more. */
async function leaveToOwner({ em, clock }: Context, { id }: DueRefund): Promise<void> {
  await em.fork().transactional(async (tx) => {
    const locked = await lockRefund(tx, id)
    if (!isOpenRefund(locked.refund)) return
    const now = clock()
    const source = 'query'
    await settleLockedRefund(tx, now, locked, { report: silence, source })
    const note = 'nobody knows what became of a refund'
    const flag = { what: 'refund-unknown', details: { refundId: id }, source, note } as const
    await flagLockedPayment(tx, now, locked.payment, flag)
    await db(tx).updateTable('payment_refunds').set({ next_query_at: null }).where('id', '=', id).execute()
  })
}

const silence = { kind: 'unknown', message: 'no answer' } as const

/** The answer was lost, or the result never came: only then may the administrator decide it. */
const noteSilence = (ctx: Context, id: string) => settleRefund(ctx, id, { report: silence, source: 'query' })

async function isOpen({ em }: Context, id: string): Promise<boolean> {
  const row = await db(em)
    .selectFrom('payment_refunds')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', openRefundStatuses)
    .executeTakeFirst()
  return row !== undefined
}

async function plan({ em, clock }: Context, id: string, inMs: number): Promise<void> {
  await db(em)
    .updateTable('payment_refunds')
    .set(({ eb }) => ({
      next_query_at: new Date(clock().getTime() + inMs),
      query_count: eb('query_count', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', 'in', openRefundStatuses)
    .execute()
}

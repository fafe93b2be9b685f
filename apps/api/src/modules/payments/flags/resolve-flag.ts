import type { PaymentRecord, ResolveFlag } from '@marashi/domain/contracts/admin-payments'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import { notFound } from '../../../shop-error.ts'
import { paymentRecordOf } from '../records/payment-row.ts'
import { lockPayment } from '../settlement/lock-payment.ts'
import { recordEvent } from '../settlement/record-event.ts'

/**
 * The owner has dealt with one flag and says how; the other flags stay open. A flag that is resolved keeps its first
 * resolution. Throws NOT_FOUND for a payment or a flag that is not there.
 */
export async function resolveFlag(
  ctx: Pick<Context, 'em' | 'clock'>,
  { id, flagId, resolution }: ResolveFlag,
): Promise<PaymentRecord> {
  await paymentRecordOf(ctx.em, id)
  await ctx.em.fork().transactional(async (tx) => {
    const flag = await db(tx)
      .selectFrom('payment_flags')
      .select('id')
      .where('payment_id', '=', id)
      .where('id', '=', Number(flagId))
      .executeTakeFirst()
    if (!flag) throw notFound('Flag')
    await resolve(tx, ctx.clock(), id, { flagId: flag.id, resolution })
  })
  return await paymentRecordOf(ctx.em, id)
}

/** For clients that know one flag a payment: resolves the one that `attention` shows. Throws NOT_FOUND. */
export async function clearAttention(
  ctx: Pick<Context, 'em' | 'clock'>,
  { id }: { id: string },
): Promise<PaymentRecord> {
  await paymentRecordOf(ctx.em, id)
  await ctx.em.fork().transactional(async (tx) => {
    const shown = await db(tx)
      .selectFrom('payment_flags')
      .select('id')
      .where('payment_id', '=', id)
      .where('resolved_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (shown) await resolve(tx, ctx.clock(), id, { flagId: shown.id, resolution: 'seen to' })
  })
  return await paymentRecordOf(ctx.em, id)
}

async function resolve(
  tx: EntityManager,
  now: Date,
  paymentId: string,
  { flagId, resolution }: { flagId: number; resolution: string },
): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  const resolved = await db(tx)
    .updateTable('payment_flags')
    .set({ resolved_at: now, resolved_by: 'administrator', resolution })
    .where('id', '=', flagId)
    .where('resolved_at', 'is', null)
    .returning('what')
    .executeTakeFirst()
  if (!resolved) return
  await recordEvent(tx, { now, payment, source: 'administrator', note: `resolved ${resolved.what}: ${resolution}` })
}

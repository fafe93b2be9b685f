import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider, RecoveryPolicy } from '../providers/provider.ts'

/** One row in the database hands out the slots, so that all processes share one rate limit. False: not now. */
export async function takeSlot(
  { em, clock }: Context,
  { method, recovery: { rateLimit } }: PaymentProvider,
): Promise<boolean> {
  if (!rateLimit) return true
  const now = clock()
  const taken = await db(em)
    .insertInto('look_up_slots')
    .values({ gateway: method, next_free_at: new Date(now.getTime() + rateLimit.betweenLookUpsMs) })
    .onConflict((conflict) =>
      conflict
        .column('gateway')
        .doUpdateSet(({ ref }) => ({ next_free_at: ref('excluded.next_free_at') }))
        .where('look_up_slots.next_free_at', '<=', now),
    )
    .returning('gateway')
    .executeTakeFirst()
  return taken !== undefined
}

/** The provider was asked too often: no process asks it for a while. */
export async function giveWayToProvider(
  { em, clock }: Context,
  { method }: PaymentProvider,
  { afterBusyMs }: NonNullable<RecoveryPolicy['rateLimit']>,
): Promise<void> {
  await db(em)
    .updateTable('look_up_slots')
    .set({ next_free_at: new Date(clock().getTime() + afterBusyMs) })
    .where('gateway', '=', method)
    .execute()
}

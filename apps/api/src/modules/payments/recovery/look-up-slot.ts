import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { PROCESS_CLOCKS_DIFFER_BY_MS } from '../../../db/database-clock.ts'
import { db } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'
import type { RateLimit } from '../providers/provider-recovery.ts'

/** How many slots of a gateway were taken so far, or in how many milliseconds the next is free. */
export type Slot = { taken: number } | { inMs: number }

/** One row in the database hands out the slots, so that all processes share one rate limit. */
export async function takeSlot(
  { em, clock }: Context,
  gateway: PaymentMethod,
  { betweenLookUpsMs, afterBusyMs }: RateLimit,
): Promise<Slot> {
  const now = clock()
  // A slot that is free later than this was taken before the clock was set back.
  const beyond = new Date(now.getTime() + Math.max(betweenLookUpsMs, afterBusyMs) + PROCESS_CLOCKS_DIFFER_BY_MS)
  const taken = await db(em)
    .insertInto('look_up_slots')
    .values({ gateway, next_free_at: new Date(now.getTime() + betweenLookUpsMs), taken: 1 })
    .onConflict((conflict) =>
      conflict
        .column('gateway')
        .doUpdateSet(({ eb, ref }) => ({
          next_free_at: ref('excluded.next_free_at'),
          taken: eb('look_up_slots.taken', '+', 1),
        }))
        .where(({ eb, or }) =>
          or([eb('look_up_slots.next_free_at', '<=', now), eb('look_up_slots.next_free_at', '>', beyond)]),
        ),
    )
    .returning('taken')
    .executeTakeFirst()
  if (taken) return taken
  const { freeAt } = await db(em)
    .selectFrom('look_up_slots')
    .select('next_free_at as freeAt')
    .where('gateway', '=', gateway)
    .executeTakeFirstOrThrow()
  return { inMs: Math.max(1, freeAt.getTime() - now.getTime()) }
}

/** The provider was asked too often: no process asks it for a while. */
export async function pauseLookUps(
  { em, clock }: Context,
  gateway: PaymentMethod,
  { afterBusyMs }: RateLimit,
): Promise<void> {
  await db(em)
    .updateTable('look_up_slots')
    .set({ next_free_at: new Date(clock().getTime() + afterBusyMs) })
    .where('gateway', '=', gateway)
    .execute()
}

import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { PROCESS_CLOCKS_DIFFER_BY_MS } from '../../../db/database-clock.ts'
import { db } from '../../../db/db.ts'
import { reachedNobody } from '../settlement/latest-attempt.ts'

interface RequestSlot {
  /** What may be asked once at a time, such as `prompt:254712345678`. */
  key: string
  paymentId: string
  now: Date
  forMs: number
}

const wasRefused = sql<boolean>`exists (select from payments where id = request_slots.payment_id
  and ${reachedNobody('payments')})`

/**
 * Takes the one slot of a key, for all processes and whatever becomes of the order. Answers 0, or the milliseconds until the
 * slot is free again. A slot whose request was refused is free at once, and so is one that was taken before the clock was
 * set back: it would be free later than any slot can be.
 */
export async function takeRequestSlot(em: EntityManager, { key, paymentId, now, forMs }: RequestSlot): Promise<number> {
  const beyond = new Date(now.getTime() + forMs + PROCESS_CLOCKS_DIFFER_BY_MS)
  const taken = await db(em)
    .insertInto('request_slots')
    .values({ key, payment_id: paymentId, free_at: new Date(now.getTime() + forMs) })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet(({ ref }) => ({ payment_id: ref('excluded.payment_id'), free_at: ref('excluded.free_at') }))
        .where(({ eb, or }) =>
          or([eb('request_slots.free_at', '<=', now), eb('request_slots.free_at', '>', beyond), wasRefused]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  if (taken) return 0
  const { freeAt } = await db(em)
    .selectFrom('request_slots')
    .select('free_at as freeAt')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return Math.max(1, freeAt.getTime() - now.getTime())
}

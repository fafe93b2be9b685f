import type { Attention } from '@marashi/domain/rules/payment-status'
import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { db, json } from '../../../db/db.ts'
import type { FlagDetails } from './payment-flag.entity.ts'

interface Resolution {
  by: 'administrator' | 'shop'
  /** How, for whoever reads it later. */
  resolution: string
  /** Only flags whose details have this name. */
  naming?: string
  /** A flag with these details stays open. */
  except?: FlagDetails
}

/** Resolves the open flags of these kinds on a payment that is locked, or all of them. Rows and what they say stay. */
export async function resolveFlags(
  tx: EntityManager,
  now: Date,
  paymentId: string,
  { what, by, resolution, naming, except }: Resolution & { what: readonly Attention[] | 'all' },
): Promise<void> {
  if (what !== 'all' && what.length === 0) return
  await db(tx)
    .updateTable('payment_flags')
    .set({ resolved_at: now, resolved_by: by, resolution })
    .where('payment_id', '=', paymentId)
    .where('resolved_at', 'is', null)
    .$if(what !== 'all', (query) => query.where('what', 'in', what as readonly Attention[]))
    .$if(naming !== undefined, (query) => query.where(sql`details ->> ${naming}::text`, 'is not', null))
    .$if(except !== undefined, (query) => query.where('details', '<>', json(except ?? {})))
    .execute()
}

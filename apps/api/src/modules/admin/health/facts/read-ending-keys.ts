import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { EndingKey } from '../checks/api-keys.ts'

const DAY_MS = 24 * 60 * 60_000
const SOON_MS = 14 * DAY_MS
/** Whoever has not noticed by then has no use for it. */
const REPORTED_FOR_MS = 7 * DAY_MS
const USED_WITHIN_MS = 30 * DAY_MS

/** The keys in use that end soon or ended lately, the first to end first. */
export async function readEndingKeys({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<EndingKey[]> {
  const now = clock().getTime()
  return await db(em)
    .selectFrom('api_keys')
    .select(['name', 'ends_at as endsAt'])
    .$narrowType<{ endsAt: Date }>()
    .where('revoked_at', 'is', null)
    .where('ends_at', '>', new Date(now - REPORTED_FOR_MS))
    .where('ends_at', '<', new Date(now + SOON_MS))
    .where('last_used_at', '>', new Date(now - USED_WITHIN_MS))
    .orderBy('ends_at')
    .execute()
}

import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'

/** The secrets that sign for an endpoint now, the newest first. */
export async function liveSecrets({ em, clock }: Pick<Context, 'em' | 'clock'>, endpointId: string): Promise<string[]> {
  const rows = await db(em)
    .selectFrom('webhook_secrets')
    .select('secret')
    .where('endpoint_id', '=', endpointId)
    .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', clock())]))
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ secret }) => secret)
}

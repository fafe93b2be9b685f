import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import type { WebhookFacts } from '../checks/webhooks.ts'

const DAY_MS = 24 * 60 * 60_000

/** How the addresses do that are told of events. */
export async function readWebhooks({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<WebhookFacts> {
  const [endpoints, { givenUp }] = await Promise.all([
    db(em)
      .selectFrom('webhook_endpoints')
      .select(['id', 'url', 'paused_by as pausedBy', 'failing_since as failingSince', 'last_problem as lastProblem'])
      .orderBy('created_at')
      .execute(),
    db(em)
      .selectFrom('webhook_deliveries')
      .select(({ fn }) => fn.countAll<number>().as('givenUp'))
      .where('state', '=', 'failed')
      .where('position', 'is not', null)
      .where('last_attempt_at', '>', new Date(clock().getTime() - DAY_MS))
      .executeTakeFirstOrThrow(),
  ])
  return { endpoints, givenUp }
}

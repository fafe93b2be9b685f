import { type SqlBool, sql } from 'kysely'
import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'

const DAY_MS = 24 * 60 * 60_000
const FAILED_DAYS = 30

/** The endpoints as the administration shows them, oldest first; `id` for one of them. */
export function endpointRows({ em, clock }: Pick<Context, 'em' | 'clock'>, id?: string) {
  const since = new Date(clock().getTime() - FAILED_DAYS * DAY_MS)
  return db(em)
    .selectFrom('webhook_endpoints as e')
    .select(({ eb, ref, selectFrom }) => {
      const deliveries = selectFrom('webhook_deliveries as d')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('d.endpoint_id', '=', 'e.id')
      const queued = deliveries.where('d.state', '=', 'waiting').$asScalar().$notNull()
      // A paused one is queued nothing until it goes on.
      const unqueued = selectFrom('events')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('events.position', '>', 'e.position')
        .where(sql<SqlBool>`events.type = any(${ref('e.types')})`)
        .$asScalar()
        .$notNull()
      // A test has no place in the log, and is given up by nobody.
      const failed = deliveries
        .where('d.state', '=', 'failed')
        .where('d.position', 'is not', null)
        .where('d.created_at', '>', since)
        .$asScalar()
        .$notNull()
      // What the address took that it had before tells nothing of this one.
      const lastDelivered = selectFrom('webhook_deliveries as d')
        .select((of) => instant(of.fn.max<Date | null>('d.last_attempt_at')).as('at'))
        .whereRef('d.endpoint_id', '=', 'e.id')
        .where('d.state', '=', 'delivered')
        .whereRef('d.last_attempt_at', '>=', 'e.updated_at')
      return [
        'e.id',
        'e.url',
        'e.types',
        instant(ref('e.created_at')).as('createdAt'),
        instant(ref('e.updated_at')).as('updatedAt'),
        instant(ref('e.paused_at')).as('pausedAt'),
        'e.paused_by as pausedBy',
        instant(ref('e.failing_since')).as('failingSince'),
        'e.last_problem as lastProblem',
        lastDelivered.as('lastDeliveredAt'),
        eb(queued, '+', unqueued).as('waiting'),
        failed.as('failed'),
      ]
    })
    .$if(id !== undefined, (query) => query.where('e.id', '=', id ?? ''))
    .orderBy('e.created_at')
    .orderBy('e.id')
}

import { db, instant } from '../../../db/db.ts'
import type { Context } from '../../../http/context.ts'

const DAY_MS = 24 * 60 * 60_000
const FAILED_DAYS = 30

/** The endpoints as the administration shows them, oldest first; `id` for one of them. */
export function endpointRows({ em, clock }: Pick<Context, 'em' | 'clock'>, id?: string) {
  const since = new Date(clock().getTime() - FAILED_DAYS * DAY_MS)
  return db(em)
    .selectFrom('webhook_endpoints as e')
    .select(({ ref, selectFrom }) => {
      const count = (state: 'waiting' | 'failed') =>
        selectFrom('webhook_deliveries as d')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('d.endpoint_id', '=', 'e.id')
          .where('d.state', '=', state)
          .where('d.created_at', '>', since)
          .$asScalar()
          .$notNull()
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
        count('waiting').as('waiting'),
        count('failed').as('failed'),
      ]
    })
    .$if(id !== undefined, (query) => query.where('e.id', '=', id ?? ''))
    .orderBy('e.created_at')
    .orderBy('e.id')
}

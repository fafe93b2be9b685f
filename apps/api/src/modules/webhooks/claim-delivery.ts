import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'

/** Longer than an attempt takes: nobody else sends it meanwhile, and somebody does where the process has died. */
const CLAIM_MS = 30_000

export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

/**
 * Claims the next delivery of an endpoint that is due; undefined where there is none. One that waits behind an earlier
 * event of the same order is not due, so each order's events arrive in their order.
 */
export const claimDelivery = ({ em, clock }: Pick<Context, 'em' | 'clock'>, endpointId: string) =>
  db(em)
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      last_attempt_at: clock(),
      claimed_until: new Date(clock().getTime() + CLAIM_MS),
    }))
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('webhook_deliveries as d')
        .select('d.id')
        .where('d.endpoint_id', '=', endpointId)
        .where('d.state', '=', 'waiting')
        .where('d.next_attempt_at', '<=', clock())
        .where(({ eb, or }) => or([eb('d.claimed_until', 'is', null), eb('d.claimed_until', '<=', clock())]))
        .where(({ not, exists, selectFrom: lookIn }) =>
          not(
            exists(
              lookIn('webhook_deliveries as earlier')
                .select('earlier.id')
                .whereRef('earlier.endpoint_id', '=', 'd.endpoint_id')
                .whereRef('earlier.subject', '=', 'd.subject')
                .where('earlier.state', '=', 'waiting')
                .whereRef('earlier.position', '<', 'd.position'),
            ),
          ),
        )
        .orderBy('d.next_attempt_at')
        .orderBy('d.position')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'endpoint_id as endpointId', 'message_id as messageId', 'body', 'attempts'])
    .executeTakeFirst()

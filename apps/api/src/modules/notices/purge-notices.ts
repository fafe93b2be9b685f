import { db } from '../../db/db.ts'
import { anyOf, BATCH, untilNoneIsLeft } from '../../db/until-none-is-left.ts'
import type { Context } from '../../http/context.ts'
import { causeOfProblem } from './queue-problems.ts'

const KEEP_MS = 30 * 24 * 60 * 60_000

/** Removes what was sent or given up long ago, but for problems that last. */
export async function purgeNotices({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEEP_MS)
  await untilNoneIsLeft(() =>
    db(em)
      .deleteFrom('notices')
      .where('id', '=', ({ selectFrom }) =>
        anyOf(
          selectFrom('notices')
            .select('id')
            .where('created_at', '<', before)
            .where('next_attempt_at', 'is', null)
            // That a problem was told stays known while it lasts: else it would be told again.
            .where(({ not, exists, ref }) =>
              not(
                exists(
                  selectFrom('health_problems')
                    .select('id')
                    .where('ended_at', 'is', null)
                    .where(causeOfProblem, '=', ref('notices.cause')),
                ),
              ),
            )
            .limit(BATCH),
        ),
      )
      .executeTakeFirst(),
  )
}

import { db } from '../../../db/db.ts'
import { anyFound, PURGE_BATCH, untilNoneIsLeft } from '../../../db/until-none-is-left.ts'
import type { Context } from '../../../http/context.ts'
import { devicePolicy, guessPolicy, sessionPolicy } from './session-policy.ts'

/** Deletes the sessions and devices that nobody can use any more, and the guesses that no limit counts. */
export async function purgeSessions({ em, clock }: Pick<Context, 'em' | 'clock'>): Promise<void> {
  const now = clock()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await db(em)
    .deleteFrom('admin_sessions')
    .where(({ or, eb }) => or([eb('expires_at', '<=', now), eb('last_seen_at', '<=', ago(sessionPolicy.idleMs))]))
    .execute()
  await db(em).deleteFrom('admin_devices').where('last_login_at', '<=', ago(devicePolicy.lifetimeMs)).execute()
  // Of the three, strangers make these.
  await untilNoneIsLeft(() =>
    db(em)
      .deleteFrom('login_guesses')
      .where('id', '=', ({ selectFrom }) =>
        anyFound(
          selectFrom('login_guesses').select('id').where('at', '<=', ago(guessPolicy.keptMs)).limit(PURGE_BATCH),
        ),
      )
      .executeTakeFirst(),
  )
}

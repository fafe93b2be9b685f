import type { NoticeChannel, NoticeKind } from '@marashi/domain/rules/notices'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { causeOfProblem } from './queue-problems.ts'

/**
 * Whether the owner is still to be told what has waited, for the end of quiet hours or for its recipient: not what was switched off
 * meanwhile, nor a problem that is over.
 */
export async function isStillRelevant(
  ctx: Pick<Context, 'em' | 'settings'>,
  { kind, channel, cause }: { kind: NoticeKind; channel: NoticeChannel; cause: string },
): Promise<boolean> {
  const { notices } = await settingsOf(ctx)
  if (!notices[channel].includes(kind)) return false
  if (kind !== 'health') return true
  const open = await db(ctx.em)
    .selectFrom('health_problems')
    .select('id')
    .where(causeOfProblem, '=', cause)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

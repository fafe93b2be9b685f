import { sql } from 'kysely'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import { hasLasted } from './lasting-problem.ts'
import type { NoticeText } from './notice.entity.ts'
import { queue } from './queue-notices.ts'

/** What the notices of a row of `health_problems` are about. */
export const causeOfProblem = sql<string>`'problem ' || health_problems.id`
/** What the owner is told of a problem, as its check found it last. */
export const noticeOfProblem = ({ part, message }: { part: string; message: string }): NoticeText => ({
  title: part,
  body: message,
  path: '/admin/health',
})

/**
 * Queues what is broken and lasts, once for each problem. The e-mail about it is sent by the checks themselves, see
 * docs/behaviour.md#health, so only the other channels are told here.
 */
export async function queueProblems(ctx: Context): Promise<void> {
  const { em, clock } = ctx
  const problems = await db(em)
    .selectFrom('health_problems')
    .select([causeOfProblem.as('cause'), 'part', 'message'])
    .where('state', '=', 'broken')
    .where('ended_at', 'is', null)
    .where(hasLasted)
    .execute()
  if (problems.length === 0) return
  const { notices: settings } = await settingsOf(ctx)
  const email = settings.email.filter((kind) => kind !== 'health')
  const notices = problems.map(({ cause, ...problem }) => ({
    kind: 'health' as const,
    cause,
    text: noticeOfProblem(problem),
  }))
  await queue(em, notices, { ...ctx, now: clock(), settings: { ...settings, email } })
}

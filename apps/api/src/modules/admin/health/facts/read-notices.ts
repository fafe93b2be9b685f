import { quietSince } from '@marashi/domain/rules/notices'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import { type NotNull, sql } from 'kysely'
import { db } from '../../../../db/db.ts'
import type { Context } from '../../../../http/context.ts'
import { lastTakenByOwner, untakenNotices, untakenSince, unwrittenNotices } from '../../../notices/last-taken.ts'
import { LASTS_FOR_MS } from '../../../notices/lasting-problem.ts'
import { settingsOf } from '../../../shop-settings/settings-of.ts'
import { isLate, type NoticeFacts, type Unreached } from '../checks/notices.ts'
import { OLDEST_MS } from '../problems/notify-owner.ts'

type Asked = Pick<Context, 'em' | 'env' | 'settings' | 'clock'>

/** Whom no notice reaches, and what the shop itself could not write. */
export async function readNotices(ctx: Asked): Promise<NoticeFacts> {
  const [unreached, unwritten] = await Promise.all([readUnreached(ctx), readUnwritten(ctx)])
  return { unreached, unwritten }
}

/** Who was to be told something, was not, and has taken nothing since: the owner by e-mail, and each browser. */
async function readUnreached(ctx: Asked): Promise<Unreached[]> {
  const { shop, notices } = await settingsOf(ctx)
  const quiet = notices.quietHours.isOn ? quietSince(ctx.clock(), notices.quietHours) : null
  const [known, ended, unmailed] = await Promise.all([
    readWaiting(ctx, notices),
    readEnded(ctx),
    notices.email.includes('health') ? readUnmailed(ctx) : null,
  ])
  // In quiet hours all of them wait, also those that could be sent: only what was late when they began is known to be refused.
  // Whoever switched everything off for a channel misses nothing of it any more.
  const waiting = [...known, ...ended].filter(
    ({ channel, since }) => notices[channel].length > 0 && (quiet === null || isLate(since, quiet)),
  )
  const pushes = waiting.filter(({ channel }) => channel === 'push')
  if (!ctx.env.SMTP_URL) return pushes
  const emails = [...waiting.filter(({ channel }) => channel === 'email'), ...(unmailed ? [unmailed] : [])]
  const [oldest] = emails.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  if (!oldest) return pushes
  const problem = emails.find((email) => email.problem !== null)?.problem ?? null
  return [{ ...oldest, name: shop.email, problem }, ...pushes]
}

async function readUnwritten(ctx: Asked): Promise<NoticeFacts['unwritten']> {
  const { notices } = await settingsOf(ctx)
  const { count, since } = await unwrittenNotices(ctx.em, notices)
    .select(({ fn }) => [
      fn.count<number>('n.cause').distinct().as('count'),
      fn.min<Date | null>(fn.coalesce('n.first_failed_at', 'n.created_at')).as('since'),
    ])
    .executeTakeFirstOrThrow()
  return since && { count, since }
}

const readWaiting = ({ em }: Asked, notices: ShopSettings['notices']): Promise<Unreached[]> =>
  untakenNotices(em, notices)
    .groupBy(['n.channel', 'n.recipient'])
    .select(({ fn }) => [
      'n.channel',
      'n.recipient',
      sql<string>`coalesce(min(s.browser), '')`.as('name'),
      fn.min(untakenSince).as('since'),
      sql<string | null>`(array_agg(n.last_problem order by n.created_at desc))[1]`.as('problem'),
    ])
    .execute()

/** The browsers whose push service takes nothing more for them: nobody is called there until they are subscribed again. */
async function readEnded({ em }: Asked): Promise<Unreached[]> {
  const ended = await db(em)
    .selectFrom('push_subscriptions as ended')
    .select(['id as recipient', 'browser as name', 'ended_at as since'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('push_subscriptions as newer')
          .whereRef('newer.browser', '=', 'ended.browser')
          .whereRef('newer.created_at', '>', 'ended.created_at')
          .where('newer.ended_at', 'is', null)
          .select('newer.id'),
      )
        .$castTo<boolean>()
        .as('mayBeReplaced'),
    )
    .where('ended_at', 'is not', null)
    .$narrowType<{ since: NotNull }>()
    .execute()
  return ended.map((each) => ({ ...each, channel: 'push', problem: 'Its subscription has ended.' }))
}

/** The e-mails of the checks: the oldest problem that was to be mailed, and of which nobody could be written to since. */
async function readUnmailed({ em, clock }: Asked): Promise<Unreached | null> {
  const takenAt = await lastTakenByOwner(em)
  const { since } = await db(em)
    .selectFrom('health_problems')
    .select(({ fn }) => fn.min('since').as('since'))
    .where('state', '=', 'broken')
    .where('mail_attempts', '>', 0)
    .where('mailed_at', 'is', null)
    .where('last_seen_at', '>', new Date(clock().getTime() - OLDEST_MS))
    // What was taken before the first attempt may have left before the mail server went away.
    .where('since', '>', new Date(takenAt.getTime() - LASTS_FOR_MS))
    .executeTakeFirstOrThrow()
  return since && { channel: 'email', recipient: '', name: '', since, problem: null }
}

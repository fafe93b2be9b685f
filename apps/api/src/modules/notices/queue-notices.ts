import { type NoticeChannel, type NoticeKind, noticeChannels, quietUntil } from '@marashi/domain/rules/notices'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import type { EntityManager } from '@mikro-orm/postgresql'
import { db, valueRows } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { readOn } from '../events/read-on.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import type { NoticeText } from './notice.entity.ts'
import { noticeOfEvent } from './notice-of-event.ts'
import { readSubjects } from './read-subjects.ts'
import { summariseReviews } from './summarise-reviews.ts'

/** The recipient of what is told by e-mail. */
export const OWNER = 'owner'

export interface NoticeToQueue {
  kind: NoticeKind
  cause: string
  text: NoticeText
}

/**
 * Queues what the owner is to be told of everything that happened since the last run, once for each channel that is
 * switched on for it. What falls into quiet hours is told at their end. Without SMTP nothing is queued for e-mail: news of
 * last month would be sent when it is set up.
 */
export async function queueNotices(ctx: Context): Promise<void> {
  const { em, clock } = ctx
  const { notices: settings, stock } = await settingsOf(ctx)
  let read: number
  do {
    read = await readOn(em, 'notices', async (tx, events) => {
      const now = clock()
      const subjects = await readSubjects(tx, events, { stock })
      const notices = events.flatMap((event) => {
        const notice = noticeOfEvent(event, subjects)
        return notice ? [{ ...notice, cause: `event ${event.id}` }] : []
      })
      await queue(tx, await summariseReviews(tx, notices, now), { ...ctx, now, settings })
    })
  } while (read > 0)
}

interface Circumstances {
  env: Context['env']
  now: Date
  settings: ShopSettings['notices']
}

/** Writes each notice for each recipient who wants to be told of it; what is queued already stays as it is. */
export async function queue(
  tx: EntityManager,
  notices: readonly NoticeToQueue[],
  { env, now, settings }: Circumstances,
): Promise<void> {
  const isWanted = (channel: NoticeChannel, kind: NoticeKind) => settings[channel].includes(kind)
  if (!notices.some(({ kind }) => noticeChannels.some((channel) => isWanted(channel, kind)))) return
  const recipients = {
    email: env.SMTP_URL ? [OWNER] : [],
    push: (await db(tx).selectFrom('push_subscriptions').select('id').where('ended_at', 'is', null).execute()).map(
      ({ id }) => id,
    ),
  }
  const { quietHours } = settings
  const next_attempt_at = (quietHours.isOn ? quietUntil(now, quietHours) : null) ?? now
  const rows = notices.flatMap(({ kind, cause, text }) =>
    noticeChannels
      .filter((channel) => isWanted(channel, kind))
      .flatMap((channel) =>
        recipients[channel].map((recipient) => ({
          kind,
          cause,
          channel,
          recipient,
          text: JSON.stringify(text),
          created_at: now,
          next_attempt_at,
        })),
      ),
  )
  if (rows.length === 0) return
  await db(tx)
    .insertInto('notices')
    .columns(['kind', 'cause', 'channel', 'recipient', 'text', 'created_at', 'next_attempt_at'])
    .expression(({ selectFrom }) => selectFrom(valueRows('queued', columns, rows)).selectAll())
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const columns = {
  kind: 'text',
  cause: 'text',
  channel: 'text',
  recipient: 'text',
  text: 'jsonb',
  created_at: 'timestamptz',
  next_attempt_at: 'timestamptz',
} as const

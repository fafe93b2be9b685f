import type { NoticeChannel, NoticeKind } from '@marashi/domain/rules/notices'
import type { ShopSettings } from '@marashi/domain/rules/settings/groups'
import { db } from '../../db/db.ts'
import type { Context } from '../../http/context.ts'
import { readEvent } from '../events/read-events.ts'
import { settingsOf } from '../shop-settings/settings-of.ts'
import type { NoticeText } from './notice.entity.ts'
import { noticeOfEvent } from './notice-of-event.ts'
import { causeOfProblem, noticeOfProblem } from './queue-problems.ts'
import { readSubjects } from './read-subjects.ts'
import { moneyThatWaits } from './remind-of-money.ts'

interface Waiting {
  kind: NoticeKind
  channel: NoticeChannel
  cause: string
  text: NoticeText
}

/**
 * What the owner is told now by a notice that may have waited, for the end of quiet hours or for its recipient; null where there
 * is nothing more to tell: it was switched off meanwhile, its problem is over, or what it asked for is settled.
 */
export async function currentText(ctx: Context, { kind, channel, cause, text }: Waiting): Promise<NoticeText | null> {
  const settings = await settingsOf(ctx)
  if (!settings.notices[channel].includes(kind)) return null
  const [about, id] = cause.split(' ')
  switch (about) {
    case 'event':
      return await textOfEvent(ctx, { id: Number(id), written: text, settings })
    case 'problem':
      return await textOfProblem(ctx, cause)
    case 'money':
      return await moneyThatWaits(ctx)
    default:
      return text
  }
}

async function textOfEvent(
  { em }: Context,
  { id, written, settings }: { id: number; written: NoticeText; settings: ShopSettings },
): Promise<NoticeText | null> {
  const event = await readEvent(em, id)
  if (!event) return written
  return noticeOfEvent(event, await readSubjects(em, [event], settings))?.text ?? null
}

async function textOfProblem({ em }: Context, cause: string): Promise<NoticeText | null> {
  const open = await db(em)
    .selectFrom('health_problems')
    .select(['part', 'message'])
    .where(causeOfProblem, '=', cause)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return open ? noticeOfProblem(open) : null
}

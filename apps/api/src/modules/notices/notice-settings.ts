import type { NoticeChannel, NoticeKind, QuietHours } from '@marashi/domain/rules/notices'
import type { Context } from '../../http/context.ts'

export interface NoticeSettings extends Record<NoticeChannel, Record<NoticeKind, boolean>> {
  quiet: QuietHours | null
}

const byEmail = { order: true, paid: false, flag: true, review: true, stock: true, health: true }
const byPush = { order: true, paid: true, flag: true, review: true, stock: true, health: true }

/** What the owner wants to be told, by which channel and when. */
export async function noticeSettings(_ctx: Context): Promise<NoticeSettings> {
  return { email: byEmail, push: byPush, quiet: null }
}

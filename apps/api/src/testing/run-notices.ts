import type { Context } from '../http/context.ts'
import { noticeJobs } from '../modules/notices/notices.job.ts'
import type { Channels } from '../modules/notices/send-notices.ts'

/** One run of each job that tells the owner what happens, in their order. */
export async function runNotices(ctx: Context, channels: Channels): Promise<void> {
  for (const { every, run } of noticeJobs(() => ctx, channels)) if (typeof every === 'number') await run()
}

import type { Context } from '../../http/context.ts'
import { type Job, LONGEST_MAILING_SECONDS } from '../../jobs/jobs.ts'
import { purgeNotices } from './purge-notices.ts'
import { queueNotices } from './queue-notices.ts'
import { queueProblems } from './queue-problems.ts'
import { remindOfMoney } from './remind-of-money.ts'
import { type Channels, sendNotices } from './send-notices.ts'

/**
 * Telling the owner. Each run gets a context of its own. Each channel has a job to itself: a mail server that says nothing for ten
 * minutes holds up no push.
 */
export const noticeJobs = (makeContext: () => Context, channels: Channels): Job[] => [
  { name: 'notices', every: 2, run: () => queueAll(makeContext()) },
  {
    name: 'email-notices',
    every: 2,
    run: () => sendNotices(makeContext(), channels, 'email'),
    longestSeconds: LONGEST_MAILING_SECONDS,
  },
  { name: 'push-notices', every: 2, run: () => sendNotices(makeContext(), channels, 'push') },
  { name: 'remind-of-money', every: { cron: '0 9 * * *' }, run: () => remindOfMoney(makeContext()) },
  { name: 'purge-notices', every: { cron: '45 3 * * *' }, run: () => purgeNotices(makeContext()) },
]

async function queueAll(ctx: Context): Promise<void> {
  await queueNotices(ctx)
  await queueProblems(ctx)
}

import type { Context } from '../../http/context.ts'
import type { Job } from '../../jobs/jobs.ts'
import { purgeEvents } from './purge-events.ts'

/** The event log's work without a reader. Each run gets a context of its own. */
export const eventJobs = (makeContext: () => Context): Job[] => [
  { name: 'purge-events', every: { cron: '40 3 * * *' }, run: () => purgeEvents(makeContext()) },
]

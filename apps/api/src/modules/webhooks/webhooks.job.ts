import type { Context } from '../../http/context.ts'
import type { Job } from '../../jobs/jobs.ts'
import type { Dispatcher } from './dispatcher.ts'
import { purgeDeliveries } from './purge-deliveries.ts'

/** Telling other programs. Each run gets a context of its own. */
export const webhookJobs = (makeContext: () => Context, dispatcher: Dispatcher): Job[] => [
  { name: 'webhooks', every: 1, run: () => dispatcher.tick(makeContext()) },
  { name: 'purge-webhooks', every: { cron: '50 3 * * *' }, run: () => purgeDeliveries(makeContext()) },
]

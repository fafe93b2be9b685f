import type { Context } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { type MailOut, sendReceipts } from './receipts/send-receipts.ts'
import { queryOpenPayment } from './recovery/query-open-payment.ts'
import { readOpenIntents } from './recovery/read-open-intents.ts'
import { workOnLeftMessages } from './webhooks/process-webhook-event.ts'
import { forgetOldBodies } from './webhooks/purge-old-bodies.ts'

/** What payments need while nobody is looking. Each job starts with a context, and so an entity manager, of its own. */
export const paymentJobs = (makeContext: () => Context, mail: MailOut | null): Job[] => [
  { name: 'gateway-inbox', every: 5, run: () => workOnLeftMessages(makeContext()) },
  { name: 'mpesa-queries', every: 5, run: async () => void (await queryOpenPayment(makeContext())) },
  { name: 'card-intents', every: 30, run: () => readOpenIntents(makeContext()) },
  { name: 'receipts', every: 10, run: () => sendReceipts(makeContext(), mail) },
  { name: 'forget-bodies', every: { cron: '30 3 * * *' }, run: () => forgetOldBodies(makeContext()) },
]

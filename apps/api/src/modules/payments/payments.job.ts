import type { Context } from '../../kernel/context.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sendReceipts } from './receipts/send-receipts.ts'
import type { SendEmail } from './receipts/smtp.ts'
import { queryOpenPayment } from './recovery/query-open-payment.ts'
import { readOpenIntents } from './recovery/read-open-intents.ts'
import { retryWebhookEvents } from './webhooks/process-webhook-event.ts'
import { purgeOldBodies } from './webhooks/purge-old-bodies.ts'

/** What payments need while nobody is looking. Each job starts with a context, and so an entity manager, of its own. */
export const paymentJobs = (makeContext: () => Context, send: SendEmail | null): Job[] => [
  { name: 'gateway-inbox', every: 5, run: () => retryWebhookEvents(makeContext()) },
  { name: 'mpesa-queries', every: 5, run: async () => void (await queryOpenPayment(makeContext())) },
  { name: 'card-intents', every: 30, run: () => readOpenIntents(makeContext()) },
  { name: 'receipts', every: 10, run: () => sendReceipts(makeContext(), send) },
  { name: 'forget-bodies', every: { cron: '30 3 * * *' }, run: () => purgeOldBodies(makeContext()) },
]

import { backupJobs } from '../backup/backup.job.ts'
import type { NightSources } from '../backup/nightly-process.ts'
import type { Context } from '../http/context.ts'
import type { Job } from '../jobs/jobs.ts'
import { adminJobs } from '../modules/admin/admin.job.ts'
import { healthJobs } from '../modules/admin/health/health.job.ts'
import { catalogueJobs } from '../modules/catalogue/catalogue.job.ts'
import { eventJobs } from '../modules/events/events.job.ts'
import type { SendEmail } from '../modules/mail/smtp.ts'
import { mediaStoreOf } from '../modules/media/media-store-of.ts'
import { noticeJobs } from '../modules/notices/notices.job.ts'
import { postPush } from '../modules/notices/push/send-push.ts'
import { orderEmailJobs } from '../modules/order-emails/order-emails.job.ts'
import { orderJobs } from '../modules/orders/orders.job.ts'
import { paymentJobs } from '../modules/payments/payments.job.ts'
import type { Dispatcher } from '../modules/webhooks/dispatcher.ts'
import { webhookJobs } from '../modules/webhooks/webhooks.job.ts'

interface JobParts {
  /** What its jobs read; whether there are any is for its environment to say. */
  backups: NightSources
  /** Null where no e-mail can be sent. */
  sendEmail: SendEmail | null
  webhooks: Dispatcher
}

/** All recurring jobs of the shop. Each run asks for a context of its own. */
export const shopJobs = (makeContext: () => Context, { backups, sendEmail, webhooks }: JobParts): Job[] => [
  ...catalogueJobs(makeContext),
  ...eventJobs(makeContext),
  ...orderJobs(makeContext),
  ...paymentJobs(makeContext, sendEmail),
  ...adminJobs(makeContext, mediaStoreOf(backups.env)),
  ...backupJobs(backups),
  ...healthJobs(makeContext, sendEmail),
  ...webhookJobs(makeContext, webhooks),
  ...noticeJobs(makeContext, { sendEmail, post: postPush }),
  ...orderEmailJobs(makeContext, sendEmail),
]

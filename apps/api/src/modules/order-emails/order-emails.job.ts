import type { Context } from '../../http/context.ts'
import { type Job, LONGEST_MAILING_SECONDS } from '../../jobs/jobs.ts'
import type { SendEmail } from '../mail/smtp.ts'
import { queueOrderEmails } from './queue-order-emails.ts'
import { sendOrderEmails } from './send-order-emails.ts'

/** Telling shoppers of their orders. Each run gets a context of its own. */
export const orderEmailJobs = (makeContext: () => Context, send: SendEmail | null): Job[] => [
  {
    name: 'order-emails',
    every: 5,
    run: () => runOrderEmails(makeContext(), send),
    longestSeconds: LONGEST_MAILING_SECONDS,
  },
]

export async function runOrderEmails(ctx: Context, send: SendEmail | null): Promise<void> {
  await queueOrderEmails(ctx)
  await sendOrderEmails(ctx, send)
}

import type { Context } from '../../../http/context.ts'
import type { Job } from '../../../jobs/jobs.ts'
import type { SendEmail } from '../../payments/emails/smtp.ts'
import { examineHealth } from './examine-health.ts'
import { notifyOwner } from './problems/notify-owner.ts'
import { recordFindings } from './problems/record-findings.ts'

const CHECK_EVERY_SECONDS = 30

/** What the shop does to know, and to report, how it is. */
export const healthJobs = (makeContext: () => Context, send: SendEmail | null): Job[] => [
  { name: 'health', every: CHECK_EVERY_SECONDS, run: () => watchHealth(makeContext(), send) },
]

export async function watchHealth(ctx: Context, send: SendEmail | null): Promise<void> {
  await recordFindings(ctx.em, await examineHealth(ctx), ctx.clock())
  await notifyOwner(ctx, send)
}

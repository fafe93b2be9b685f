import type { Context } from '../http/context.ts'
import { healthJobs } from '../modules/admin/health/health.job.ts'
import type { SendEmail } from '../modules/mail/smtp.ts'

/** One run of each job that examines the shop and writes to the owner of it, in their order. */
export async function watchHealth(ctx: Context, send: SendEmail | null): Promise<void> {
  for (const { run } of healthJobs(() => ctx, send)) await run()
}

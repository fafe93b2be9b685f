import type { Context } from '../../../http/context.ts'
import { type Job, LONGEST_MAILING_SECONDS } from '../../../jobs/jobs.ts'
import type { SendEmail } from '../../mail/smtp.ts'
import { examineHealth } from './examine-health.ts'
import { notifyOwner } from './problems/notify-owner.ts'
import { recordFindings } from './problems/record-findings.ts'

const CHECK_EVERY_SECONDS = 30

/** What the shop does to know, and to report, how it is: two jobs, so that a mail server that says nothing holds up no check. */
export const healthJobs = (makeContext: () => Context, send: SendEmail | null): Job[] => [
  { name: 'health', every: CHECK_EVERY_SECONDS, run: () => watchHealth(makeContext()) },
  {
    name: 'email-problems',
    every: CHECK_EVERY_SECONDS,
    run: () => notifyOwner(makeContext(), send),
    longestSeconds: LONGEST_MAILING_SECONDS,
  },
]

async function watchHealth(ctx: Context): Promise<void> {
  await recordFindings(ctx.em, await examineHealth(ctx), ctx.clock())
}

import type { Context } from '../../http/context.ts'
import { type Job, LONGEST_MAILING_SECONDS } from '../../jobs/jobs.ts'
import type { SendEmail } from '../mail/smtp.ts'
import { recoverClaims } from './claims/recover-claims.ts'
import { runChecks } from './daily-check/check-gateways.ts'
import { checkLastDays } from './daily-check/check-last-days.ts'
import { compareLists } from './daily-check/compare-list.ts'
import { sendEmails } from './emails/send-emails.ts'
import { paymentProviders } from './providers/registry.ts'
import { purgeExpired } from './purge-expired.ts'
import { runRecovery } from './recovery/run-recovery.ts'
import { recoverRefunds } from './refunds/recover-refunds.ts'
import { matchTransactions } from './transactions/match-transactions.ts'
import { retryWebhookEvents } from './webhooks/retry-webhook-events.ts'

// Twenty thousand charges are two hundred pages.
const LONGEST_CHECK_SECONDS = 900

/** What payments need while nobody is looking. Each job starts with a context, and so an entity manager, of its own. */
export const paymentJobs = (makeContext: () => Context, send: SendEmail | null): Job[] => [
  // One for each provider: the events of one that answers must not wait for one that is silent.
  ...paymentProviders().map((provider) => ({
    name: `retry-${provider.method}-events`,
    every: 5,
    run: () => retryWebhookEvents(makeContext(), provider),
  })),
  ...paymentProviders().map((provider) => ({
    name: `recover-${provider.method}`,
    every: provider.recovery.everySeconds,
    run: () => runRecovery(makeContext, provider),
  })),
  { name: 'match-transactions', every: 10, run: async () => void (await matchTransactions(makeContext(), 'recent')) },
  { name: 'match-old-transactions', every: 600, run: async () => void (await matchTransactions(makeContext(), 'all')) },
  { name: 'recover-refunds', every: 10, run: () => recoverRefunds(makeContext()) },
  { name: 'recover-receipt-claims', every: 5, run: () => recoverClaims(makeContext()) },
  {
    name: 'emails',
    every: 10,
    run: () => sendEmails(makeContext(), send),
    longestSeconds: LONGEST_MAILING_SECONDS,
  },
  {
    name: 'daily-check',
    every: { cron: '0 5 * * *' },
    run: () => checkLastDays(makeContext()),
    longestSeconds: LONGEST_CHECK_SECONDS,
  },
  { name: 'check-days', every: 5, run: () => runChecks(makeContext()), longestSeconds: LONGEST_CHECK_SECONDS },
  { name: 'compare-lists', every: 10, run: () => compareLists(makeContext()) },
  { name: 'purge-expired', every: { cron: '30 3 * * *' }, run: () => purgeExpired(makeContext()) },
]

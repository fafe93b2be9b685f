import type { HealthPage } from '@marashi/domain/contracts/admin-health'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import type { Context } from '../../../http/context.ts'
import { limitSettingOf } from '../../../http/limits/limit-settings.ts'
import { unpaidEmailsOfShop } from '../../order-emails/unpaid-emails-of-shop.ts'
import { deliveryOrdersOfShop } from '../../orders/limit-delivery-orders.ts'
import { refusalsOfOwnOperator } from '../../payments/operators/operator-refusals.ts'
import { paymentProviders } from '../../payments/providers/registry.ts'
import { backupStatus } from '../backups/backup-status.ts'
import { apiKeysFinding } from './checks/api-keys.ts'
import { backupFinding } from './checks/backup.ts'
import { certificateFinding } from './checks/certificate.ts'
import { changesFinding } from './checks/changes.ts'
import { clockFinding } from './checks/clock.ts'
import { databaseFinding } from './checks/database.ts'
import { diskFinding } from './checks/disk.ts'
import { emailsFinding } from './checks/emails.ts'
import { eventLoopFinding } from './checks/event-loop.ts'
import { jobFindings } from './checks/jobs.ts'
import { memoryFinding } from './checks/memory.ts'
import { noticeFindings } from './checks/notices.ts'
import { operatorFinding } from './checks/operator.ts'
import { providerFinding } from './checks/payment-provider.ts'
import { isAlive, processesFinding } from './checks/processes.ts'
import { shopLimitFinding, shopLimitWords } from './checks/shop-limits.ts'
import {
  flaggedPaymentsFinding,
  openPaymentsFinding,
  setAsideFinding,
  typedReceiptsFinding,
  unmatchedMoneyFinding,
  unsentRefundsFinding,
} from './checks/waiting-money.ts'
import { webhookFindings } from './checks/webhooks.ts'
import { countWaitingMoney } from './facts/count-waiting-money.ts'
import { readCertificate } from './facts/read-certificate.ts'
import { readDatabase } from './facts/read-database.ts'
import { readEmails } from './facts/read-emails.ts'
import { readEndingKeys } from './facts/read-ending-keys.ts'
import { readNotices } from './facts/read-notices.ts'
import { type ProcessRecord, readProcesses } from './facts/read-processes.ts'
import { readProvider } from './facts/read-provider.ts'
import { readRefusal } from './facts/read-refusal.ts'
import { readWebhooks } from './facts/read-webhooks.ts'
import type { Finding } from './finding.ts'
import { readRuns } from './runs/read-runs.ts'
import { stillRun } from './runs/still-run.ts'

export interface Check {
  /** What it is stored and measured by; without a colon. */
  name: string
  /** Its name on the page. */
  part: string
  /** Where in the administration it is put right. */
  page?: HealthPage
  /** Whose operator it is about, which may be asked again. */
  operatorOf?: PaymentMethod
  /** What comes of it; one that does not concern this shop comes to nothing. */
  examine(ctx: CheckContext): Promise<Finding | readonly Finding[] | null>
}

export type CheckContext = Pick<Context, 'em' | 'env' | 'gateways' | 'clock' | 'settings'>

/** Everything that the shop watches, the most urgent first. */
export const checks = (): readonly Check[] => [
  {
    name: 'database',
    part: 'Database',
    examine: async (ctx) => {
      const [about, alive] = await Promise.all([readDatabase(ctx.em), aliveProcesses(ctx)])
      const measured = alive.flatMap(({ vitals }) => vitals.databaseMs ?? [])
      return databaseFinding({ ...about, answersInMs: measured.length > 0 ? Math.min(...measured) : null })
    },
  },
  ofProcesses('changes', 'Prices in step', (alive) =>
    changesFinding({ unnotified: alive.filter(({ vitals }) => !vitals.hearsChanges).length }),
  ),
  ofProcesses('disk', 'Disk', (alive, { env }) => {
    const free = alive.flatMap(({ vitals }) => vitals.freeDiskBytes ?? [])
    return free.length > 0 ? diskFinding({ freeBytes: Math.min(...free), folder: env.DATA_DIR }) : null
  }),
  {
    name: 'certificate',
    part: 'Certificate',
    examine: async (ctx) => {
      const certificate = await readCertificate(ctx)
      return certificate && certificateFinding(certificate, ctx.clock())
    },
  },
  { name: 'backup', part: 'Backup', examine: async (ctx) => backupFinding(await backupStatus(ctx)) },
  {
    name: 'emails',
    part: 'E-mails',
    examine: async (ctx) => emailsFinding(await readEmails(ctx), ctx.clock()),
  },
  {
    name: 'notices',
    part: 'Your notices',
    examine: async (ctx) => noticeFindings(await readNotices(ctx), ctx.clock()),
  },
  ...providerChecks(),
  ...operatorChecks(),
  ofMoney('payments-open', 'Open payments', 'payments', ({ open }) => openPaymentsFinding(open)),
  ofMoney('payments-flagged', 'Flagged payments', 'payments', ({ flagged }) => flaggedPaymentsFinding(flagged)),
  ofMoney('refunds-unsent', 'Refunds to send', 'payments', ({ unsentRefunds }, now) =>
    unsentRefundsFinding(unsentRefunds, now),
  ),
  ofMoney('unmatched-money', 'Money without an order', 'cash-up', ({ unmatched }) => unmatchedMoneyFinding(unmatched)),
  ofMoney('typed-receipts', 'Typed receipts', 'cash-up', ({ claims }, now) => typedReceiptsFinding(claims, now)),
  ofMoney('payment-messages', 'Payment messages', 'dashboard', ({ setAside }) => setAsideFinding(setAside)),
  ...shopLimitChecks(),
  {
    name: 'webhooks',
    part: 'Webhooks',
    page: 'webhooks',
    examine: async (ctx) => webhookFindings(await readWebhooks(ctx), ctx.clock()),
  },
  {
    name: 'api-keys',
    part: 'API keys',
    page: 'api-keys',
    examine: async (ctx) => apiKeysFinding(await readEndingKeys(ctx), ctx.clock()),
  },
  {
    name: 'jobs',
    part: 'Jobs',
    examine: async (ctx) => jobFindings(stillRun(await readRuns(ctx.em), await readProcesses(ctx)), ctx.clock()),
  },
  ofProcesses('clock', 'Clock', (alive) => {
    const [worst] = alive.map(({ vitals }) => vitals.clockSkewSeconds).toSorted((a, b) => Math.abs(b) - Math.abs(a))
    return clockFinding({ skewSeconds: worst ?? 0 })
  }),
  {
    name: 'processes',
    part: 'Processes',
    examine: async (ctx) => processesFinding(await readProcesses(ctx)),
  },
  ofProcesses('memory', 'Memory', (alive) => {
    const [fullest] = alive.toSorted((a, b) => b.vitals.memoryShare - a.vitals.memoryShare)
    return fullest ? memoryFinding({ bytes: fullest.vitals.memoryBytes, share: fullest.vitals.memoryShare }) : null
  }),
  ofProcesses('event-loop', 'Speed', (alive) =>
    eventLoopFinding({ loopMs: Math.max(0, ...alive.map(({ vitals }) => vitals.loopMs)) }),
  ),
]

/** One for each provider that works here. */
const providerChecks = (): Check[] =>
  paymentProviders().map((provider) => ({
    name: provider.method,
    part: provider.name,
    ...(provider.confirmations && { page: 'cash-up' as const }),
    async examine(ctx) {
      if (!provider.isConfigured(ctx)) return null
      const alive = await aliveProcesses(ctx)
      const isInterrupted = alive.some(({ vitals }) => vitals.interrupted.includes(provider.method))
      const refusal = await readRefusal(ctx, provider, alive)
      return providerFinding({ ...(await readProvider(ctx, provider)), isInterrupted, refusal })
    },
  }))

/** One for each provider that is asked by an operator of the owner's. */
const operatorChecks = (): Check[] =>
  paymentProviders().flatMap((provider) => {
    const { method, name, operator } = provider
    if (!operator) return []
    const examine: Check['examine'] = async (ctx) =>
      operator.nameOf(ctx) === null
        ? null
        : operatorFinding({ name, operator }, await refusalsOfOwnOperator(ctx, provider))
    return [{ name: `${method}-operator`, part: `${name} operator`, operatorOf: method, examine }]
  })

/** One for each limit of everybody together that is on. */
const shopLimitChecks = (): Check[] =>
  [
    deliveryOrdersOfShop,
    ...paymentProviders().flatMap(({ attempts }) => attempts.limitOfShop ?? []),
    unpaidEmailsOfShop,
  ].map((limit) => {
    const { check: name, part, page } = shopLimitWords[limit.name]
    const examine: Check['examine'] = async (ctx) => {
      const setting = limitSettingOf(limit.name, ctx.env)
      return setting
        ? shopLimitFinding(limit.name, { isReached: await limit.isReached(ctx), most: setting.most })
        : null
    }
    return { name, part, page, examine }
  })

function ofProcesses(
  name: string,
  part: string,
  rule: (alive: readonly ProcessRecord[], ctx: CheckContext) => Finding | null,
): Check {
  return { name, part, examine: async (ctx) => rule(await aliveProcesses(ctx), ctx) }
}

function ofMoney(
  name: string,
  part: string,
  page: HealthPage,
  rule: (waiting: Awaited<ReturnType<typeof countWaitingMoney>>, now: Date) => Finding,
): Check {
  return { name, part, page, examine: async (ctx) => rule(await countWaitingMoney(ctx), ctx.clock()) }
}

const aliveProcesses = async (ctx: CheckContext): Promise<ProcessRecord[]> => (await readProcesses(ctx)).filter(isAlive)

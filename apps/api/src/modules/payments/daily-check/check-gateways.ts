import type { CashUpChecked } from '@marashi/domain/contracts/admin-cash-up'
import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import type { PaymentProvider } from '../providers/provider.ts'
import type { LedgerLine, Period, ProviderLedger } from '../providers/provider-ledger.ts'
import { paymentProviders } from '../providers/registry.ts'
import { keepLines } from './keep-lines.ts'

export type CheckContext = Pick<Context, 'em' | 'clock' | 'env' | 'gateways' | 'log'>

type Checked = CashUpChecked['gateways'][number]

// A gateway may list money some minutes after it came.
const LATE_MS = 10 * 60_000

/** Asks every gateway that can be asked for its list of a day. One that is silent does not keep the others from it. */
export async function checkGateways(ctx: CheckContext, { day }: { day: string }): Promise<Checked[]> {
  const checked: Checked[] = []
  for (const provider of paymentProviders()) {
    const { ledger } = provider
    if (ledger) checked.push(await check(ctx, { ...provider, ledger }, nairobiPeriod(day)))
  }
  return checked
}

type Checkable = Pick<PaymentProvider, 'method' | 'name'> & { ledger: ProviderLedger }

async function check(ctx: CheckContext, provider: Checkable, day: Period): Promise<Checked> {
  const { method, ledger } = provider
  const why = ledger.unavailable(ctx)
  if (why !== null) return { method, state: 'cannot-ask', lines: 0, message: why }
  const now = ctx.clock()
  const from = new Date(Math.max(day.from.getTime(), now.getTime() - (ledger.reachesBackMs ?? Number.MAX_SAFE_INTEGER)))
  const until = new Date(Math.min(day.until.getTime(), now.getTime()))
  if (from >= until) return { method, state: 'too-old', lines: 0, message: `${provider.name} does not list that day.` }
  try {
    const lines = await read(ctx, provider, { from, until })
    return { method, state: 'checked', lines, message: null }
  } catch (error) {
    ctx.log.warn({ err: error, gateway: method }, 'a gateway did not give its list')
    return { method, state: 'failed', lines: 0, message: `${provider.name} did not give its list. Try again later.` }
  }
}

/** Each page is kept as it comes; the period counts as checked when all of it was read. */
async function read(ctx: CheckContext, { method, ledger }: Checkable, { from, until }: Period): Promise<number> {
  const seen = new Set<string>()
  for await (const page of ledger.between(ctx, { from, until })) {
    const lines = page.filter(({ reference }) => !seen.has(reference))
    for (const { reference } of lines) seen.add(reference)
    await keepPage(ctx, { method, ledger }, lines)
    faultPoint('check-page-kept')
  }
  const now = ctx.clock()
  const covered = new Date(Math.min(until.getTime(), now.getTime() - LATE_MS))
  if (covered > from) {
    await db(ctx.em)
      .insertInto('gateway_checks')
      .values({
        gateway: method,
        source: ledger.source,
        has_refunds: ledger.hasRefunds,
        from_at: from,
        until_at: covered,
        lines: seen.size,
        checked_at: now,
      })
      .execute()
  }
  return seen.size
}

const keepPage = (ctx: CheckContext, { method, ledger }: Pick<Checkable, 'method' | 'ledger'>, lines: LedgerLine[]) =>
  ctx.em.fork().transactional((tx) => keepLines(tx, ctx.clock(), { gateway: method, source: ledger.source, lines }))

import { nairobiPeriod } from '@marashi/domain/rules/nairobi-time'
import { databaseTrouble } from '../../../db/database-failure.ts'
import { db } from '../../../db/db.ts'
import { faultPoint } from '../../../fault-points.ts'
import type { Context } from '../../../http/context.ts'
import { LISTED_WITHIN_MS, type Period, type ProviderLedger } from '../providers/provider-ledger.ts'
import { providerOf } from '../providers/registry.ts'
import { askAboutNamedAttempts } from '../transactions/settle-named-attempt.ts'
import { compareList } from './compare-list.ts'
import { keepLines, type ListedLines } from './keep-lines.ts'
import { endCheck, noteProgress, type TakenCheck, takeCheck } from './planned-checks.ts'

/** Longer than a database is busy or away, counted from when the list was asked for. */
const KEPT_WITHIN_MS = 60 * 60_000

export type CheckContext = Pick<Context, 'em' | 'clock' | 'env' | 'gateways' | 'log'>

/** A gateway did not give a page of its list. `cause` says why. */
class GatewaySilent extends Error {}

/**
 * Reads the lists that gateways were planned to be asked for, of all days or of one; see planChecks. What is not read within
 * the time is left to the job, and so is one that the database could not keep. A gateway that is silent does not keep the others
 * from it.
 */
export async function runChecks(
  ctx: CheckContext,
  { day, withinMs = Number.POSITIVE_INFINITY }: { day?: string; withinMs?: number } = {},
): Promise<void> {
  const endsAt = performance.now() + withinMs
  const isOver = () => performance.now() > endsAt
  for (let check = await takeCheck(ctx, day); check; check = isOver() ? undefined : await takeCheck(ctx, day)) {
    await run(ctx, check, isOver)
  }
}

async function run(ctx: CheckContext, check: TakenCheck, isOver: () => boolean): Promise<void> {
  const { ledger, name } = providerOf(check.gateway)
  const why = ledger ? ledger.unavailable(ctx) : `${name} has no list.`
  if (!ledger || why !== null) return await endCheck(ctx, check, { state: 'cannot-ask', message: why ?? '' })
  const now = ctx.clock()
  const day = nairobiPeriod(check.day)
  const from = new Date(Math.max(day.from.getTime(), now.getTime() - (ledger.reachesBackMs ?? Number.MAX_SAFE_INTEGER)))
  const until = new Date(Math.min(day.until.getTime(), now.getTime()))
  if (from >= until) return await endCheck(ctx, check, { state: 'too-old', message: `${name} does not list that day.` })
  try {
    const lines = await read(ctx, { check, ledger, period: { from, until }, isOver })
    if (lines !== undefined) await endCheck(ctx, check, { state: 'checked', lines })
  } catch (error) {
    await noteFailure(ctx, { check, name, error })
  }
}

/**
 * What the database could not keep stays taken for a while, and is read again by the job; after an hour it has failed, so that
 * the owner is told, and may ask again or close the day.
 */
async function noteFailure(
  ctx: CheckContext,
  { check, name, error }: { check: TakenCheck; name: string; error: unknown },
): Promise<void> {
  const facts = { err: error, gateway: check.gateway }
  const isTrouble = databaseTrouble(error) !== undefined
  if (isTrouble && ctx.clock().getTime() - check.askedAt.getTime() < KEPT_WITHIN_MS) {
    ctx.log.warn(facts, 'a list could not be kept, and is read again')
  } else if (isTrouble) {
    ctx.log.error(facts, 'a list could not be kept, and is read no more')
    const message = `The shop’s database could not keep the list of ${name}. The shop’s log says more.`
    await endCheck(ctx, check, { state: 'failed', message })
  } else if (error instanceof GatewaySilent) {
    ctx.log.warn(facts, 'a gateway did not give its list')
    await endCheck(ctx, check, { state: 'failed', message: `${name} did not give its list. Try again later.` })
  } else {
    ctx.log.error(facts, 'a list could not be read')
    const message = `The shop could not read the list of ${name}. That is a fault of the shop, and its log says more.`
    await endCheck(ctx, check, { state: 'failed', message })
  }
}

interface ListToRead {
  check: TakenCheck
  ledger: ProviderLedger
  period: Period
  isOver: () => boolean
}

/**
 * Each page is kept as it comes; the period counts as checked when all of it was read. Answers how many lines, undefined where
 * the time was over before: then all of it is read again.
 */
async function read(
  ctx: CheckContext,
  { check, ledger, period: { from, until }, isOver }: ListToRead,
): Promise<number | undefined> {
  const { gateway } = check
  const seen = new Set<string>()
  for await (const page of pagesOf(ctx, ledger, { from, until })) {
    if (seen.size > 0 && isOver()) {
      await noteProgress(ctx, check, { lines: seen.size, isGivenBack: true })
      return undefined
    }
    const lines = page.filter(({ reference }) => !seen.has(reference))
    for (const { reference } of lines) seen.add(reference)
    await keepPage(ctx, { gateway, source: ledger.source, lines })
    await noteProgress(ctx, check, { lines: seen.size })
    faultPoint('check-page-kept')
  }
  await askAboutNamedAttempts(ctx, gateway)
  const now = ctx.clock()
  const covered = new Date(Math.min(until.getTime(), now.getTime() - LISTED_WITHIN_MS))
  if (covered > from) {
    const { id } = await db(ctx.em)
      .insertInto('gateway_checks')
      .values({
        gateway,
        source: ledger.source,
        has_refunds: ledger.hasRefunds,
        from_at: from,
        until_at: covered,
        lines: seen.size,
        checked_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // The list is kept by now: the job compares it again.
    await compareList(ctx, { id, gateway, from, until: covered }).catch((error: unknown) => {
      ctx.log.warn({ err: error, gateway }, 'a list could not be compared, and is compared again')
    })
  }
  return seen.size
}

/** The pages of a list. Throws GatewaySilent for what its gateway fails in, and nothing for what is done with them. */
async function* pagesOf(ctx: CheckContext, ledger: ProviderLedger, period: Period) {
  try {
    yield* ledger.between(ctx, period)
  } catch (cause) {
    throw new GatewaySilent('the gateway gave no page', { cause })
  }
}

const keepPage = (ctx: CheckContext, page: ListedLines) =>
  ctx.em.fork().transactional((tx) => keepLines(tx, ctx.clock(), page))

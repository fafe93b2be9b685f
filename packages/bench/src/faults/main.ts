import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@marashi/postgres/embedded'
import { prepareTemplate, type Template } from '@marashi/postgres/test-databases'
import { endOnSignals } from '../environment/end-on-signals.ts'
import { migrateDatabase } from '../environment/migrate-database.ts'
import { killAtPoints } from './kill/kill-points.ts'
import { killPoints } from './kill/kill-targets.ts'
import { runRaces } from './races/races.ts'
import { isClean, type ScenarioResult, scenariosTable } from './report.ts'
import { runByHandScenarios } from './scenarios/by-hand-scenarios.ts'
import { stopDatabase } from './scenarios/database-stopped.ts'
import { runDisputeScenarios } from './scenarios/dispute-scenarios.ts'
import { runEventsSetAside } from './scenarios/events-set-aside.ts'
import { runGatewayFailures } from './scenarios/gateway-failures.ts'
import { runStatementScenarios } from './scenarios/statement-scenarios.ts'
import { runWebhookScenarios } from './scenarios/webhook-scenarios.ts'

const directory = fileURLToPath(new URL('../../../../.data/faults', import.meta.url))

/** How much of everything. On a quiet machine the full run takes about two hours, the quick one ten minutes. */
interface Size {
  rounds: number
  /** Of each kind. */
  races: number
  /** Only those whose name has this; not the kill points. */
  only: string
  killMinutes: number
  stops: number
  /** Of the kill points only these. */
  points?: readonly (typeof killPoints)[number][]
}

const scenarios: Record<string, (template: Template, size: Size) => Promise<ScenarioResult[]>> = {
  kill: (template, { rounds, killMinutes, points }) =>
    killAtPoints(template, { ...(points && { points }), rounds, endsBy: Date.now() + killMinutes * 60_000 }),
  races: (template, { races, only }) => runRaces(template, races, only),
  webhooks: (template, { only }) => runWebhookScenarios(template, only),
  'by-hand': (template, { only }) => runByHandScenarios(template, only),
  'set-aside': (template, { only }) => runEventsSetAside(template, only),
  disputes: (template, { only }) => runDisputeScenarios(template, only),
  statements: (template, { only }) => runStatementScenarios(template, only),
  gateways: (template, { only }) => runGatewayFailures(template, only),
  database: (_template, { stops }) =>
    stopDatabase({ dir: path.join(directory, 'breakable'), migrate: migrateDatabase, stops }),
}

const usage = `Usage: npm run faults -- [scenario…] [--quick]
  scenarios  ${Object.keys(scenarios).join(', ')}; all of them when none is named
  --quick    a tenth of everything: a first impression
  --points   of the kill points only those that begin so, as refund,claim
  --rounds   how often the shop is killed at each point
  --races    how many races of each kind
  --only     of races and scenarios, but kill and database, only what has this in its name`

process.exitCode = await main()

/** Runs the chosen scenarios and prints a table of each kind. Returns 0 when no invariant was broken, else 1. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      points: { type: 'string' },
      races: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  })
  if (positionals.some((name) => !Object.hasOwn(scenarios, name))) {
    console.error(usage)
    return 2
  }
  const usual = values.quick
    ? { rounds: 2, races: 15, killMinutes: 0.75, stops: 2 }
    : { rounds: 20, races: 1_000, killMinutes: 90, stops: 10 }
  const size = {
    ...usual,
    only: values.only,
    ...(values.rounds && { rounds: Number(values.rounds) }),
    ...(values.races && { races: Number(values.races) }),
    ...(values.points && { points: pointsFrom(values.points) }),
  }
  const chosen = Object.entries(scenarios).filter(([name]) => positionals.length === 0 || positionals.includes(name))
  await using ends = new AsyncDisposableStack()
  const server = await startEmbeddedPostgres({ dir: path.join(directory, 'postgres'), durable: true })
  ends.defer(() => server.stop())
  const { template, drop } = await prepareTemplate({ server, migrate: migrateDatabase })
  ends.defer(drop)
  endOnSignals(ends)
  const lines: ScenarioResult[] = []
  let isWhole = true
  for (const [name, run] of chosen) {
    const startedAt = Date.now()
    try {
      const results = await run(template, size)
      lines.push(...results)
      // At once: a run of hours that breaks off has shown what it knows.
      show(results)
    } catch (error) {
      // The results of the other scenarios are still of use.
      console.error(error)
      isWhole = false
    }
    console.error(`${name}: ${Math.round((Date.now() - startedAt) / 1000)} s`)
  }
  const broken = lines.filter((line) => !isClean([line])).length
  console.log(`${lines.length} scenarios, ${broken} broken`)
  return isWhole && broken === 0 ? 0 : 1
}

function show(results: readonly ScenarioResult[]): void {
  console.log(scenariosTable(results))
  for (const { scenario, violations } of results) {
    for (const { invariant, orderId, what } of violations.slice(0, 10)) {
      console.error(`${invariant} ${scenario}: ${what}${orderId ? ` (order ${orderId})` : ''}`)
    }
  }
}

/** Those that begin with one of the words. */
function pointsFrom(words: string): readonly (typeof killPoints)[number][] {
  return killPoints.filter((point) => words.split(',').some((word) => point.startsWith(word)))
}

import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Environment, openEnvironment } from './environment/environment.ts'
import { type Finding, findingsTable, isAllReached } from './findings.ts'
import type { Tempo } from './load/take-turns.ts'
import { measureAdmin } from './sections/admin.ts'
import { measureCallbacks } from './sections/callbacks.ts'
import { measureCatalogue } from './sections/catalogue.ts'
import { measureLighthouse } from './sections/lighthouse.ts'
import { measureMemory } from './sections/memory.ts'
import { measureOrders } from './sections/orders.ts'
import { measurePages } from './sections/pages.ts'
import { measureProcesses } from './sections/processes.ts'
import { measureSearches } from './sections/searches.ts'
import { measureTaps } from './sections/taps.ts'
import { measureWaiting } from './sections/waiting.ts'
import { measureWeight } from './sections/weight.ts'

type Section = (environment: Environment, tempo: Tempo) => Promise<Finding[]>

const sections: Record<string, Section> = {
  catalogue: measureCatalogue,
  searches: measureSearches,
  pages: measurePages,
  memory: measureMemory,
  orders: measureOrders,
  processes: measureProcesses,
  waiting: measureWaiting,
  callbacks: measureCallbacks,
  admin: measureAdmin,
  weight: measureWeight,
  lighthouse: measureLighthouse,
  taps: measureTaps,
}

const usage = `Usage: npm run bench -- [section…] [--quick] [--profile] [--addresses N]
  sections   ${Object.keys(sections).join(', ')}; all of them when none is named
  --quick    fewer and shorter rounds: a first impression
  --profile  each shop process writes a processor profile to .data/bench/profiles
  --addresses N
             how many addresses memory asks for, a multiple of ten; a million take more than half an hour`

process.exitCode = await main()

/** Runs the chosen sections on one environment and prints one table. Returns 0 when every target was reached, else 1. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      addresses: { type: 'string' },
    },
  })
  const unknown = positionals.filter((name) => !Object.hasOwn(sections, name))
  const addresses = values.addresses === undefined ? undefined : Number(values.addresses)
  if (unknown.length > 0 || (addresses !== undefined && !(addresses > 0 && addresses % 10 === 0))) {
    console.error(usage)
    return 2
  }
  const chosen = Object.entries(sections).filter(([name]) => positionals.length === 0 || positionals.includes(name))
  const tempo: Tempo = {
    ...(values.quick
      ? { isQuick: true, rounds: 2, secondsPerTurn: 1 }
      : { isQuick: false, rounds: 5, secondsPerTurn: 2 }),
    ...(addresses && { addresses }),
  }
  console.error(`${availableParallelism()} processors, busy before the start: ${loadavg()[0]?.toFixed(1)}`)
  const findings: Finding[] = []
  let isWhole = true
  await using environment = await openEnvironment({ isProfiled: values.profile })
  endOnSignals(environment)
  for (const [name, measure] of chosen) {
    console.error(`measuring: ${name}`)
    try {
      findings.push(...(await measure(environment, tempo)))
    } catch (error) {
      // The figures of the other sections are still of use.
      console.error(error)
      isWhole = false
    }
  }
  console.log(findingsTable(findings))
  return isWhole && isAllReached(findings) ? 0 : 1
}

function endOnSignals(environment: Environment): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      await environment[Symbol.asyncDispose]()
      process.exit(1)
    })
  }
}

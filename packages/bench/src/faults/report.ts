import { textTable } from '../text-table.ts'
import { type InvariantId, invariantIds, type Violation } from './check-database.ts'

/** The result of one scenario. */
export interface ScenarioResult {
  scenario: string
  runs: number
  violations: Violation[]
  /** A summary of the run for the reader. */
  note?: string
}

/** One line a scenario: how often it ran, how many rows broke each invariant, and the result. */
export const scenariosTable = (results: readonly ScenarioResult[]): string =>
  textTable([['scenario', 'runs', ...invariantIds, 'result', 'note'], ...results.map(cellsOf)], {
    first: 1,
    last: invariantIds.length + 1,
  })

export const isClean = (lines: readonly ScenarioResult[]): boolean =>
  lines.every(({ violations }) => violations.length === 0)

function cellsOf({ scenario, runs, violations, note = '' }: ScenarioResult): string[] {
  const count = (id: InvariantId) => String(violations.filter(({ invariant }) => invariant === id).length)
  return [scenario, String(runs), ...invariantIds.map(count), violations.length === 0 ? 'held' : 'BROKEN', note]
}

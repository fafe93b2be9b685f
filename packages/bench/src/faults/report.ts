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
export function tableOf(lines: readonly ScenarioResult[]): string {
  const rows = [['scenario', 'runs', ...invariantIds, 'result', 'note'], ...lines.map(cellsOf)]
  const widths = (rows[0] as string[]).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const lastNumber = invariantIds.length + 1
  const text = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column > lastNumber ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return [text[0], '-'.repeat(text[0]?.length ?? 0), ...text.slice(1)].join('\n')
}

export const isClean = (lines: readonly ScenarioResult[]): boolean =>
  lines.every(({ violations }) => violations.length === 0)

function cellsOf({ scenario, runs, violations, note = '' }: ScenarioResult): string[] {
  const count = (id: InvariantId) => String(violations.filter(({ invariant }) => invariant === id).length)
  return [scenario, String(runs), ...invariantIds.map(count), violations.length === 0 ? 'held' : 'BROKEN', note]
}

/** One line of the report. A finding without a target is for information and is never missed. */
export interface Finding {
  measure: string
  ours: string
  baseline?: string
  ratio?: string
  target?: string
  isReached?: boolean
  note?: string
}

const columns = ['measure', 'ours', 'baseline', 'ratio', 'target', 'result', 'note'] as const

/** The findings as a table for a terminal, columns aligned. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = [columns.map(String), ...findings.map(cellsOf)]
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)))
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 || column > 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const [head, ...body] = rows.map(line)
  return [head, '-'.repeat((head as string).length), ...body].join('\n')
}

/** True when no finding missed its target. */
export const isAllReached = (findings: readonly Finding[]): boolean =>
  findings.every(({ isReached }) => isReached !== false)

function cellsOf({ measure, ours, baseline = '', ratio = '', target = '', isReached, note = '' }: Finding): string[] {
  const result = isReached === undefined ? '' : isReached ? 'reached' : 'MISSED'
  return [measure, ours, baseline, ratio, target, result, note]
}

/** "12,345/s" */
export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`

/** "84 %" */
export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** "23.4 KiB" */
export const kibibytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`

import { textTable } from './text-table.ts'

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

/** The findings as a table for a terminal. */
export const findingsTable = (findings: readonly Finding[]): string =>
  textTable([columns, ...findings.map(cellsOf)], { first: 1, last: 3 })

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

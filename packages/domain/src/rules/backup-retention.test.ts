import { describe, expect, it } from 'vitest'
import { backupsToKeep } from './backup-retention.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const at = (text: string) => ({ madeAt: new Date(text) })
const keptDays = (backups: { madeAt: Date }[]) =>
  [...backupsToKeep(backups)].map(({ madeAt }) => madeAt.toISOString().slice(0, 10)).sort()

/** A backup each night at three o'clock in Nairobi, the newest on `last`. */
const nights = (count: number, last: string) =>
  Array.from({ length: count }, (_, index) => ({ madeAt: new Date(Date.parse(`${last}T00:00:00Z`) - index * DAY_MS) }))

describe('nightly backups', () => {
  it('are thinned to 7 days, 4 weeks and 6 months', () => {
    expect(keptDays(nights(365, '2026-11-22'))).toEqual([
      '2026-06-30', // newest of each month
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-01', // Sundays
      '2026-11-08',
      '2026-11-15',
      '2026-11-16', // days
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ])
  })

  it('end up the same when they are thinned every night as when they are thinned once', () => {
    const all = nights(400, '2026-11-22').reverse()
    let kept: { madeAt: Date }[] = []
    for (const backup of all) kept = [...backupsToKeep([...kept, backup])]
    expect(keptDays(kept)).toEqual(keptDays(all))
  })

  it('all stay after a long break', () => {
    expect(keptDays([at('2024-03-01T00:00:00Z'), at('2026-11-22T00:00:00Z')])).toHaveLength(2)
  })

  it('count by days in Nairobi, the newest of a day first', () => {
    const late = at('2026-11-20T20:30:00Z') // 23:30 on the 20th
    const next = at('2026-11-20T21:30:00Z') // 00:30 on the 21st
    const noon = at('2026-11-20T09:00:00Z')
    expect([...backupsToKeep([noon, late, next])]).toEqual([next, late])
  })

  it('of an empty list are none', () => {
    expect(backupsToKeep([]).size).toBe(0)
  })
})

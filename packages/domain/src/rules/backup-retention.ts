import { nairobiDay } from './nairobi-time.ts'

/** How far back the nightly backups of a shop reach: 7 days, 4 weeks, 6 months. */
const keptBackups = { days: 7, weeks: 4, months: 6 } as const

/** The hour of Nairobi at which the night's backup is made. */
export const backupHour = 3
/** As people read it: `03:00`. */
export const backupTime = `${String(backupHour).padStart(2, '0')}:00`

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Which nightly backups stay: of each of the last 7 days that have one, of 4 such weeks and of 6 such months, the newest.
 * Days without a backup do not count, so a shop that was closed for a year loses none by opening again.
 */
export function backupsToKeep<Backup extends { madeAt: Date }>(backups: readonly Backup[]): Set<Backup> {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const newestOf = (periodOf: (day: string) => string, count: number) => {
    const periods = new Map<string, Backup>()
    for (const backup of newestFirst) {
      const period = periodOf(nairobiDay(backup.madeAt))
      if (!periods.has(period)) periods.set(period, backup)
    }
    return [...periods.values()].slice(0, count)
  }
  return new Set([
    ...newestOf((day) => day, keptBackups.days),
    ...newestOf(mondayOf, keptBackups.weeks),
    ...newestOf((day) => day.slice(0, 7), keptBackups.months),
  ])
}

/** The Monday of a day's week, both as ISO 8601 dates. */
function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

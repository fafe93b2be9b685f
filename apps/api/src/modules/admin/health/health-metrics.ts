import type { MikroORM } from '@mikro-orm/postgresql'
import { db } from '../../../db/db.ts'
import type { MetricSource } from '../../../http/metrics/metrics.ts'
import { checks } from './check-list.ts'
import { checkOf } from './examine-health.ts'

const values = { fine: 0, doubtful: 1, broken: 2 } as const

/** What the page Health shows, for alerts: one number for each check. */
export const healthMetrics = (orm: MikroORM): MetricSource => ({
  names: {
    ...Object.fromEntries(
      checks().map(({ name, part }) => [metricOf(name), `${part}: 0 works, 1 should be looked at, 2 is broken`]),
    ),
    marashi_health_checked_seconds: 'When the checks were made last, in seconds since 1970',
  },
  async read() {
    const found = await db(orm.em.fork())
      .selectFrom('health_checks')
      .select(['name', 'state', 'checked_at as checkedAt'])
      .execute()
    const checkedAtMs = Math.max(...found.map(({ checkedAt }) => checkedAt.getTime()))
    return {
      ...worstOf(found),
      marashi_health_checked_seconds: found.length > 0 ? checkedAtMs / 1_000 : null,
    }
  },
})

/** Of a check that found several things wrong the worst. */
function worstOf(found: readonly { name: string; state: keyof typeof values }[]): Record<string, number> {
  const worst = new Map<string, number>()
  for (const { name, state } of found) {
    const metric = metricOf(checkOf(name))
    worst.set(metric, Math.max(worst.get(metric) ?? 0, values[state]))
  }
  return Object.fromEntries(worst)
}

const metricOf = (name: string): string => `marashi_health_${name.replaceAll('-', '_')}`

import type { MikroORM } from '@mikro-orm/postgresql'
import type { MetricSource } from '../../../../http/metrics/metrics.ts'
import { readRuns } from './read-runs.ts'

/** How the recurring jobs of all processes do. */
export const runMetrics = (orm: MikroORM): MetricSource => ({
  names: {
    marashi_job_last_succeeded_seconds: 'When each job succeeded last, in seconds since 1970',
    marashi_job_is_failing: '1 while the last run of each job has failed',
  },
  label: 'job',
  async read() {
    const runs = await readRuns(orm.em.fork())
    return {
      marashi_job_last_succeeded_seconds: Object.fromEntries(
        runs.map(({ name, lastSucceededAt }) => [name, lastSucceededAt && lastSucceededAt.getTime() / 1_000]),
      ),
      marashi_job_is_failing: Object.fromEntries(runs.map(({ name, failingSince }) => [name, failingSince ? 1 : 0])),
    }
  },
})

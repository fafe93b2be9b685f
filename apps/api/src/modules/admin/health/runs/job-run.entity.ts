import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../../db/columns.ts'

/** How a recurring job does: when it ran, and since when it has failed each time. */
export const JobRunSchema = defineEntity({
  name: 'JobRun',
  tableName: 'job_runs',
  properties: {
    name: p.text().primary(),
    // Null for a job that runs at an hour of the day.
    everySeconds: p.integer().nullable(),
    // How long a run may take; null for the two minutes of most.
    longestSeconds: p.integer().nullable(),
    knownSince: instantColumn(),
    lastStartedAt: instantColumn().nullable(),
    lastSucceededAt: instantColumn().nullable(),
    failingSince: instantColumn().nullable(),
    lastError: p.text().nullable(),
  },
})
export class JobRun extends JobRunSchema.class {}
JobRunSchema.setClass(JobRun)

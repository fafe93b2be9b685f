import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../../db/columns.ts'

/** Something that was wrong from one instant to another, or still is. Kept for 30 days after its end. */
export const HealthProblemSchema = defineEntity({
  name: 'HealthProblem',
  tableName: 'health_problems',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    checkName: p.text(),
    part: p.text(),
    state: p.enum(['doubtful', 'broken']),
    message: p.text(),
    remedy: p.text().nullable(),
    since: instantColumn(),
    lastSeenAt: instantColumn(),
    endedAt: instantColumn().nullable(),
    // When the owner was sent an e-mail about it.
    mailedAt: instantColumn().nullable(),
    mailAttempts: p.integer().default(0),
    nextMailAt: instantColumn().nullable(),
  },
  indexes: [
    {
      name: 'health_problems_open_unique',
      expression:
        'create unique index "health_problems_open_unique" on "health_problems" ("check_name") where "ended_at" is null',
    },
    { name: 'health_problems_ended_idx', properties: ['endedAt'] },
  ],
})
export class HealthProblem extends HealthProblemSchema.class {}
HealthProblemSchema.setClass(HealthProblem)

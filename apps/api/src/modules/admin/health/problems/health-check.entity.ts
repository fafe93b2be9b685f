import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../../db/columns.ts'

/** What each check of the shop came to when it was made last: the same for whoever asks, whichever process answers. */
export const HealthCheckSchema = defineEntity({
  name: 'HealthCheck',
  tableName: 'health_checks',
  properties: {
    name: p.text().primary(),
    part: p.text(),
    state: p.enum(['fine', 'doubtful', 'broken']),
    message: p.text(),
    remedy: p.text().nullable(),
    // Their order on the page.
    position: p.integer(),
    checkedAt: instantColumn(),
  },
})
export class HealthCheck extends HealthCheckSchema.class {}
HealthCheckSchema.setClass(HealthCheck)

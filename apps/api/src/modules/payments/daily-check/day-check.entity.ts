import { dayCheckStates } from '@marashi/domain/contracts/admin-cash-up'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm } from '../../../db/columns.ts'

/** What became of asking a gateway for its list of a day, the last time it was asked for. See docs/behaviour.md#daily-check. */
export const DayCheckSchema = defineEntity({
  name: 'DayCheck',
  tableName: 'day_checks',
  properties: {
    day: p.type<string>('date').primary(),
    gateway: p.text().$type<PaymentMethod>().primary().check(paymentMethodForm('gateway')),
    state: p.enum(dayCheckStates),
    // Read so far, while it is being read.
    lines: p.integer().check('lines >= 0'),
    message: p.text().nullable(),
    askedAt: instantColumn(),
    // Until then one process reads it; one that has died does not come back.
    takenUntil: instantColumn().nullable(),
  },
  indexes: [
    {
      name: 'day_checks_unread_idx',
      expression: `create index "day_checks_unread_idx" on "day_checks" ("asked_at") where "state" = 'checking'`,
    },
  ],
})
export class DayCheck extends DayCheckSchema.class {}
DayCheckSchema.setClass(DayCheck)

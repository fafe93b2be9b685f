import { checkSources } from '@marashi/domain/contracts/admin-cash-up'
import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm, randomId } from '../../../db/columns.ts'

/** A gateway's own list that was read for a period, from `fromAt` on and before `untilAt`. See docs/behaviour.md#daily-check. */
export const GatewayCheckSchema = defineEntity({
  name: 'GatewayCheck',
  tableName: 'gateway_checks',
  properties: {
    id: randomId(),
    gateway: p.text().$type<PaymentMethod>().check(paymentMethodForm('gateway')),
    source: p.enum(checkSources),
    // Without refunds in the list, it says nothing about them.
    hasRefunds: p.boolean(),
    fromAt: instantColumn(),
    untilAt: instantColumn().check('until_at > from_at'),
    lines: p.integer().check('lines >= 0'),
    checkedAt: instantColumn(),
    // Null while payments of the period are still to be compared with it.
    comparedAt: instantColumn().nullable(),
  },
  indexes: [
    { name: 'gateway_checks_period_idx', properties: ['gateway', 'fromAt', 'untilAt'] },
    {
      name: 'gateway_checks_uncompared_idx',
      expression:
        'create index "gateway_checks_uncompared_idx" on "gateway_checks" ("checked_at") where "compared_at" is null',
    },
  ],
})
export class GatewayCheck extends GatewayCheckSchema.class {}
GatewayCheckSchema.setClass(GatewayCheck)

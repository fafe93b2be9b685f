import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm } from '../../../db/columns.ts'

/** A provider has refused the shop's operator itself: nothing more is asked as that operator. See docs/behaviour.md#operator. */
export const OperatorRefusalSchema = defineEntity({
  name: 'OperatorRefusal',
  tableName: 'operator_refusals',
  properties: {
    gateway: p.text().$type<PaymentMethod>().primary().check(paymentMethodForm('gateway')),
    // Stands for the operator's settings: other settings are another operator, and nobody has refused that one.
    operator: p.text().primary(),
    code: p.text().primary(),
    refusedAt: instantColumn(),
  },
})
export class OperatorRefusal extends OperatorRefusalSchema.class {}
OperatorRefusalSchema.setClass(OperatorRefusal)

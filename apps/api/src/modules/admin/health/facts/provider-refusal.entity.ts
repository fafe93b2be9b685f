import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm } from '../../../../db/columns.ts'

/** What a provider has refused the shop last: its process may end before the provider takes an order again. */
export const ProviderRefusalSchema = defineEntity({
  name: 'ProviderRefusal',
  tableName: 'provider_refusals',
  properties: {
    gateway: p.text().$type<PaymentMethod>().primary().check(paymentMethodForm('gateway')),
    // Stands for the keys that are refused.
    keys: p.text(),
    // Which process was refused: while it runs it knows better.
    processId: p.uuid(),
    code: p.text(),
    isOfShop: p.boolean(),
    seenAt: instantColumn(),
  },
})
export class ProviderRefusal extends ProviderRefusalSchema.class {}
ProviderRefusalSchema.setClass(ProviderRefusal)

import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm } from '../../../../db/columns.ts'

/**
 * A confirmation address that the owner has replaced. It goes on receiving, so that no report is lost before the provider
 * knows the new one, but what it brings is left to the owner. See docs/behaviour.md#registering-the-address.
 */
export const ReplacedAddressSchema = defineEntity({
  name: 'ReplacedAddress',
  tableName: 'replaced_confirmation_addresses',
  properties: {
    tokenHash: p.text().primary(),
    gateway: p.text().$type<PaymentMethod>().check(paymentMethodForm('gateway')),
    replacedAt: instantColumn(),
    // Null until the provider has reported to the address that took its place.
    closesAt: instantColumn().nullable(),
  },
})
export class ReplacedAddress extends ReplacedAddressSchema.class {}
ReplacedAddressSchema.setClass(ReplacedAddress)

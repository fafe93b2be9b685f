import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm } from '../../../../db/columns.ts'

/**
 * Where a provider reports payments that were made by hand. The token is readable because the owner may have to paste the
 * address into the provider's own portal, and it lasts until the owner replaces it.
 */
export const ConfirmationAddressSchema = defineEntity({
  name: 'ConfirmationAddress',
  tableName: 'confirmation_addresses',
  properties: {
    gateway: p.text().$type<PaymentMethod>().primary().check(paymentMethodForm('gateway')),
    token: p.text(),
    state: p.enum(['never', 'registered', 'already-registered', 'failed']).default('never'),
    // The address that the provider was told last.
    registeredUrl: p.text().nullable(),
    // The account whose payments it reports there; null where a version before registered it, which did not say.
    registeredFor: p.text().nullable(),
    registeredAt: instantColumn().nullable(),
    message: p.text().nullable(),
    lastConfirmationAt: instantColumn().nullable(),
    createdAt: instantColumn(),
  },
})
export class ConfirmationAddress extends ConfirmationAddressSchema.class {}
ConfirmationAddressSchema.setClass(ConfirmationAddress)

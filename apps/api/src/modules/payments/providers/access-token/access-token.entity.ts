import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm } from '../../../../db/columns.ts'

/**
 * The bearer token that all processes use at a provider, which keeps one at a time. Readable, as the shop's other secrets
 * are: it ends within the hour, and whoever has it asks for nothing that moves money without the passkey or the operator.
 */
export const AccessTokenSchema = defineEntity({
  name: 'AccessToken',
  tableName: 'access_tokens',
  properties: {
    gateway: p.text().$type<PaymentMethod>().primary().check(paymentMethodForm('gateway')),
    // Stands for the keys that it was given for: other keys have a token of their own.
    keys: p.text().primary(),
    // Null until the first one has come.
    token: p.text().nullable(),
    expiresAt: instantColumn(),
    renewedAt: instantColumn().nullable(),
    // Until then one process asks for a new one, and all others wait for it.
    renewingUntil: instantColumn().nullable(),
  },
})
export class AccessToken extends AccessTokenSchema.class {}
AccessTokenSchema.setClass(AccessToken)

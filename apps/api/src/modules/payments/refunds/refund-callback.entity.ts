import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../db/columns.ts'
import { PaymentRefund } from './payment-refund.entity.ts'

/** What a provider sends to one of a refund's addresses: the answer to a question, or that it had no time for it. */
export const refundCallbackKinds = ['refund', 'refund-timeout', 'look-up', 'look-up-timeout'] as const
export type RefundCallbackKind = (typeof refundCallbackKinds)[number]

/** A secret address that was given out for a refund; only the hash of its random end is stored. */
export const RefundCallbackSchema = defineEntity({
  name: 'RefundCallback',
  tableName: 'refund_callbacks',
  properties: {
    tokenHash: p.text().primary(),
    refund: () => p.manyToOne(PaymentRefund).ref().deleteRule('cascade').index('refund_callbacks_refund_idx'),
    kind: p.enum(refundCallbackKinds),
    createdAt: instantColumn(),
  },
})
export class RefundCallback extends RefundCallbackSchema.class {}
RefundCallbackSchema.setClass(RefundCallback)

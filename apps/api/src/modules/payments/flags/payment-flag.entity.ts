import { attentions, outcomeSources } from '@marashi/domain/rules/payment-status'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../db/columns.ts'

/**
 * Why a payment needs the owner, and what became of it. A trigger lets a row be added and once be resolved, nothing else;
 * no foreign key lets it go with an order. Another trigger writes the newest open flag to `payments.attention` and puts a
 * payment that was taken off the lists back on them.
 */
export const PaymentFlagSchema = defineEntity({
  name: 'PaymentFlag',
  tableName: 'payment_flags',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    paymentId: p.uuid().index('payment_flags_payment_idx'),
    what: p.enum(attentions),
    // What was reported: amounts, receipts and ids as they came.
    details: p.json<FlagDetails>().default('{}'),
    source: p.enum(outcomeSources),
    note: p.text().nullable(),
    raisedAt: instantColumn(),
    resolvedAt: instantColumn().nullable(),
    // `shop`: a later report answered it.
    resolvedBy: p.enum(['administrator', 'shop']).nullable(),
    resolution: p.text().nullable(),
  },
  checks: [
    {
      name: 'payment_flags_resolved_whole_check',
      expression: '(resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (resolution is null)',
    },
  ],
  indexes: [
    {
      name: 'payment_flags_open_unique',
      expression:
        'create unique index "payment_flags_open_unique" on "payment_flags" ("payment_id", "what", md5("details"::text)) where "resolved_at" is null',
    },
  ],
})
export class PaymentFlag extends PaymentFlagSchema.class {}
PaymentFlagSchema.setClass(PaymentFlag)

export type FlagDetails = Record<string, string | number | null>

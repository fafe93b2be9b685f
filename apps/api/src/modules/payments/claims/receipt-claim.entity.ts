import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { claimLeftReasons, claimRefusals, claimStates } from '@marashi/domain/rules/receipt-claim'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm, randomId } from '../../../db/columns.ts'
import { Order } from '../../orders/order.entity.ts'

/** A receipt that a shopper typed for an order. It pays nothing by itself. See docs/behaviour.md#typed-receipts. */
export const ReceiptClaimSchema = defineEntity({
  name: 'ReceiptClaim',
  tableName: 'receipt_claims',
  properties: {
    id: randomId(),
    // In the order in which they were typed: two may have come at one instant.
    number: p.bigint('number').autoincrement().unique('receipt_claims_number_unique'),
    order: () => p.manyToOne(Order).ref().deleteRule('cascade'),
    gateway: p.text().$type<PaymentMethod>().check(paymentMethodForm('gateway')),
    // Normalised, as the receipts of payments.
    receipt: p.text(),
    state: p.enum(claimStates).default('checking'),
    reason: p.enum(claimRefusals).nullable(),
    // The administrator's words.
    note: p.text().nullable(),
    askedAt: instantColumn(),
    answeredAt: instantColumn().nullable(),
    // Refused for now: the same receipt is being checked for another order, and this claim is judged after that one.
    waitsForOther: p.boolean().default(false),
    // The claim of another order, left to the administrator, beside which this one was judged last while it waited for it.
    judgedBeside: p.uuid().nullable(),
    // When its own check began, or began anew, where it had waited; null where it began when it was typed.
    takenUpAt: instantColumn().nullable(),
    // Why it waits for the administrator; nobody is asked about it then.
    leftBecause: p.enum(claimLeftReasons).nullable(),
    // Null where nobody is asked any more: it is decided, or it waits for the administrator.
    nextQueryAt: instantColumn().nullable(),
    queryCount: p.integer().default(0).check('query_count >= 0'),
  },
  checks: [
    { name: 'receipt_claims_answered_check', expression: `(state = 'checking') = (answered_at is null)` },
    { name: 'receipt_claims_refused_check', expression: `(state = 'refused') = (reason is not null)` },
    { name: 'receipt_claims_waits_check', expression: `not waits_for_other or coalesce(reason, '') = 'claimed'` },
  ],
  indexes: [
    {
      name: 'receipt_claims_one_at_a_time',
      expression: `create unique index "receipt_claims_one_at_a_time" on "receipt_claims" ("receipt", "gateway") where "state" = 'checking'`,
    },
    {
      name: 'receipt_claims_waiting_idx',
      expression:
        'create index "receipt_claims_waiting_idx" on "receipt_claims" ("receipt", "gateway", "number") where "waits_for_other"',
    },
    {
      name: 'receipt_claims_order_idx',
      expression: 'create index "receipt_claims_order_idx" on "receipt_claims" ("order_id", "number" desc)',
    },
    {
      name: 'receipt_claims_open_idx',
      expression: `create index "receipt_claims_open_idx" on "receipt_claims" ("number" desc) where "state" = 'checking'`,
    },
  ],
})
export class ReceiptClaim extends ReceiptClaimSchema.class {}
ReceiptClaimSchema.setClass(ReceiptClaim)

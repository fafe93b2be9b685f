import type { PaymentMethod } from '@marashi/domain/contracts/payment-methods'
import { transactionKinds, transactionSources } from '@marashi/domain/rules/gateway-transaction'
import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn, paymentMethodForm, randomId } from '../../../db/columns.ts'
import { Payment } from '../payment.entity.ts'
import { PaymentRefund } from '../refunds/payment-refund.entity.ts'

/**
 * One line of a gateway's own ledger, whoever reported it first; amounts are cents. What came is never changed or removed
 * (a trigger refuses it), only which of our rows it is. See docs/behaviour.md#unmatched-money.
 */
export const GatewayTransactionSchema = defineEntity({
  name: 'GatewayTransaction',
  tableName: 'gateway_transactions',
  properties: {
    id: randomId(),
    gateway: p.text().$type<PaymentMethod>().check(paymentMethodForm('gateway')),
    // Normalised: what identifies the line at the gateway.
    reference: p.text(),
    kind: p.enum(transactionKinds),
    amountCents: p.bigint('number'),
    feeCents: p.bigint('number').nullable(),
    netCents: p.bigint('number').nullable(),
    // Of fee and net, where the gateway's balance is not kept in shillings.
    balanceCurrency: p.text().nullable(),
    occurredAt: instantColumn(),
    account: p.text().nullable(),
    // As they came, often masked. Others may pay for a customer, so they back a suggestion and prove nothing.
    payerName: p.text().nullable(),
    payerPhone: p.text().nullable(),
    description: p.text().nullable(),
    relatedReference: p.text().nullable(),
    // The payment that the line is, or takes back, in the terms of an attempt's provider_reference, where the list names it so.
    paymentReference: p.text().nullable(),
    firstSource: p.enum(transactionSources),
    // A pull, statement or balance had it.
    onStatementAt: instantColumn().nullable(),
    // What such a list says, where the first report said another amount.
    listedAmountCents: p.bigint('number').nullable(),
    payment: () => p.manyToOne(Payment).ref().nullable().deleteRule('set null'),
    refund: () => p.manyToOne(PaymentRefund).ref().nullable().deleteRule('set null'),
    dismissedAt: instantColumn().nullable(),
    // Reported in a way that proves too little, or taken off an order by the owner: nothing but their decision books it.
    isLeftToOwner: p.boolean().default(false),
    createdAt: instantColumn(),
    // When the shop heard of it, or something last became of it; the database derives it from its history. Lines from before there
    // was this column hold the time of the update that brought it.
    changedAt: instantColumn().defaultRaw('now()'),
  },
  uniques: [{ name: 'gateway_transactions_reference_unique', properties: ['reference', 'gateway'] }],
  checks: [
    {
      name: 'gateway_transactions_one_purpose_check',
      expression: 'num_nonnulls(payment_id, refund_id, dismissed_at) <= 1',
    },
  ],
  indexes: [
    {
      name: 'gateway_transactions_unmatched_idx',
      expression: `create index "gateway_transactions_unmatched_idx" on "gateway_transactions" ("occurred_at" desc, "id" desc) where "payment_id" is null and "refund_id" is null and "dismissed_at" is null and "kind" in ('payment', 'refund')`,
    },
    {
      name: 'gateway_transactions_matched_idx',
      expression:
        'create index "gateway_transactions_matched_idx" on "gateway_transactions" ("occurred_at" desc, "id" desc) where "payment_id" is not null or "refund_id" is not null',
    },
    {
      name: 'gateway_transactions_dismissed_idx',
      expression:
        'create index "gateway_transactions_dismissed_idx" on "gateway_transactions" ("occurred_at" desc, "id" desc) where "dismissed_at" is not null',
    },
    {
      name: 'gateway_transactions_newest_idx',
      expression:
        'create index "gateway_transactions_newest_idx" on "gateway_transactions" ("occurred_at" desc, "id" desc)',
    },
    {
      name: 'gateway_transactions_changed_idx',
      expression: 'create index "gateway_transactions_changed_idx" on "gateway_transactions" ("changed_at")',
    },
    {
      name: 'gateway_transactions_differing_idx',
      expression:
        'create index "gateway_transactions_differing_idx" on "gateway_transactions" ("gateway") where "listed_amount_cents" is not null',
    },
    {
      name: 'gateway_transactions_payer_idx',
      expression: `create index "gateway_transactions_payer_idx" on "gateway_transactions" ("created_at") where "payment_id" is null and "refund_id" is null and ("payer_name" <> 'Erased' or "payer_phone" <> 'Erased' or "account" <> 'Erased')`,
    },
    {
      name: 'gateway_transactions_phone_idx',
      expression:
        'create index "gateway_transactions_phone_idx" on "gateway_transactions" (lower("payer_phone")) where "payer_phone" is not null',
    },
    {
      name: 'gateway_transactions_account_idx',
      expression: `create index "gateway_transactions_account_idx" on "gateway_transactions" (regexp_replace(upper("account"), '[^A-Z0-9]', '', 'g')) where "account" is not null`,
    },
    {
      name: 'gateway_transactions_sent_back_idx',
      expression: `create index "gateway_transactions_sent_back_idx" on "gateway_transactions" ("related_reference") where "kind" in ('refund', 'dispute') and "amount_cents" < 0`,
    },
    {
      name: 'gateway_transactions_back_of_payment_idx',
      expression: `create index "gateway_transactions_back_of_payment_idx" on "gateway_transactions" ("payment_reference") where "kind" in ('refund', 'dispute')`,
    },
    {
      name: 'gateway_transactions_payment_idx',
      expression:
        'create index "gateway_transactions_payment_idx" on "gateway_transactions" ("payment_id") where "payment_id" is not null',
    },
    {
      name: 'gateway_transactions_refund_idx',
      expression:
        'create index "gateway_transactions_refund_idx" on "gateway_transactions" ("refund_id") where "refund_id" is not null',
    },
  ],
})
export class GatewayTransaction extends GatewayTransactionSchema.class {}
GatewayTransactionSchema.setClass(GatewayTransaction)

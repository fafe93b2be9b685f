import { defineEntity, p } from '@mikro-orm/core'
import { instantColumn } from '../../../db/columns.ts'
import { ReceiptClaim } from '../claims/receipt-claim.entity.ts'
import { PaymentRefund } from '../refunds/payment-refund.entity.ts'

/** What a provider posts to a secret address: the answer to a request, or that it had no time for it. */
const resultKinds = ['refund', 'refund-timeout', 'look-up', 'look-up-timeout'] as const
export type ResultKind = (typeof resultKinds)[number]

/** A secret address that was given out for the answer to one request; only the hash of its random end is stored. */
export const ResultAddressSchema = defineEntity({
  name: 'ResultAddress',
  tableName: 'result_addresses',
  properties: {
    tokenHash: p.text().primary(),
    refund: () =>
      p.manyToOne(PaymentRefund).ref().nullable().deleteRule('cascade').index('result_addresses_refund_idx'),
    claim: () => p.manyToOne(ReceiptClaim).ref().nullable().deleteRule('cascade').index('result_addresses_claim_idx'),
    kind: p.enum(resultKinds),
    // Whom it was asked as (operator_refusals.operator); null where that was not kept yet, or there is no operator.
    operator: p.text().nullable(),
    createdAt: instantColumn(),
  },
  checks: [{ name: 'result_addresses_about_check', expression: 'num_nonnulls(refund_id, claim_id) = 1' }],
})
export class ResultAddress extends ResultAddressSchema.class {}
ResultAddressSchema.setClass(ResultAddress)

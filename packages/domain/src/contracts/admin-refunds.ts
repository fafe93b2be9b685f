import { z } from 'zod'
import { refundRequesters, refundStatuses } from '../rules/refund.ts'
import { listCursor, nextCursor, timeFilter } from './admin-lists.ts'
import { cents } from './admin-payments.ts'
import { id, instant, optionalText, requiredText } from './primitives.ts'

/** Money that went back, or is to go back; see docs/behaviour.md#refunds. */
export const refundRecord = z
  .object({
    id,
    paymentId: id,
    status: z
      .enum(refundStatuses)
      .meta({ description: '`unknown`: the answer was lost, so the money may have gone back' }),
    amount: cents,
    amountCents: cents,
    reason: z.string(),
    restockNote: z.string().nullable(),
    requestedBy: z.enum(refundRequesters).meta({ description: '`provider`: made on the provider’s own pages' }),
    isManual: z.boolean().meta({ description: 'Given back elsewhere and recorded here' }),
    reference: z.string().nullable().meta({ description: 'The provider’s own id of it' }),
    receipt: z.string().nullable().meta({ description: 'What the provider proves it with' }),
    failureCode: z.string().nullable(),
    failureReason: z.string().nullable(),
    requestedAt: instant,
    sentAt: instant.nullable(),
    succeededAt: instant.nullable(),
    failedAt: instant.nullable(),
    updatedAt: instant,
  })
  .meta({ id: 'Refund' })
export type RefundRecord = z.infer<typeof refundRecord>

/** `provider`: the shop asks the payment's provider. `manual`: the administrator gives it back elsewhere and records it. */
export const refundWays = ['provider', 'manual'] as const

/** `GET /api/admin/payments/{id}/refunds`: the refunds of a payment, newest first, and what may still be given back. */
export const refundList = z
  .object({
    refunds: z.array(refundRecord),
    left: cents.meta({ description: 'What may still go back, in whole cents; open refunds are taken off' }),
    provider: z
      .object({
        name: z.string(),
        takes: z.enum(['any-amount', 'whole-payment']),
        asksForPassword: z.boolean(),
        unavailable: z.string().nullable().meta({ description: 'Why it cannot be asked now' }),
      })
      .nullable()
      .meta({ description: 'How the provider gives it back; null where it can only be recorded by hand' }),
  })
  .meta({ id: 'RefundList' })
export type RefundList = z.infer<typeof refundList>

/** `GET /api/admin/refunds`: the refunds of all payments, newest first. */
export const allRefundsQuery = z.object({
  limit: z.int().min(1).max(100).default(50),
  ...listCursor,
  ...timeFilter,
  status: z.enum(refundStatuses).optional(),
})
export type AllRefundsQuery = z.infer<typeof allRefundsQuery>

export const allRefunds = z
  .object({
    refunds: z.array(refundRecord.extend({ orderId: id, orderNumber: z.string() }).meta({ id: 'ListedRefund' })),
    total: z.int(),
    ...nextCursor,
  })
  .meta({ id: 'AllRefunds' })
export type AllRefunds = z.infer<typeof allRefunds>

export const refundForm = z.object({
  amount: z
    .int({ error: 'Amount must be greater than 0' })
    .min(1, 'Amount must be greater than 0')
    .meta({ description: 'Whole cents: 450000 are Ksh 4,500' }),
  way: z.enum(refundWays),
  reason: requiredText(200, 'Please give a reason'),
  restockNote: optionalText(500),
  reference: optionalText(100).meta({ description: 'What proves a refund that is recorded by hand' }),
  password: z.string().max(200).optional().meta({ description: 'The administrator’s, where the provider asks for it' }),
})
export type RefundForm = z.infer<typeof refundForm>

/** `POST /api/admin/payments/{id}/refunds`. The same `requestId` again answers the same refund and asks nobody twice. */
export const requestRefundInput = z.strictObject({ id, requestId: id.optional(), ...refundForm.shape })
export type RequestRefund = z.infer<typeof requestRefundInput>

/**
 * `POST /api/admin/refunds/{id}/outcome`: what the administrator read on the provider's statement of an unknown refund; one that
 * nobody has sent can only fail.
 */
export const resolveRefundInput = z.strictObject({
  id,
  outcome: z.enum(['succeeded', 'failed']),
  reason: requiredText(200, 'Please say how you know'),
})
export type ResolveRefund = z.infer<typeof resolveRefundInput>

import { clearAttentionInput } from '@marashi/domain/contracts/admin-dashboard'
import { deletion } from '@marashi/domain/contracts/admin-lists'
import {
  createPaymentInput,
  paymentAnalytics,
  paymentList,
  paymentListQuery,
  paymentRecord,
  resolveFlagInput,
  updatePaymentInput,
} from '@marashi/domain/contracts/admin-payments'
import { z } from 'zod'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { clearAttention, resolveFlag } from '../payments/flags/resolve-flag.ts'
import { editPayment } from '../payments/manual/edit-payment.ts'
import { recordPayment } from '../payments/manual/record-payment.ts'
import { removePayment } from '../payments/manual/remove-payment.ts'
import { listPayments } from '../payments/records/list-payments.ts'
import { paymentAnalytics as readAnalytics } from '../payments/records/payment-analytics.ts'

const tags = ['Administrator']

/** Amounts are whole cents, in both directions (docs/behaviour.md#money-units). */
export const paymentsAdminRouter = router({
  list: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/payments', tags, summary: 'List and search payments, newest first' },
    })
    .input(paymentListQuery)
    .output(paymentList)
    .query(({ ctx, input }) => listPayments(ctx, input)),

  analytics: administratorProcedure
    .meta({ openapi: { method: 'GET', path: '/admin/payments/analytics', tags, summary: 'Payments in four numbers' } })
    .output(paymentAnalytics)
    .query(({ ctx }) => readAnalytics(ctx)),

  create: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/payments', tags, summary: 'Enter a payment by hand' },
      errors: ['CONFLICT', 'AMOUNT_DIFFERS'],
      status: 201,
    })
    .input(createPaymentInput)
    .output(paymentRecord)
    .mutation(({ ctx, input }) => recordPayment(ctx, input)),

  update: administratorProcedure
    .meta({
      openapi: { method: 'PUT', path: '/admin/payments/{id}', tags, summary: 'Edit a payment' },
      errors: ['NOT_FOUND', 'CONFLICT', 'STALE', 'AMOUNT_DIFFERS'],
    })
    .input(updatePaymentInput)
    .output(paymentRecord)
    .mutation(({ ctx, input }) => editPayment(ctx, input)),

  remove: administratorProcedure
    .meta({
      openapi: { method: 'DELETE', path: '/admin/payments/{id}', tags, summary: 'Take a payment off the lists' },
      errors: ['NOT_FOUND', 'CONFLICT', 'STALE'],
      status: 204,
    })
    .input(deletion)
    .output(z.void())
    .mutation(({ ctx, input }) => removePayment(ctx, input)),

  clearAttention: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/payments/{id}/attention', tags, summary: 'Say that a flag was seen to' },
      errors: ['NOT_FOUND'],
    })
    .input(clearAttentionInput)
    .output(paymentRecord)
    .mutation(({ ctx, input }) => clearAttention(ctx, input)),

  resolveFlag: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/payments/{id}/flags/{flagId}',
        tags,
        summary: 'Resolve a flag and say how',
      },
      errors: ['NOT_FOUND'],
    })
    .input(resolveFlagInput)
    .output(paymentRecord)
    .mutation(({ ctx, input }) => resolveFlag(ctx, input)),
})

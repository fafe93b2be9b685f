import {
  allRefunds,
  allRefundsQuery,
  refundList,
  refundRecord,
  requestRefundInput,
  resolveRefundInput,
} from '@marashi/domain/contracts/admin-refunds'
import { id } from '@marashi/domain/contracts/primitives'
import { z } from 'zod'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { listAllRefunds } from '../payments/refunds/list-all-refunds.ts'
import { listRefunds } from '../payments/refunds/list-refunds.ts'
import { resolveRefund } from '../payments/refunds/resolve-refund.ts'
import { refundWithPassword } from './refund-with-password.ts'

const tags = ['Administrator']

/** Amounts are whole cents, in both directions. */
export const refundsAdminRouter = router({
  list: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/payments/{id}/refunds',
        tags,
        summary: 'What of a payment went back, and what still can',
      },
      errors: ['NOT_FOUND'],
    })
    .input(z.object({ id }))
    .output(refundList)
    .query(({ ctx, input }) => listRefunds(ctx, input)),

  listAll: administratorProcedure
    .meta({
      openapi: { method: 'GET', path: '/admin/refunds', tags, summary: 'The refunds of all payments, newest first' },
    })
    .input(allRefundsQuery)
    .output(allRefunds)
    .query(({ ctx, input }) => listAllRefunds(ctx, input)),

  request: administratorProcedure
    .meta({
      openapi: { method: 'POST', path: '/admin/payments/{id}/refunds', tags, summary: 'Give money of a payment back' },
      errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
      status: 201,
      asksOthers: true,
    })
    .input(requestRefundInput)
    .output(refundRecord)
    .mutation(({ ctx, input }) => refundWithPassword(ctx, input)),

  resolve: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/refunds/{id}/outcome',
        tags,
        summary: 'Say what became of a refund whose answer was lost',
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
    })
    .input(resolveRefundInput)
    .output(refundRecord)
    .mutation(({ ctx, input }) => resolveRefund(ctx, input)),
})

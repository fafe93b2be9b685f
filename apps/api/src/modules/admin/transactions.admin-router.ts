import {
  assignTransactionInput,
  dismissTransactionInput,
  gatewayTransaction,
  transactionInput,
  transactionList,
  transactionListQuery,
  unassignTransactionInput,
} from '@marashi/domain/contracts/admin-transactions'
import { administratorProcedure, router } from '../../http/procedures.ts'
import { assignToOrder } from '../payments/transactions/assign-to-order.ts'
import { dismissTransaction, restoreTransaction } from '../payments/transactions/dismiss-transaction.ts'
import { listTransactions } from '../payments/transactions/list-transactions.ts'
import { unassignTransaction } from '../payments/transactions/unassign-transaction.ts'

const tags = ['Administrator']

/** Lines of the gateways' ledgers; amounts are whole cents (docs/behaviour.md#unmatched-money). */
export const transactionsAdminRouter = router({
  list: administratorProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/transactions',
        tags,
        summary: 'List what the gateways say came in or went out, newest first',
      },
    })
    .input(transactionListQuery)
    .output(transactionList)
    .query(({ ctx, input }) => listTransactions(ctx, input)),

  assign: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/transactions/{id}/assign',
        tags,
        summary: 'Say which order unmatched money is for',
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
      asksOthers: true,
    })
    .input(assignTransactionInput)
    .output(gatewayTransaction)
    .mutation(({ ctx, input }) => assignToOrder(ctx, input)),

  unassign: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/transactions/{id}/unassign',
        tags,
        summary: 'Take money off the order that it was assigned to',
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
    })
    .input(unassignTransactionInput)
    .output(gatewayTransaction)
    .mutation(({ ctx, input }) => unassignTransaction(ctx, input)),

  dismiss: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/transactions/{id}/dismiss',
        tags,
        summary: 'Say that money is of no sale, and why',
      },
      errors: ['NOT_FOUND', 'CONFLICT'],
    })
    .input(dismissTransactionInput)
    .output(gatewayTransaction)
    .mutation(({ ctx, input }) => dismissTransaction(ctx, input)),

  restore: administratorProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/admin/transactions/{id}/restore',
        tags,
        summary: 'Take back that money is of no sale',
      },
      errors: ['NOT_FOUND'],
    })
    .input(transactionInput)
    .output(gatewayTransaction)
    .mutation(({ ctx, input }) => restoreTransaction(ctx, input)),
})

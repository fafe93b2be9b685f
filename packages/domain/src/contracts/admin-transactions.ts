import { z } from 'zod'
import {
  suggestionReasons,
  transactionEvents,
  transactionKinds,
  transactionSources,
  transactionStates,
} from '../rules/gateway-transaction.ts'
import { listCursor, listQuery, nextCursor, timeFilter } from './admin-lists.ts'
import { cents, signedCents } from './admin-payments.ts'
import { paymentMethods } from './payment-methods.ts'
import { id, instant, requiredText } from './primitives.ts'

/** An order that money of unknown purpose may belong to. */
export const transactionSuggestion = z
  .object({
    orderId: id,
    orderNumber: z.string(),
    customerName: z.string(),
    amount: cents.meta({ description: 'What the order costs, in whole cents' }),
    reasons: z.array(z.enum(suggestionReasons)),
    minutesAfter: z.int().meta({ description: 'How long after the order the money came; negative where before' }),
  })
  .meta({ id: 'TransactionSuggestion' })
export type TransactionSuggestion = z.infer<typeof transactionSuggestion>

/** One line of a gateway's own ledger. See docs/behaviour.md#unmatched-money. */
export const gatewayTransaction = z
  .object({
    id,
    paymentMethod: z.enum(paymentMethods),
    reference: z.string().meta({ description: 'M-Pesa’s receipt, Stripe’s `txn_…`' }),
    kind: z.enum(transactionKinds),
    state: z.enum(transactionStates),
    amount: signedCents,
    fee: signedCents
      .nullable()
      .meta({ description: 'Whole cents of the gateway’s own balance; null where it names none' }),
    net: signedCents.nullable(),
    balanceCurrency: z.string().nullable().meta({ description: 'Of fee and net, where it is not KES' }),
    occurredAt: instant,
    account: z.string().nullable().meta({ description: 'The account number as the payer typed it' }),
    payerName: z.string().nullable().meta({ description: 'As it came; others may pay, so it proves nothing' }),
    payerPhone: z.string().nullable().meta({ description: 'As it came, masked or hashed' }),
    description: z.string().nullable().meta({ description: 'The gateway’s own words for the kind' }),
    relatedReference: z.string().nullable().meta({ description: 'What it refers to, such as a reversal’s receipt' }),
    isSentBack: z.boolean().meta({
      description: 'The gateway’s list has a line by which this money went back; it pays no order by itself',
    }),
    firstSource: z.enum(transactionSources),
    onStatementAt: instant.nullable().meta({ description: 'When a pull, statement or balance had it' }),
    dismissedAt: instant.nullable(),
    suggestions: z.array(transactionSuggestion).meta({ description: 'At most three, for unmatched ones only' }),
    payment: z.object({ id, orderId: id, orderNumber: z.string() }).nullable(),
    refund: z.object({ id, paymentId: id, orderNumber: z.string() }).nullable(),
    events: z
      .array(
        z.object({
          at: instant,
          by: z.enum(['shop', 'administrator']),
          what: z.enum(transactionEvents),
          note: z.string().nullable(),
        }),
      )
      .meta({ description: 'What happened to it, newest first' }),
  })
  .meta({ id: 'GatewayTransaction' })
export type GatewayTransaction = z.infer<typeof gatewayTransaction>

/**
 * `GET /api/admin/transactions`: newest first; unmatched ones where no state is named. The search covers reference,
 * account, name, phone, and the order number of what is matched. `settledOn` goes with `matched` and `dismissed`.
 */
export const transactionListQuery = z.object({
  ...listQuery(50),
  ...listCursor,
  ...timeFilter,
  state: z.enum(['unmatched', 'matched', 'dismissed']).default('unmatched'),
  settledOn: z.iso
    .date()
    .optional()
    .meta({ description: 'Only what the administrator assigned or dismissed on this day in Nairobi' }),
})
export type TransactionListQuery = z.infer<typeof transactionListQuery>

export const transactionList = z
  .object({ transactions: z.array(gatewayTransaction), total: z.int(), ...nextCursor })
  .meta({ id: 'GatewayTransactionList' })
export type TransactionList = z.infer<typeof transactionList>

/** `POST /api/admin/transactions/{id}/assign`: the money is of this order. */
export const assignTransactionInput = z.strictObject({
  id,
  orderId: requiredText(40, 'Order is required').meta({ description: 'Order id or order number' }),
})
export type AssignTransaction = z.infer<typeof assignTransactionInput>

/** `POST /api/admin/transactions/{id}/dismiss`: the money is of no sale. */
export const dismissTransactionInput = z.strictObject({ id, reason: requiredText(200, 'Please give a reason') })
export type DismissTransaction = z.infer<typeof dismissTransactionInput>

/** `POST /api/admin/transactions/{id}/unassign` */
export const unassignTransactionInput = z.strictObject({
  id,
  orderId: id.optional().meta({
    description:
      'The order that it is taken off; where it is another order’s by now, `CONFLICT`. Without it, whichever order has it',
  }),
})
export type UnassignTransaction = z.infer<typeof unassignTransactionInput>

/** `POST /api/admin/transactions/{id}/restore` */
export const transactionInput = z.strictObject({ id })

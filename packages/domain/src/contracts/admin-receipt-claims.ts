import { z } from 'zod'
import { claimLeftReasons, claimRefusals, claimStates } from '../rules/receipt-claim.ts'
import { listCursor, nextCursor, timeFilter } from './admin-lists.ts'
import { cents } from './admin-payments.ts'
import { paymentMethods } from './payment-methods.ts'
import { id, instant, requiredText } from './primitives.ts'

/** A receipt that a shopper typed for an order. See docs/behaviour.md#typed-receipts. */
export const receiptClaim = z
  .object({
    id,
    orderId: id,
    orderNumber: z.string(),
    customerName: z.string(),
    amount: cents.meta({ description: 'What the order costs, in whole cents' }),
    paymentMethod: z.enum(paymentMethods),
    receipt: z.string(),
    state: z.enum(claimStates),
    reason: z.enum(claimRefusals).nullable(),
    note: z.string().nullable().meta({ description: 'Why the administrator refused it' }),
    askedAt: instant,
    answeredAt: instant.nullable(),
    queryCount: z.int().meta({ description: 'How often the gateway was asked again' }),
    isWithShop: z.boolean().meta({
      description: 'Nobody is asked any more: compare it with the statement, then refuse it or assign the money',
    }),
    leftBecause: z.enum(claimLeftReasons).nullable().meta({
      description:
        'Why it waits for the administrator: the report of its money proves too little or the money was taken off an order, it moved before the order was placed, it went back, or the gateway refuses the shop’s operator. Null where nothing of that holds',
    }),
    minutesAfter: z.int().nullable().meta({
      description:
        'How long after the order the money with this receipt moved, negative where before; null while the shop knows of none',
    }),
    alsoTypedFor: z.array(z.object({ orderId: id, orderNumber: z.string() })).meta({
      description:
        'Other orders for which the same receipt was typed and waits until this claim is decided, the first typed first, at most 20',
    }),
  })
  .meta({ id: 'ReceiptClaim' })
export type ReceiptClaim = z.infer<typeof receiptClaim>

/** `GET /api/admin/receipt-claims`: those that are not decided, newest first. */
export const receiptClaimListQuery = z.object({
  limit: z.int().min(1).max(100).default(100),
  ...listCursor,
  ...timeFilter,
})
export type ReceiptClaimListQuery = z.infer<typeof receiptClaimListQuery>

export const receiptClaimList = z
  .object({ claims: z.array(receiptClaim), total: z.int(), ...nextCursor })
  .meta({ id: 'ReceiptClaimList' })
export type ReceiptClaimList = z.infer<typeof receiptClaimList>

/** `POST /api/admin/receipt-claims/{id}/refuse`; the shopper reads the reason. */
export const refuseClaimInput = z.strictObject({ id, reason: requiredText(200, 'Please give a reason') })
export type RefuseClaim = z.infer<typeof refuseClaimInput>

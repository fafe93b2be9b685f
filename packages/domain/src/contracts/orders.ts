import { z } from 'zod'
import { mpesaFailures } from '../rules/mpesa-failure.ts'
import { mpesaOutcomes } from '../rules/mpesa-outcome.ts'
import { claimStates } from '../rules/receipt-claim.ts'
import { deliveryLocation, orderPaymentMethods, orderStatuses } from './checkout.ts'
import { id, instant, shillings } from './primitives.ts'

export const orderId = z.object({ id })

/** The stored order as the shopper who placed it receives it. */
export const orderReceipt = z
  .object({
    id,
    orderNumber: z.string().meta({ description: 'At most 12 letters and digits, also M-Pesa’s account reference' }),
    pageSecret: z.string().meta({ description: 'The page of the order is `/order/{pageSecret}`; keep it to yourself' }),
    customerName: z.string(),
    customerEmail: z.string().nullable(),
    customerPhone: z.string(),
    deliveryAddress: z.string(),
    deliveryLocation,
    placeName: z.string().meta({ description: 'What the shop calls the place' }),
    deliveryPromise: z
      .string()
      .nullable()
      .meta({ description: 'When it arrives, as promised; null where nothing was, or it was paid after that day' }),
    deliveryCharge: shillings,
    subtotal: shillings,
    discount: shillings.meta({ description: 'Taken off the subtotal by the shop' }),
    total: shillings,
    currency: z.literal('KES'),
    status: z.enum(orderStatuses),
    paymentMethod: z.enum(orderPaymentMethods),
    createdAt: instant,
    items: z.array(
      z.object({ productId: id.nullable(), productName: z.string(), productPrice: shillings, quantity: z.int() }),
    ),
  })
  .meta({ id: 'OrderReceipt' })
export type OrderReceipt = z.infer<typeof orderReceipt>

export const mpesaStatuses = ['initiated', 'pending', 'paid', 'failed', 'cancelled'] as const

/**
 * Whether an order is still to be paid, for every payment method. A deleted order counts as cancelled, because it
 * cannot be paid any more; neither can one whose money has all gone back. One that was refunded in part is paid.
 */
export const paymentStates = ['unpaid', 'paid', 'on-delivery', 'cancelled', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/** How a typed receipt stands. Only `paid` has paid the order. */
export const receiptClaimAnswer = z
  .object({ state: z.enum(claimStates), message: z.string(), askedAt: instant })
  .meta({ id: 'ReceiptClaimAnswer' })
export type ReceiptClaimAnswer = z.infer<typeof receiptClaimAnswer>

/**
 * Everything that the id of an order gives access to; no personal data. See docs/behaviour.md#order-numbers-and-ids.
 */
export const paymentStatus = z
  .object({
    mpesaStatus: z.enum(mpesaStatuses).nullable(),
    mpesaReceiptNumber: z.string().nullable(),
    state: z.enum(paymentStates),
    failureCode: z
      .enum(mpesaFailures)
      .nullable()
      .meta({ description: 'Why the last M-Pesa request failed; null unless mpesaStatus is failed' }),
    mpesaOutcome: z.enum(mpesaOutcomes).nullable(),
    receiptClaim: receiptClaimAnswer
      .nullable()
      .meta({ description: 'The receipt that the shopper typed last; null where none was typed' }),
    isReceiptOnItsWay: z.boolean().meta({ description: 'The receipt of its payment was e-mailed, or will be' }),
    isHolding: z.boolean().meta({
      description:
        'False where the order has given back pieces that it took, as one does that waits for its payment too long',
    }),
  })
  .meta({ id: 'PaymentStatus' })
export type PaymentStatusAnswer = z.infer<typeof paymentStatus>

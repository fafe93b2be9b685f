import { z } from 'zod'
import { cents } from './admin-payments.ts'
import { orderPaymentMethods, orderStatuses } from './checkout.ts'
import { orderReceipt } from './orders.ts'
import { id, instant, shillings } from './primitives.ts'

/** How an order's money stands, in the same words for every way to pay. */
export const neutralPaymentStates = ['unpaid', 'pending', 'paid', 'refunded', 'flagged'] as const
export type NeutralPaymentState = (typeof neutralPaymentStates)[number]

/** `GET /api/orders/{id}`: what a program that follows an order needs, without the customer. */
export const orderState = z
  .object({
    id,
    orderNumber: z.string(),
    status: z.enum(orderStatuses),
    paymentState: z.enum(neutralPaymentStates),
    paymentMethod: z.enum(orderPaymentMethods),
    subtotal: shillings,
    deliveryCharge: shillings,
    discount: shillings,
    total: shillings,
    totalCents: cents,
    refundedCents: cents,
    items: orderReceipt.shape.items,
    createdAt: instant,
    paidAt: instant.nullable(),
    updatedAt: instant,
  })
  .meta({ id: 'OrderState' })
export type OrderState = z.infer<typeof orderState>

import { z } from 'zod'
import { mpesaFailures } from '../rules/mpesa-failure.ts'
import { stepStates, timelineSteps } from '../rules/order-timeline.ts'
import { orderPaymentMethods, orderStatuses } from './checkout.ts'
import { orderReceipt, paymentStates, receiptClaimAnswer } from './orders.ts'
import { paymentMethods } from './payment-methods.ts'
import { id, instant, shillings } from './primitives.ts'

/** What cannot be a secret is answered like one that nobody has: the form tells nothing. */
export const orderPageInput = z.object({ secret: z.string().max(60) })

/**
 * `pending`: a prompt is on the shopper's phone. `checking`: a typed receipt is compared, and not for another order first. The
 * others as everywhere.
 */
export const orderPageStates = [...paymentStates, 'pending', 'checking'] as const
export type OrderPageState = (typeof orderPageStates)[number]

/**
 * What whoever holds the link of an order sees. Of a person it has the first name alone; phones and e-mails are masked. See
 * docs/behaviour.md#order-page.
 */
export const orderPage = z
  .object({
    orderId: id.meta({ description: 'With it the order is paid' }),
    orderNumber: z.string(),
    placedAt: instant,
    status: z.enum(orderStatuses),
    state: z.enum(orderPageStates),
    paymentMethod: z.enum(orderPaymentMethods),
    firstName: z.string(),
    phone: z.string().meta({ description: 'Masked: `07•• ••• 678`' }),
    email: z.string().nullable().meta({ description: 'Masked: `a•••@example.com`' }),
    hasMail: z.boolean().meta({ description: 'Whether the shop sends e-mails; else nothing comes to `email`' }),
    deliveryLocation: orderReceipt.shape.deliveryLocation,
    placeName: orderReceipt.shape.placeName,
    deliveryPromise: orderReceipt.shape.deliveryPromise,
    items: z.array(
      z.object({
        productId: id.nullable(),
        name: z.string(),
        price: shillings,
        quantity: z.int(),
        image: z
          .string()
          .nullable()
          .meta({ description: 'Absolute address of the picture; null where the perfume is no longer sold' }),
      }),
    ),
    subtotal: shillings,
    deliveryCharge: shillings,
    total: shillings,
    payment: z
      .object({
        method: z.enum(paymentMethods),
        amount: z.number().meta({ description: 'Shillings, less than `total` where the shop took less' }),
        at: instant,
        receipt: z.string().nullable(),
        phone: z.string().nullable().meta({ description: 'Who paid, masked' }),
      })
      .nullable(),
    leftToCourier: z.number().nullable().meta({
      description:
        'Shillings that the courier is to be paid: an order on delivery, or what a part payment left of one; null where nothing is left, or money of it is being checked',
    }),
    isCourierSumUndecided: z.boolean().meta({
      description:
        'Money that may pay what the courier would be paid is being checked: a typed receipt, or what is flagged for the owner',
    }),
    refunds: z.array(
      z.object({
        amount: z.number().meta({ description: 'Shillings' }),
        isDone: z.boolean().meta({ description: 'False while the payment provider is at it' }),
        at: instant,
        receipt: z.string().nullable(),
      }),
    ),
    failureCode: z.enum(mpesaFailures).nullable().meta({ description: 'Why the last M-Pesa request failed' }),
    receiptClaim: receiptClaimAnswer.nullable(),
    timeline: z.array(z.object({ step: z.enum(timelineSteps), state: z.enum(stepStates), at: instant.nullable() })),
    footer: z.string().meta({ description: 'What the shop adds to its receipts; may be empty' }),
    version: z.string().meta({ description: 'Another one whenever anything above has changed' }),
  })
  .meta({ id: 'OrderPage' })
export type OrderPage = z.infer<typeof orderPage>

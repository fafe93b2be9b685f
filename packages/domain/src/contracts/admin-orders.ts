import { z } from 'zod'
import { paymentStatuses } from '../rules/payment-status.ts'
import { listCursor, listQuery, nextCursor, timeFilter, versionRead } from './admin-lists.ts'
import { cents, paymentRecord } from './admin-payments.ts'
import { orderStatuses } from './checkout.ts'
import { orderNote } from './order-notes.ts'
import { mpesaStatuses, orderReceipt, paymentStates } from './orders.ts'
import { paymentMethods } from './payment-methods.ts'
import { id, instant } from './primitives.ts'

/** An order as the administrator sees it. Amounts are whole shillings. */
export const adminOrder = z
  .object({
    ...orderReceipt.shape,
    paymentInitiatedAt: instant.nullable(),
    paidAt: instant.nullable(),
    paymentState: z.enum(paymentStates),
    leftToPay: z.number().meta({
      description:
        'Shillings, with cents, that are still to be paid: above 0 also for a `paid` order of which less came than it costs, until the courier has collected the rest or, of one that is not on delivery, the administrator has decided',
    }),
    needsCheck: z.boolean().meta({ description: 'Money of it is flagged for the administrator' }),
    hasOpenClaim: z.boolean().meta({
      description:
        'A receipt that its shopper typed is not decided yet, so it may be paid: nobody asks for the money meanwhile',
    }),
    refundedAt: instant.nullable().meta({ description: 'When the last of its money went back; null while it is paid' }),
    refundedAmount: z.number().meta({ description: 'Shillings, with cents: what went back of a paid order' }),
    paymentFailureReason: z.string().nullable(),
    paymentRetryCount: z.int(),
    paymentProcessingFee: z.number().nullable().meta({ description: 'Shillings, with cents' }),
    paymentGatewayResponse: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'What the gateway told of the payment that decided' }),
    stripePaymentIntentId: z.string().nullable(),
    mpesaMerchantRequestId: z.string().nullable(),
    mpesaCheckoutRequestId: z.string().nullable(),
    mpesaReceiptNumber: z.string().nullable(),
    mpesaStatus: z.enum(mpesaStatuses).nullable(),
    mpesaPhone: z.string().nullable(),
    updatedAt: instant,
  })
  .meta({ id: 'AdminOrder' })
export type AdminOrder = z.infer<typeof adminOrder>

/**
 * Orders that are not yet shipped, cancelled or deleted: `to-pack` when they are paid or to be paid on delivery,
 * `unpaid` when they are still to be paid. See docs/behaviour.md#dashboard.
 */
export const fulfilments = ['to-pack', 'unpaid'] as const
export type Fulfilment = (typeof fulfilments)[number]

/** The filters of the list of orders: a status, or what is to be done. */
export const orderViews = [...orderStatuses, ...fulfilments] as const
export type OrderView = (typeof orderViews)[number]

/**
 * `GET /api/admin/orders`. The search covers number, name, phone, e-mail, receipt and payment id, and finds at most the
 * newest ten thousand.
 */
export const orderListQuery = z.object({
  ...listQuery(20),
  ...listCursor,
  ...timeFilter,
  status: z.enum(orderViews).optional(),
})
export type OrderListQuery = z.infer<typeof orderListQuery>

/** Orders that the administrator has chosen, as an address carries them: `id,id`. */
export const chosenOrders = z
  .string()
  .transform((text) => [...new Set(text.toLowerCase().split(',').filter(Boolean))])
  .pipe(z.array(id).min(1).max(100))
  .meta({ description: 'Ids of orders, with commas between them' })

/** `GET /api/admin/orders.csv`: what the list shows under the same filters, or of that the chosen orders alone. */
export const orderExportQuery = orderListQuery
  .pick({ search: true, status: true, createdFrom: true, createdTo: true, updatedSince: true })
  .extend({ orders: chosenOrders.optional() })
export type OrderExportQuery = z.infer<typeof orderExportQuery>

/** How many orders match the search, per filter; every tab shows its own. See docs/behaviour.md#order-status. */
export const orderCounts = z.object({
  all: z.int(),
  pending: z.int(),
  processing: z.int(),
  shipped: z.int(),
  delivered: z.int(),
  cancelled: z.int(),
  'to-pack': z.int(),
  unpaid: z.int(),
})

export const orderList = z
  .object({ orders: z.array(adminOrder), total: z.int(), counts: orderCounts, ...nextCursor })
  .meta({ id: 'OrderList' })
export type OrderList = z.infer<typeof orderList>

/** `PATCH /api/admin/orders/{id}/status` */
export const orderStatusInput = z.strictObject({ id, status: z.enum(orderStatuses), ...versionRead })
export type OrderStatusChange = z.infer<typeof orderStatusInput>

/** An order whose answer holds payments or refunds too: those are in cents. */
export const orderWithCents = adminOrder
  .extend({ totalCents: cents, refundedCents: cents })
  .meta({ id: 'OrderOfHistory' })

/**
 * `GET /api/admin/orders/{id}`: the order with its payments, their events and the gateways' messages. These three are empty for a
 * key that may not read payments.
 */
export const orderHistory = z
  .object({
    order: orderWithCents,
    notes: z.array(orderNote).meta({ description: 'Newest first' }),
    changes: z
      .array(z.object({ status: z.enum(orderStatuses), at: instant }))
      .meta({ description: 'Each status that it came to, oldest first; an entry as pending is none' }),
    pictures: z
      .array(z.object({ productId: id, image: z.string() }))
      .meta({ description: 'Of the products of its lines that are still sold' }),
    payments: z.array(
      paymentRecord.extend({ amountCents: cents, refundedCents: cents }).meta({ id: 'PaymentOfHistory' }),
    ),
    events: z.array(
      z.object({
        paymentId: id,
        at: instant,
        source: z.string().meta({ description: 'Who said so: shopper, callback, webhook, query, administrator …' }),
        fromStatus: z.enum(paymentStatuses).nullable(),
        toStatus: z.enum(paymentStatuses),
        note: z.string().nullable(),
      }),
    ),
    messages: z.array(
      z.object({
        id,
        paymentId: id.nullable(),
        gateway: z.enum(paymentMethods),
        body: z.string().nullable().meta({ description: 'As the gateway sent it; null once forgotten (90 days)' }),
        receivedAt: instant,
        processedAt: instant.nullable(),
        outcome: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'OrderHistory' })
export type OrderHistory = z.infer<typeof orderHistory>
